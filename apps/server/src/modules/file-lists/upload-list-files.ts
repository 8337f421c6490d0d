import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { type StoredUpload, keepFile } from '#modules/media'
import { accessFileList, accessFileListForChange } from './access-file-list.ts'
import { type FileListRow, changeFileList, setFileOfOption } from './file-lists.repository.ts'

/** Each file belongs to the option of the id at the same place. */
export function assertPairs(optionIds: readonly number[], files: readonly unknown[]): void {
  if (files.length === 0 || files.length !== optionIds.length)
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.files', message: 'required' }] })
}

/** Replaces the files of these options. The ones before are removed by the next sweep if no message shows them. */
export async function uploadListFiles(
  ctx: UserCtx,
  listId: number,
  { optionIds, uploads }: { optionIds: readonly number[]; uploads: readonly StoredUpload[] },
): Promise<FileListRow> {
  const { options } = await accessFileListForChange(ctx, listId)
  const own = new Set(options.map(({ id }) => id))
  for (const [nth, upload] of uploads.entries()) {
    const optionId = optionIds[nth]
    if (optionId === undefined || !own.has(optionId)) throw notFound('ERR_NO_FILE_LIST_FOUND')
    const { fileId } = await keepFile(ctx, upload)
    await setFileOfOption(ctx, { listId, optionId, fileId })
  }
  await changeFileList(ctx, listId, {})
  ctx.emit('fileList.saved', { fileListId: listId })
  return accessFileList(ctx, listId)
}
