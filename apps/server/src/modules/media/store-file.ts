import { isDiskFull, noRoom } from '#platform/files/disk-room'
import type { UploadedFile } from '#platform/http/uploads'
import { measurePicture } from '#platform/files/images'
import type { Deps } from '#platform/deps'
import type { FileClass } from './classify.ts'
import { type MediaType, unknownType } from './file-types.ts'
import type { StoredFile } from './media.repository.ts'

export const sizeOf = async ({ mediaType }: FileClass, path: string) =>
  mediaType === 'image' ? measurePicture(path) : 'noPicture'

/**
 * Moves a complete file from its temporary path into the storage. A picture that cannot be decoded is stored as bytes.
 */
export async function storeFile(
  { storage }: Pick<Deps, 'storage'>,
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

function refuseIfFull(error: unknown): never {
  if (isDiskFull(error)) throw Object.assign(noRoom(), { cause: error })
  throw error
}
