import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { AppError } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import { writeSticker } from '#platform/files/images'
import type { Deps } from '#platform/deps'
import { classifyUpload } from './classify.ts'
import { sizeOf } from './store-file.ts'
import { type StoredUpload, storeUpload } from './store-upload.ts'

/** Converts a picture to a sticker: networks accept only WebP of one size. Refuses other files (415). */
export async function storeSticker(
  deps: Pick<Deps, 'storage'>,
  companyId: number,
  file: UploadedFile,
): Promise<StoredUpload> {
  const found = await classifyUpload(file)
  const size = await sizeOf(found, file.path)
  if (size === 'tooLarge') throw new AppError('ERR_FILE_TOO_LARGE', 413)
  if (typeof size !== 'object') throw new AppError('ERR_FILE_TYPE', 415)

  const path = await deps.storage.temporary()
  try {
    await writeSticker({ companyId, from: file.path, to: path }).catch(refuseUnreadable)
    const bytes = await readFile(path)
    const sha256 = createHash('sha256').update(bytes).digest()
    const name = `${found.name.replace(/\.[^.]*$/, '')}.webp`
    const drawn = { ...file, path, name, declaredType: 'image/webp', bytes: bytes.length, sha256 }
    return { ...(await storeUpload(deps, companyId, drawn)), mediaType: 'sticker' }
  } finally {
    await deps.storage.discard(path)
  }
}

function refuseUnreadable(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  throw Object.assign(new AppError('ERR_FILE_TYPE', 415), { cause })
}
