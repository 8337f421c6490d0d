import { readFile } from 'node:fs/promises'
import type { OutboundFile } from '@guiche/channel'
import type { CloudFileKind, Upload } from '@guiche/meta'
import { type Drawing, writeJpeg, writeSticker } from '#platform/files/images'
import type { Storage } from '#platform/files/storage'
import { encodedUpload, inContainer } from './voice-note.ts'

export type FormStorage = Pick<Storage, 'open' | 'size' | 'pathOf' | 'temporary' | 'discard'>

/** A file as it is sent. */
export interface FileForm {
  kind: CloudFileKind
  upload: Upload
}

/** In pixels per side: as much as phones show. */
const side = 2560

/**
 * A file in another form than the one that was refused: a picture drawn anew, the sound of a recording in another container. What
 * cannot be encoded goes as a document, which the network does not look into.
 */
export async function otherForm(outbound: OutboundFile, { upload }: FileForm, storage: FormStorage): Promise<FileForm> {
  const encoded = await encodedForm(outbound, upload, storage).catch(() => undefined)
  return encoded ?? { kind: 'document', upload }
}

async function encodedForm(
  { companyId, media: { storageKey }, shownAs }: OutboundFile,
  upload: Upload,
  storage: FormStorage,
): Promise<FileForm | undefined> {
  const file = { companyId, storageKey }
  switch (shownAs) {
    case 'image': {
      const content = await drawn(file, storage, (drawing) => writeJpeg(drawing, side))
      return { kind: 'image', upload: encodedUpload(upload.name, { mime: 'image/jpeg', extension: 'jpg', content }) }
    }
    case 'sticker': {
      const content = await drawn(file, storage, writeSticker)
      return { kind: 'sticker', upload: encodedUpload(upload.name, { mime: 'image/webp', extension: 'webp', content }) }
    }
    case 'audio': {
      const sound = await inContainer(upload, ['ogg', 'm4a'])
      return sound && { kind: 'audio', upload: sound }
    }
    case 'video':
    case 'document':
      return undefined
  }
}

async function drawn(
  { companyId, storageKey }: { companyId: number; storageKey: string },
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
