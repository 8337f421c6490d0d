import { type Decipheriv, type Hmac, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import { type WASocket, getMediaKeys } from '@whiskeysockets/baileys'
import { beginFetch } from './begin-fetch.ts'
import type { MediaSource } from './media-source.ts'

/** The file is no longer on WhatsApp's host. The phone may still have it. */
export class MediaGone extends Error {}

/**
 * Streams and decrypts a file from WhatsApp's media host. The stream fails at its end if the MAC is wrong. (The library's
 * own download ends the process when the connection breaks, 7.0.0-rc14.)
 */
export async function fetchMedia(sock: WASocket, { type, directPath, key }: MediaSource): Promise<Readable> {
  const { hosts } = await sock.refreshMediaConn()
  const response = await beginFetch(`https://${hosts[0]?.hostname ?? 'mmg.whatsapp.net'}${directPath}`, {
    origin: 'https://web.whatsapp.com',
  })
  if (response.status === 404 || response.status === 410) throw new MediaGone(`media host answered ${response.status}`)
  if (!response.ok || !response.body) throw new Error(`media host answered ${response.status}`)
  const decryption = new Decryption(await getMediaKeys(Buffer.from(key, 'base64'), type))
  const source = Readable.fromWeb(response.body)
  source.on('error', (error) => decryption.destroy(error))
  decryption.on('close', () => source.destroy())
  return source.pipe(decryption)
}

const macLength = 10

/** AES-256-CBC, followed by a truncated HMAC-SHA256 over iv and ciphertext. */
class Decryption extends Transform {
  readonly #cipher: Decipheriv
  readonly #mac: Hmac
  #tail = Buffer.alloc(0)

  constructor({ iv, cipherKey, macKey }: Awaited<ReturnType<typeof getMediaKeys>>) {
    super()
    this.#cipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
    this.#mac = createHmac('sha256', macKey ?? Buffer.alloc(0)).update(iv)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const data = Buffer.concat([this.#tail, chunk])
    const ciphertext = data.subarray(0, Math.max(0, data.length - macLength))
    this.#tail = data.subarray(ciphertext.length)
    this.#mac.update(ciphertext)
    done(null, this.#cipher.update(ciphertext))
  }

  override _flush(done: TransformCallback): void {
    const mac = this.#mac.digest().subarray(0, macLength)
    if (this.#tail.length !== macLength || !timingSafeEqual(mac, this.#tail))
      return done(new Error('a file from WhatsApp came damaged'))
    try {
      done(null, this.#cipher.final())
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
