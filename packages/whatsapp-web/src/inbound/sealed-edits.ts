import { createDecipheriv, hkdfSync } from 'node:crypto'
import { jidNormalizedUser, proto, type WAMessageKey } from '@whiskeysockets/baileys'
import { plainId } from './message-id.ts'
import type { Own } from './to-inbound.ts'

/**
 * An edit as phones send it since May 2026: encrypted with the secret in the original message (`messageContextInfo`). The
 * library does not decrypt it (WhiskeySockets/Baileys, issue 2541).
 */
export interface SealedEdit {
  /** The message that it changes. */
  externalId: string
  payload: Uint8Array
  iv: Uint8Array
}

const { MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType
const tagBytes = 16

export function sealedEditIn({ secretEncryptedMessage: sealed }: proto.IMessage): SealedEdit | undefined {
  const { targetMessageKey, encPayload, encIv, secretEncType } = sealed ?? {}
  const externalId = plainId(targetMessageKey?.id)
  if (secretEncType !== MESSAGE_EDIT || !externalId || !encPayload || !encIv) return undefined
  return { externalId, payload: encPayload, iv: encIv }
}

/** Decrypts an edit. Undefined: it was not sealed by any of these addresses with that secret. */
export function openEdit(sealed: SealedEdit, secret: Uint8Array, authors: string[]): proto.IMessage | undefined {
  for (const author of authors) {
    const opened = openAs(author, sealed, secret)
    if (opened) return editOf(sealed.externalId, opened)
  }
  return undefined
}

function openAs(
  author: string,
  { externalId, payload, iv }: SealedEdit,
  secret: Uint8Array,
): proto.IMessage | undefined {
  try {
    const info = `${externalId}${author}${author}Message Edit`
    const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), info, 32))
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    decipher.setAuthTag(payload.subarray(-tagBytes))
    return proto.Message.decode(Buffer.concat([decipher.update(payload.subarray(0, -tagBytes)), decipher.final()]))
  } catch {
    return undefined
  }
}

/** The edit applies to the message whose secret decrypted it, whatever id it contains. */
function editOf(externalId: string, opened: proto.IMessage): proto.IMessage {
  const inside = opened.protocolMessage ?? opened.editedMessage?.message?.protocolMessage
  const edit = inside ?? { type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT, editedMessage: opened }
  return { protocolMessage: { ...edit, key: { id: externalId } } }
}

/** The addresses that the author may have sealed with; the sending address comes first. */
export function authorsOf({ fromMe, remoteJid, remoteJidAlt, participant, participantAlt }: WAMessageKey, own: Own) {
  const addresses = fromMe ? [own.lid, own.id] : participant ? [participant, participantAlt] : [remoteJid, remoteJidAlt]
  return addresses.flatMap((address) => (address ? [jidNormalizedUser(address)] : []))
}
