import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser. */
export interface BrowserKeys {
  p256dh: Buffer
  auth: Buffer
}

/** Chosen for each message; given only by the test with the example of the standard. */
interface Chosen {
  privateKey?: Buffer
  salt?: Buffer
}

const recordSize = 4096

/** Encrypts a message so that only the browser can read it, and not its push service (RFC 8291, in one record of RFC 8188). */
export function encryptFor({ p256dh, auth }: BrowserKeys, text: string, { privateKey, salt }: Chosen = {}): Buffer {
  const pair = createECDH('prime256v1')
  if (privateKey) pair.setPrivateKey(privateKey)
  else pair.generateKeys()
  const publicKey = pair.getPublicKey()
  const seed = salt ?? randomBytes(16)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const shared = derive(pair.computeSecret(p256dh), auth, about, 32)
  const key = derive(shared, seed, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, seed, Buffer.from('Content-Encoding: nonce\0'), 12)

  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 marks the last record.
  const record = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([seed, size, Buffer.of(publicKey.length), publicKey, record, cipher.getAuthTag()])
}

const derive = (secret: Buffer, salt: Buffer, about: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, length))
