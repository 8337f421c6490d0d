import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'

/** The phone's answer to a request for an expired file: its new address, encrypted with the media key. */
export function sealMediaRetry(
  mediaKey: Uint8Array,
  messageId: string,
  directPath: string | undefined,
): { data: Buffer; iv: Buffer } {
  const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType
  const plain = proto.MediaRetryNotification.encode({
    stanzaId: messageId,
    result: directPath ? SUCCESS : NOT_FOUND,
    ...(directPath && { directPath }),
  }).finish()
  const key = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), 'WhatsApp Media Retry Notification', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(messageId))
  return { data: Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]), iv }
}
