import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Upload } from '@guiche/meta'
import { type SoundContainer, convertSound } from '#platform/files/convert-sound'

/** In bytes. A longer recording is not read at once. */
const largest = 16 * 1024 * 1024
/** In ms. It waits alone, and what it becomes cannot be changed any more. */
const timeLimit = 12_000

const types = { ogg: 'audio/ogg', m4a: 'audio/mp4' } as const satisfies Record<SoundContainer, string>

/** A recording of a browser in the container that WhatsApp plays. Undefined: it is none, or has no such sound. */
export async function playableRecording(upload: Upload): Promise<Upload | undefined> {
  return upload.mime.startsWith('audio/webm') ? inContainer(upload, ['ogg']) : undefined
}

/** The sound of a recording in the first of these containers that can hold it. Undefined: none can, or it is too long. */
export async function inContainer(
  { name, bytes, open }: Upload,
  containers: readonly SoundContainer[],
): Promise<Upload | undefined> {
  if (bytes > largest) return undefined
  const recording = await buffer(open())
  for (const container of containers) {
    const content = await convertSound(recording, container, timeLimit)
    if (content) return encodedUpload(name, { mime: types[container], extension: container, content })
  }
  return undefined
}

interface Encoded {
  mime: string
  extension: string
  content: Buffer
}

/** A file that was encoded anew, under its name with the right ending. */
export function encodedUpload(name: string, { mime, extension, content }: Encoded): Upload {
  return {
    name: `${name.replace(/\.[^.]*$/, '') || 'file'}.${extension}`,
    mime,
    bytes: content.length,
    open: () => Readable.from([content], { objectMode: false }),
  }
}
