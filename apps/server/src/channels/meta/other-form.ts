import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { OutboundFile } from '@guiche/channel'
import type { CloudFileKind, Upload } from '@guiche/meta'
import { convertSound } from '#platform/files/convert-sound'
import { type Drawing, writeJpeg, writeSticker } from '#platform/files/images'
import type { Storage } from '#platform/files/storage'

export type FormStorage = Pick<Storage, 'open' | 'size' | 'pathOf' | 'temporary' | 'discard'>

/** A file as it is sent. */
export interface FileForm {
  kind: CloudFileKind
  upload: Upload
}

/** In pixels per side: as much as phones show. */
const side = 2560
/** In bytes. A longer recording is not read at once. */
const mostSound = 16 * 1024 * 1024

/**
 * A file in another form than the one that was refused: a picture drawn anew, the sound of a recording in another container. What
 * cannot be encoded goes as a document, which the network does not look into.
 */
export async function otherForm(
  { companyId, media: { storageKey }, shownAs }: OutboundFile,
  { upload }: FileForm,
  storage: FormStorage,
): Promise<FileForm> {
  const { name, bytes } = upload
  const encoded = await encodedAs(shownAs, { companyId, storageKey, bytes }, storage).catch(() => undefined)
  if (!encoded) return { kind: 'document', upload }
  const { kind, type, extension, content } = encoded
  const named = `${name.replace(/\.[^.]*$/, '') || 'file'}.${extension}`
  return { kind, upload: { name: named, mime: type, bytes: content.length, open: () => Readable.from([content]) } }
}

interface Encoded {
  kind: CloudFileKind
  type: string
  extension: string
  content: Buffer
}

interface StoredFile {
  companyId: number
  storageKey: string
  bytes: number
}

async function encodedAs(
  shownAs: OutboundFile['shownAs'],
  file: StoredFile,
  storage: FormStorage,
): Promise<Encoded | undefined> {
  switch (shownAs) {
    case 'image': {
      const content = await drawn(file, storage, (drawing) => writeJpeg(drawing, side))
      return { kind: 'image', type: 'image/jpeg', extension: 'jpg', content }
    }
    case 'sticker':
      return {
        kind: 'sticker',
        type: 'image/webp',
        extension: 'webp',
        content: await drawn(file, storage, writeSticker),
      }
    case 'audio':
      return soundOf(file, storage)
    case 'video':
    case 'document':
      return undefined
  }
}

async function drawn(
  { companyId, storageKey }: StoredFile,
  storage: FormStorage,
  draw: (drawing: Drawing) => Promise<unknown>,
): Promise<Buffer> {
  const to = await storage.temporary()
  try {
    await draw({ companyId, from: storage.pathOf(companyId, storageKey), to })
    return await readFile(to)
  } finally {
    await storage.discard(to)
  }
}

async function soundOf(
  { companyId, storageKey, bytes }: StoredFile,
  storage: FormStorage,
): Promise<Encoded | undefined> {
  if (bytes > mostSound) return undefined
  const recording = await readFile(storage.pathOf(companyId, storageKey))
  const ogg = await convertSound(recording, 'ogg')
  if (ogg) return { kind: 'audio', type: 'audio/ogg', extension: 'ogg', content: ogg }
  const m4a = await convertSound(recording, 'm4a')
  return m4a && { kind: 'audio', type: 'audio/mp4', extension: 'm4a', content: m4a }
}
