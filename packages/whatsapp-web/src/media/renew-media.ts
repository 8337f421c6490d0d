import { setTimeout as pause } from 'node:timers/promises'
import type { WASocket } from '@whiskeysockets/baileys'
import { MediaGone } from './fetch-media.ts'
import type { MediaSource } from './media-source.ts'

/** In ms. A phone that is online answers at once. One that is offline is asked again later. */
const timeout = 30_000

/** WhatsApp's host keeps a file for some days. Asks the phone to upload it again. */
export async function renewMedia(sock: WASocket, source: MediaSource): Promise<MediaSource> {
  const { message, key, directPath } = source
  if (!message) throw new MediaGone('nobody knows any more which message it was of')
  // The kind of file does not matter here: the answer is encrypted with the media key alone.
  const documentMessage = { mediaKey: Buffer.from(key, 'base64'), directPath }
  const renewed = await inTime(sock.updateMediaMessage({ key: message, message: { documentMessage } }))
  const path = renewed.message?.documentMessage?.directPath
  if (!path?.startsWith('/')) throw new MediaGone('the phone has not said where it is now')
  return { ...source, directPath: path }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const over = new AbortController()
  try {
    return await Promise.race([
      answer,
      pause(timeout, undefined, { signal: over.signal }).then(() => {
        throw new MediaGone('the phone has not answered')
      }),
    ])
  } finally {
    over.abort()
  }
}
