import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Identifies the key that is used for sealing; it stands beside what was sealed. */
export const sealingKeyId = 1

const ivLength = 12
const tagLength = 16

/**
 * Encrypts data at rest with AES-256-GCM: iv, tag, ciphertext. `aad`, the additional authenticated data, names the row.
 * Copied to another row or company, the data cannot be decrypted (S62).
 */
export function seal(key: Buffer, text: string, aad: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

/** Throws if it was changed, belongs to another row, or was encrypted with another key. */
export function unseal(key: Buffer, sealed: Buffer, aad: string): string {
  const tag = sealed.subarray(ivLength, ivLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(aad))
    .setAuthTag(tag)
  return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}
