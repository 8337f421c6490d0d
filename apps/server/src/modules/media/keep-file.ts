import { AppError } from '#platform/errors'
import type { Ctx } from '#platform/context'
import type { UploadedFile } from '#platform/http/uploads'
import { measurePicture } from '#platform/images'
import type { Parts } from '#platform/parts'
import { type FileClass, classifyUpload } from './classify.ts'
import { countUpload } from './count-upload.ts'
import { type MediaType, unknownType } from './file-types.ts'
import { type StoredFile, deleteFile, insertFile } from './media.repository.ts'
import { wantsThumbnail } from './make-thumbnail.ts'

export interface KeptFile {
  fileId: number
  mediaType: MediaType
  mime: string
  name: string
  bytes: number
  width: number | null
  height: number | null
  storageKey: string
}

type MediaParts = Pick<Parts, 'storage'>

/**
 * Takes in a file that a person has uploaded. Refuses with ERR_FILE_TYPE (415), ERR_FILE_TOO_LARGE (413),
 * ERR_UPLOAD_LIMIT (429), ERR_PLAN_LIMIT (403), and, when there is no room for it, ERR_BUSY (507): text goes on (R24).
 */
export async function keepFile(ctx: Ctx, parts: MediaParts, file: UploadedFile): Promise<KeptFile> {
  const found = await classifyUpload(file)
  const size = await sizeOf(found, file.path)
  if (size === 'tooLarge') throw new AppError('ERR_FILE_TOO_LARGE', 413)

  const { mediaType, ...stored } = await storeFile(parts, ctx.companyId, file, found, size)
  try {
    // Late: others of the company who upload wait from here on for the end of this unit of work.
    await countUpload(ctx, file.bytes)
    const fileId = await insertFile(ctx, stored)
    if (wantsThumbnail(stored)) await ctx.enqueue('media.thumbnail', { fileId })
    return { fileId, mediaType, ...stored }
  } catch (error) {
    await parts.storage.remove(ctx.companyId, stored.storageKey)
    throw error
  }
}

/** Takes back what was kept in this unit of work: it was not needed after all. */
export async function dropFile(
  ctx: Ctx,
  { storage }: MediaParts,
  { fileId, storageKey }: Pick<KeptFile, 'fileId' | 'storageKey'>,
): Promise<void> {
  await deleteFile(ctx, fileId)
  await storage.remove(ctx.companyId, storageKey)
}

export const sizeOf = async ({ mediaType }: FileClass, path: string) =>
  mediaType === 'image' ? measurePicture(path) : 'noPicture'

/** Moves a whole file from a temporary place into the storage. What says that it is a picture and cannot be read as one is bytes. */
export async function storeFile(
  { storage }: MediaParts,
  companyId: number,
  file: Pick<UploadedFile, 'path' | 'bytes' | 'sha256'>,
  found: FileClass,
  size: Awaited<ReturnType<typeof sizeOf>>,
): Promise<StoredFile & { mediaType: MediaType }> {
  const { mime, mediaType } = size === undefined ? unreadable : found
  const storageKey = await storage.keep(companyId, file.path, found.extension).catch(refuseIfFull)
  const { width, height } = typeof size === 'object' ? size : { width: null, height: null }
  return { storageKey, name: found.name, mime, mediaType, bytes: file.bytes, sha256: file.sha256, width, height }
}

const unreadable = { mime: unknownType, mediaType: 'application' } as const

export function refuseIfFull(error: unknown): never {
  if (isFull(error)) throw Object.assign(new AppError('ERR_BUSY', 507, { retryAfter: 60 }), { cause: error })
  throw error
}

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
