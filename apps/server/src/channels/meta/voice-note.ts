import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Upload } from '@guiche/meta'
import { convertSound } from '#platform/files/convert-sound'

/** In bytes. */
const largest = 16 * 1024 * 1024
/** In ms. It waits alone, and what it becomes cannot be changed any more. */
const timeLimit = 12_000

/** A recording of a browser in the container that WhatsApp plays. Undefined: it is none, or has no such sound. */
export async function playableRecording({ name, mime, bytes, open }: Upload): Promise<Upload | undefined> {
  if (!mime.startsWith('audio/webm') || bytes > largest) return undefined
  const ogg = await convertSound(await buffer(open()), 'ogg', timeLimit)
  if (!ogg) return undefined
  return {
    name: `${name.replace(/\.[^.]*$/, '')}.ogg`,
    mime: 'audio/ogg',
    bytes: ogg.length,
    open: () => Readable.from([ogg], { objectMode: false }),
  }
}
