import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const MAC_LENGTH = 10

/** The kinds of media WhatsApp encrypts, each with its own key derivation label. */
const KEY_LABEL = {
  image: 'WhatsApp Image Keys',
  sticker: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  history: 'WhatsApp History Keys',
} as const

export type MediaKind = keyof typeof KEY_LABEL

/** A file on the media host, with the keys to decrypt it. */
export interface EncryptedMedia {
  blob: Buffer
  mediaKey: Buffer
  fileSha256: Buffer
  fileEncSha256: Buffer
  fileLength: number
}

/** Encrypts a file for the media host. */
export function encryptMedia(plain: Uint8Array, kind: MediaKind): EncryptedMedia {
  const mediaKey = randomBytes(32)
  const { iv, cipherKey, macKey } = expand(mediaKey, kind)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  const blob = Buffer.concat([encrypted, mac(macKey, iv, encrypted)])
  return {
    blob,
    mediaKey,
    fileSha256: sha256(plain),
    fileEncSha256: sha256(blob),
    fileLength: plain.length,
  }
}

/** Decrypts a file from the media host and checks its authenticity. */
export function decryptMedia(blob: Uint8Array, mediaKey: Uint8Array, kind: MediaKind): Buffer {
  const { iv, cipherKey, macKey } = expand(mediaKey, kind)
  const encrypted = blob.subarray(0, blob.length - MAC_LENGTH)
  if (!timingSafeEqual(mac(macKey, iv, encrypted), blob.subarray(blob.length - MAC_LENGTH))) {
    throw new Error(`media: wrong authentication code on a ${kind}`)
  }
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}

export function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

function expand(mediaKey: Uint8Array, kind: MediaKind) {
  const keys = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), KEY_LABEL[kind], 112))
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), macKey: keys.subarray(48, 80) }
}

function mac(macKey: Uint8Array, iv: Uint8Array, encrypted: Uint8Array): Buffer {
  return createHmac('sha256', macKey).update(iv).update(encrypted).digest().subarray(0, MAC_LENGTH)
}
