import { AppError } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import type { Deps } from '#platform/deps'
import { classifyUpload } from './classify.ts'
import type { MediaType } from './file-types.ts'
import type { StoredFile } from './media.repository.ts'
import { sizeOf, storeFile } from './store-file.ts'

/** An uploaded file in the storage. */
export interface StoredUpload extends StoredFile {
  mediaType: MediaType | 'sticker'
  /** False: it is removed at the end of the call. */
  hasRow: boolean
}

type StorageDeps = Pick<Deps, 'storage'>

type Store = (deps: StorageDeps, companyId: number, file: UploadedFile) => Promise<StoredUpload>

/**
 * Stores uploads, runs the work, and removes the uploads that it has not kept. Storing comes before the unit of work,
 * because classifying, converting and writing take seconds, during which no transaction may be open and no ticket
 * locked.
 */
export async function withUploads<T>(
  deps: StorageDeps,
  { companyId, files, store }: { companyId: number; files: readonly UploadedFile[]; store: Store },
  work: (uploads: StoredUpload[]) => Promise<T>,
): Promise<T> {
  const uploads: StoredUpload[] = []
  try {
    for (const file of files) uploads.push(await store(deps, companyId, file))
    return await work(uploads)
  } finally {
    for (const { hasRow, storageKey } of uploads) if (!hasRow) await deps.storage.remove(companyId, storageKey)
  }
}

/**
 * Stores the file of a user. Throws ERR_FILE_TYPE (415), ERR_FILE_TOO_LARGE (413), or ERR_BUSY (507) when the disk is
 * full.
 */
export async function storeUpload(deps: StorageDeps, companyId: number, file: UploadedFile): Promise<StoredUpload> {
  const found = await classifyUpload(file)
  const size = await sizeOf(found, file.path)
  if (size === 'tooLarge') throw new AppError('ERR_FILE_TOO_LARGE', 413)
  return { ...(await storeFile(deps, companyId, file, found, size)), hasRow: false }
}
