import type { Ctx } from '#platform/context'
import { countUpload } from './count-upload.ts'
import { wantsThumbnail } from './make-thumbnail.ts'
import { type FileDetails, deleteFile, insertFile } from './media.repository.ts'
import type { StoredUpload } from './store-upload.ts'

export interface KeptFile extends Omit<StoredUpload, 'hasRow' | 'sha256'> {
  fileId: number
}

/** Adds the row of an upload that is in the storage. Throws ERR_UPLOAD_LIMIT (429) and ERR_PLAN_LIMIT (403). */
export async function keepFile(ctx: Ctx, upload: StoredUpload, details: FileDetails = {}): Promise<KeptFile> {
  const { hasRow: _hasRow, ...stored } = upload
  // From here on, other uploads of the company wait for the end of this unit of work.
  await countUpload(ctx, stored.bytes)
  const fileId = await insertFile(ctx, stored, details)
  upload.hasRow = true
  ctx.afterRollback(() => {
    upload.hasRow = false
  })
  if (wantsThumbnail(stored)) await ctx.enqueue('media.thumbnail', { fileId })
  return { fileId, ...stored }
}

/** Removes the row again in the same unit of work, if the file is not needed. */
export async function dropFile(ctx: Ctx, upload: StoredUpload, { fileId }: KeptFile): Promise<void> {
  await deleteFile(ctx, fileId)
  upload.hasRow = false
}
