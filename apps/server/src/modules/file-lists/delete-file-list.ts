import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { accessFileListForChange } from './access-file-list.ts'
import { removeFileList } from './file-lists.repository.ts'

/** What uses the list lets go of it. Its files are removed by the next sweep if no message shows them. */
export async function deleteFileList(ctx: UserCtx, id: number): Promise<void> {
  const { name } = await accessFileListForChange(ctx, id)
  await removeFileList(ctx, id)
  await audit(ctx, { action: 'fileList.deleted', object: 'fileList', objectId: id, detail: { name } })
  ctx.emit('fileList.deleted', { fileListId: id })
}
