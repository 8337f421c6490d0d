import type { Api, Parsed } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { accessFileList, accessFileListForChange } from './access-file-list.ts'
import { type FileListRow, changeFileList, insertFileList, replaceOptions } from './file-lists.repository.ts'

type NewFileList = Parsed<Api['createFileList']>['body']
type FileListChange = Parsed<Api['updateFileList']>['body']

export async function createFileList(ctx: UserCtx, { name, message, options }: NewFileList): Promise<FileListRow> {
  const id = await refusing(insertFileList(ctx, { name, message }), taken)
  if (id === undefined) throw badRequest('ERR_FILE_LIST_LIMIT')
  const unsaved = options.map((option) => ({ ...option, id: null }))
  await replaceOptions(ctx, id, unsaved)
  return saved(ctx, id)
}

/** Fields that are absent stay as they are. */
export async function updateFileList(
  ctx: UserCtx,
  id: number,
  { name, message, options }: FileListChange,
): Promise<FileListRow> {
  const before = await accessFileListForChange(ctx, id)
  if (options) assertOwn(before, options)
  await refusing(changeFileList(ctx, id, { name, message }), taken)
  if (options) await replaceOptions(ctx, id, options)
  return saved(ctx, id)
}

const taken = { file_lists_name: () => badRequest('ERR_NAME_ALREADY_EXISTS') }

/** Each option is one of the list, and named once. */
function assertOwn({ options }: FileListRow, named: readonly { id: number | null }[]): void {
  const left = new Set(options.map(({ id }) => id))
  for (const { id } of named) if (id !== null && !left.delete(id)) throw notFound('ERR_NO_FILE_LIST_FOUND')
}

async function saved(ctx: UserCtx, id: number): Promise<FileListRow> {
  ctx.emit('fileList.saved', { fileListId: id })
  return accessFileList(ctx, id)
}
