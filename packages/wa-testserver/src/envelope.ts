import type { proto } from '@whiskeysockets/baileys'
import type { Account, Addressing } from './accounts/account.ts'
import type { Group } from './accounts/group.ts'
import type { Status } from './accounts/status.ts'
import type { Endpoint } from './devices/endpoint.ts'
import type { Ciphertext, KeyBundle } from './devices/signal-device.ts'

/** The destination of a message. An account: a chat between two people. */
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
   * Encrypted for this device; or plain text between two simulated devices, where nothing is under test; or a notice
   * without content.
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
  /** The sender's broadcast list, if it was sent to one. */
  list?: string | undefined
  /** A token of the sender that the answer needs. */
  token?: { t: number; value: Uint8Array } | undefined
  /** Which attempt this is, when the receiver asked again. */
  attempt?: number | undefined
}

/** A decrypted message with its envelope. */
export interface Incoming extends Omit<Envelope, 'body'> {
  message: proto.IMessage
}

/** A receipt for messages that were sent earlier. */
export interface ReceiptNotice {
  ids: string[]
  /** Undefined: delivered. Others: read, played, sender, retry, inactive. */
  type?: string | undefined
  from: Endpoint
  chat: Destination
  addressing: Addressing
  at: number
  /** For a retry: the keys of the requesting device for a new session. */
  retry?: RetryRequest | undefined
}

/** A request to send a message again, with keys for a new session. */
export interface RetryRequest {
  count: number
  registrationId: number
  bundle: KeyBundle | undefined
}
