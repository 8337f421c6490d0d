import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Ctx } from '#platform/context'
import { AppError } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import { writeSticker } from '#platform/images'
import type { Parts } from '#platform/parts'
import { classifyUpload } from './classify.ts'
import { type KeptFile, keepFile, sizeOf } from './keep-file.ts'

/** Takes in a picture as a sticker: networks show WebP alone as one, and in one size. Refuses what is no picture (415). */
export async function keepSticker(
  ctx: Ctx,
  parts: Pick<Parts, 'storage'>,
  file: UploadedFile,
): Promise<Omit<KeptFile, 'mediaType'> & { mediaType: 'sticker' }> {
  const found = await classifyUpload(file)
  const size = await sizeOf(found, file.path)
  if (size === 'tooLarge') throw new AppError('ERR_FILE_TOO_LARGE', 413)
  if (typeof size !== 'object') throw new AppError('ERR_FILE_TYPE', 415)

  const path = await parts.storage.temporary()
  try {
    await writeSticker(file.path, path).catch(refuseUnreadable)
    const bytes = await readFile(path)
    const sha256 = createHash('sha256').update(bytes).digest()
    const name = `${found.name.replace(/\.[^.]*$/, '')}.webp`
    const kept = await keepFile(ctx, parts, {
      ...file,
      path,
      name,
      declaredType: 'image/webp',
      bytes: bytes.length,
      sha256,
    })
    return { ...kept, mediaType: 'sticker' }
  } finally {
    await parts.storage.discard(path)
  }
}

function refuseUnreadable(cause: unknown): never {
  throw Object.assign(new AppError('ERR_FILE_TYPE', 415), { cause })
}
