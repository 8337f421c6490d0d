import { AppError } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import type { Deps } from '#platform/deps'
import { classifyUpload } from './classify.ts'
import type { MediaType } from './file-types.ts'
import type { StoredFile } from './media.repository.ts'
import { sizeOf, storeFile } from './store-file.ts'

/** An uploaded file that lies in the storage under its key. */
export interface StoredUpload extends StoredFile {
  mediaType: MediaType | 'sticker'
  /** Without a row it is removed when the call ends. */
  hasRow: boolean
}

type StorageDeps = Pick<Deps, 'storage'>

type Store = (deps: StorageDeps, companyId: number, file: UploadedFile) => Promise<StoredUpload>

/**
 * Stores uploads, does the work, and removes those that the work has not kept. The storing comes before the unit of work:
 * examining, drawing and writing take seconds, in which no transaction may be open and no ticket locked.
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
 * Takes in a file that a person has uploaded. Refuses with ERR_FILE_TYPE (415), ERR_FILE_TOO_LARGE (413) and, when there
 * is no room for it, ERR_BUSY (507).
 */
export async function storeUpload(deps: StorageDeps, companyId: number, file: UploadedFile): Promise<StoredUpload> {
  const found = await classifyUpload(file)
  const size = await sizeOf(found, file.path)
  if (size === 'tooLarge') throw new AppError('ERR_FILE_TOO_LARGE', 413)
  return { ...(await storeFile(deps, companyId, file, found, size)), hasRow: false }
}
