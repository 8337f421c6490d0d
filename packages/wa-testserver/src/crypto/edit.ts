import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'

/** The message that an edit is encrypted for, with its author and editor. */
interface EditOf {
  messageId: string
  /** The secret in the message itself. */
  secret: Uint8Array
  authorJid: string
}

const { MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType

/** Encrypts an edit as phones do since 2026: only devices that have the message can decrypt it. */
export function sealEdit(of: EditOf, target: proto.IMessageKey, edit: proto.IMessage): proto.IMessage {
  const encIv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', editKey(of), encIv)
  const plaintext = proto.Message.encode(edit).finish()
  const encPayload = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  return {
    secretEncryptedMessage: { targetMessageKey: target, encPayload, encIv, secretEncType: MESSAGE_EDIT },
  }
}

/** Throws if it was encrypted for another message. */
export function openEdit(of: EditOf, { encPayload, encIv }: proto.Message.ISecretEncryptedMessage): proto.IMessage {
  const sealed = Buffer.from(encPayload ?? [])
  const decipher = createDecipheriv('aes-256-gcm', editKey(of), encIv ?? new Uint8Array())
  decipher.setAuthTag(sealed.subarray(-16))
  return proto.Message.decode(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]))
}

function editKey({ messageId, secret, authorJid }: EditOf): Buffer {
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(secret).digest()
  const info = Buffer.concat([Buffer.from(`${messageId}${authorJid}${authorJid}Message Edit`), Buffer.from([1])])
  return createHmac('sha256', extracted).update(info).digest()
}
