import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type FileListRow, findFileLists, lockFileList, lockFileLists } from './file-lists.repository.ts'

/** Everybody of the company reads lists; only admins change them, which the access of the calls says. */
export async function accessFileList(ctx: Ctx, id: number): Promise<FileListRow> {
  const [row] = await findFileLists(ctx, [id])
  if (!row) throw notFound('ERR_NO_FILE_LIST_FOUND')
  return row
}

/** Locks it, so that what it is checked for still holds when it is changed. */
export async function accessFileListForChange(ctx: Ctx, id: number): Promise<FileListRow> {
  await lockFileList(ctx, id)
  return accessFileList(ctx, id)
}

/** Throws unless these lists belong to the company; they stay until the end of the unit of work. */
export async function assertFileLists(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const named = new Set(ids)
  if (named.size === 0) return
  const held = await lockFileLists(ctx, [...named])
  if (held.length < named.size) throw notFound('ERR_NO_FILE_LIST_FOUND')
}

/** The same for a unit of work that only reads: it does not hold them. */
export async function assertFileListsExist(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const named = new Set(ids)
  if (named.size === 0) return
  const found = await findFileLists(ctx, [...named])
  if (found.length < named.size) throw notFound('ERR_NO_FILE_LIST_FOUND')
}
