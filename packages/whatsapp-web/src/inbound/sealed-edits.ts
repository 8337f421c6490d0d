import { createDecipheriv, hkdfSync } from 'node:crypto'
import { jidNormalizedUser, proto, type WAMessageKey } from '@whiskeysockets/baileys'
import { plainId } from './message-id.ts'
import type { Own } from './to-inbound.ts'

/**
 * An edit as phones send it since May 2026: sealed with a secret that the message itself brought (`messageContextInfo`), for
 * who has read that. The library knows of the envelope and leaves it closed (WhiskeySockets/Baileys, issue 2541).
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

/** The edit, as it was written before it was sealed. Undefined: none of the authors sealed it with that secret. */
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

/** It changes the message whose secret opened it, whatever it says inside. */
function editOf(externalId: string, opened: proto.IMessage): proto.IMessage {
  const inside = opened.protocolMessage ?? opened.editedMessage?.message?.protocolMessage
  const edit = inside ?? { type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT, editedMessage: opened }
  return { protocolMessage: { ...edit, key: { id: externalId } } }
}

/** Who wrote a message, under each address that they may have sealed it with: the one that it came from comes first. */
export function authorsOf({ fromMe, remoteJid, remoteJidAlt, participant, participantAlt }: WAMessageKey, own: Own) {
  const addresses = fromMe ? [own.lid, own.id] : participant ? [participant, participantAlt] : [remoteJid, remoteJidAlt]
  return addresses.flatMap((address) => (address ? [jidNormalizedUser(address)] : []))
}
