import type { proto } from '@whiskeysockets/baileys'
import type { Account, Addressing } from './accounts/account.ts'
import type { Group } from './accounts/group.ts'
import type { Status } from './accounts/status.ts'
import type { Endpoint } from './devices/endpoint.ts'
import type { Ciphertext, KeyBundle } from './devices/signal-device.ts'

/** Where a message is written to; of kind `account` it is a chat between two. */
export type Destination = Account | Group | Status

/** One message on its way to one device. */
export interface Envelope {
  id: string
  /** WhatsApp's own classes: text, media, reaction, poll. */
  type: string
  sender: Endpoint
  to: Destination
  /** The form of address that the sender used for the chat. */
  addressing: Addressing
  /**
   * Encrypted for this one device; in plain text between two simulated devices, where nothing is under test; or only a
   * notice of its kind without content.
   */
  body:
    | { kind: 'encrypted'; ciphertexts: Ciphertext[] }
    | { kind: 'clear'; message: proto.IMessage }
    | { kind: 'withheld'; type: string | undefined }
  sentAt: number
  /** `edit` of the stanza: 1 for an edit, 7 for a deletion. */
  edit?: string | undefined
  /** A message among the devices of one account: history, keys. */
  isPeer?: boolean | undefined
  mediaType?: string | undefined
  /** The list of the sender that it was written to, if it was written to many at once. */
  list?: string | undefined
  /** A token of the sender that the answer needs. */
  token?: { t: number; value: Uint8Array } | undefined
  /** Which attempt this is, when the receiver asked again. */
  attempt?: number | undefined
}

/** A message that was read: what stands in the envelope, decrypted. */
export interface Incoming extends Omit<Envelope, 'body'> {
  message: proto.IMessage
}

/** News about messages that were sent earlier. */
export interface ReceiptNotice {
  ids: string[]
  /** undefined is "delivered"; others are read, played, sender, retry, inactive. */
  type?: string | undefined
  from: Endpoint
  chat: Destination
  addressing: Addressing
  at: number
  /** For a retry: what the asking device published to start over. */
  retry?: RetryRequest | undefined
}

/** "I could not read that": the keys to try again with. */
export interface RetryRequest {
  count: number
  registrationId: number
  bundle: KeyBundle | undefined
}
