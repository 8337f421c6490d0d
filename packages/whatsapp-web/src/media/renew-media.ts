import { setTimeout as pause } from 'node:timers/promises'
import type { WASocket } from '@whiskeysockets/baileys'
import { MediaGone } from './fetch-media.ts'
import type { MediaSource } from './media-source.ts'

/** In ms. A phone that is on answers in a moment; one that is off, when it is on again and asked once more. */
const patience = 30_000

/** WhatsApp's host keeps a file for some days. The phone that has it still is asked to put it there once more. */
export async function renewMedia(sock: WASocket, source: MediaSource): Promise<MediaSource> {
  const { message, key, directPath } = source
  if (!message) throw new MediaGone('nobody knows any more which message it was of')
  // The kind of file does not matter here: the key alone tells the phone and us from each other's answers.
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
      pause(patience, undefined, { signal: over.signal }).then(() => {
        throw new MediaGone('the phone has not answered')
      }),
    ])
  } finally {
    over.abort()
  }
}
