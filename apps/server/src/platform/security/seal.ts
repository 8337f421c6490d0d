import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

/**
 * Encrypts what is kept at rest with AES-256-GCM: iv, tag, ciphertext. `place` is where it belongs; moved elsewhere, to
 * another row or another company, it cannot be opened (security S62).
 */
export function seal(key: Buffer, text: string, place: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

/** Throws when it was changed, belongs elsewhere, or was sealed with another key. */
export function unseal(key: Buffer, sealed: Buffer, place: string): string {
  const tag = sealed.subarray(ivLength, ivLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(place))
    .setAuthTag(tag)
  return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}
