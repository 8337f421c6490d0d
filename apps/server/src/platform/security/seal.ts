import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

/**
 * Encrypts data at rest with AES-256-GCM: iv, tag, ciphertext. `place` names the row that it belongs to: copied to
 * another row or company it cannot be decrypted (S62).
 */
export function seal(key: Buffer, text: string, place: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

/** Throws if it was changed, belongs to another place, or was encrypted with another key. */
export function unseal(key: Buffer, sealed: Buffer, place: string): string {
  const tag = sealed.subarray(ivLength, ivLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(place))
    .setAuthTag(tag)
  return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}
