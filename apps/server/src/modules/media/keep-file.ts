import type { Ctx } from '#platform/context'
import { countUpload } from './count-upload.ts'
import { wantsThumbnail } from './make-thumbnail.ts'
import { deleteFile, insertFile } from './media.repository.ts'
import type { StoredUpload } from './store-upload.ts'

export interface KeptFile extends Omit<StoredUpload, 'hasRow' | 'sha256'> {
  fileId: number
}

/** Gives an upload that lies in the storage its row. Refuses with ERR_UPLOAD_LIMIT (429) and ERR_PLAN_LIMIT (403). */
export async function keepFile(ctx: Ctx, upload: StoredUpload): Promise<KeptFile> {
  const { hasRow: _hasRow, ...stored } = upload
  // Others of the company who upload wait from here on for the end of this unit of work.
  await countUpload(ctx, stored.bytes)
  const fileId = await insertFile(ctx, stored)
  upload.hasRow = true
  ctx.afterRollback(() => {
    upload.hasRow = false
  })
  if (wantsThumbnail(stored)) await ctx.enqueue('media.thumbnail', { fileId })
  return { fileId, ...stored }
}

/** Takes the row back in the same unit of work: the file was not needed after all. */
export async function dropFile(ctx: Ctx, upload: StoredUpload, { fileId }: KeptFile): Promise<void> {
  await deleteFile(ctx, fileId)
  upload.hasRow = false
}
