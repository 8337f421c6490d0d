import { randomBytes } from 'node:crypto'
import type { OutboundFile } from '@guiche/channel'
import type { proto } from '@whiskeysockets/baileys'

/** In ms. WhatsApp's host keeps a file for some days. */
const keptFor = 3_600_000

/** The most files that are kept. Each takes some kilobytes, with its preview. */
const most = 50

interface Kept {
  at: number
  message: Promise<proto.IMessage>
}

/** What this number has uploaded: a campaign sends one file to thousands of people, and it is uploaded once. */
export class UploadedFiles {
  readonly #kept = new Map<string, Kept>()

  /** The message with the file. `upload` makes the first one; the others are copies with their own caption. */
  async messageOf(
    outbound: OutboundFile,
    upload: () => Promise<proto.IMessage>,
    now: number = Date.now(),
  ): Promise<proto.IMessage> {
    if (outbound.isForwarded) return upload()
    const { media, shownAs, caption } = outbound
    const key = JSON.stringify([media.storageKey, media.mime, media.name, shownAs])
    const known = this.#kept.get(key)
    const kept = known && now - known.at < keptFor ? known : { at: now, message: upload() }
    if (kept !== known) this.#keep(key, kept)
    try {
      return copyOf(await kept.message, caption) ?? (await upload())
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
      throw error
    }
  }

  #keep(key: string, kept: Kept) {
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > most && oldest !== undefined) this.#kept.delete(oldest)
  }
}

/** Undefined: it is of a kind that has no copy. */
function copyOf(message: proto.IMessage, text: string): proto.IMessage | undefined {
  const { imageMessage, videoMessage, documentMessage, audioMessage, stickerMessage, messageContextInfo } = message
  const caption = text === '' ? null : text
  // The secret belongs to one message.
  const context = messageContextInfo && {
    messageContextInfo: { ...messageContextInfo, messageSecret: randomBytes(32) },
  }
  if (imageMessage) return { imageMessage: { ...imageMessage, caption }, ...context }
  if (videoMessage) return { videoMessage: { ...videoMessage, caption }, ...context }
  if (documentMessage) return { documentMessage: { ...documentMessage, caption }, ...context }
  if (audioMessage) return { audioMessage: { ...audioMessage }, ...context }
  if (stickerMessage) return { stickerMessage: { ...stickerMessage }, ...context }
  return undefined
}
