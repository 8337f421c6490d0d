import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'

export interface FileListRow {
  id: number
  company_id: number
  name: string
  message: string
  created_at: Date
  updated_at: Date
  options: FileOptionRow[]
}

export interface FileOptionRow {
  id: number
  name: string
  fileId: number | null
  key: string | null
  fileName: string | null
  mime: string | null
  bytes: number | null
}

const columns = sql`
  l.id, l.company_id, l.name, l.message, l.created_at, l.updated_at,
  (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'fileId', o.file_id, 'key', f.storage_key,
                                              'fileName', f.original_name, 'mime', f.mime, 'bytes', f.bytes)
                            order by o.position, o.id), '[]')
   from file_list_options o left join files f on f.company_id = o.company_id and f.id = o.file_id
   where o.company_id = l.company_id and o.list_id = l.id) as options`

const matching = ({ companyId }: Ctx, searchParam: string): RawBuilder<SqlBool> => sql`
  l.company_id = ${companyId}
  and (${searchParam === ''} or fold(l.name) like like_anywhere(${searchParam}) or fold(l.message) like like_anywhere(${searchParam}))`

export async function pageOfFileLists(
  ctx: Ctx,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: FileListRow[]; count: number }> {
  const { rows } = await sql<FileListRow>`
    select ${columns} from file_lists l where ${matching(ctx, searchParam)}
    order by fold(l.name), l.id limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(
    ctx.db,
  )
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from file_lists l where ${matching(ctx, searchParam)}`.execute(ctx.db)
  return { rows, count: counts[0]?.count ?? 0 }
}

export async function listFileLists({ companyId, db }: Ctx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from file_lists where company_id = ${companyId} order by fold(name), id`.execute(db)
  return rows
}

export async function findFileLists({ companyId, db }: Ctx, ids: readonly number[]): Promise<FileListRow[]> {
  const { rows } = await sql<FileListRow>`
    select ${columns} from file_lists l where l.company_id = ${companyId} and l.id = any (${[...ids]}::bigint[])`.execute(
    db,
  )
  return rows
}

/** Keeps lists from being deleted until the end of the unit of work. Returns the ids of those that there are. */
export async function lockFileLists({ companyId, db }: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from file_lists where company_id = ${companyId} and id = any (${[...ids]}::bigint[]) for key share`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Locks the list until the end of the unit of work, so that changes come one after the other. */
export async function lockFileList({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`select from file_lists where company_id = ${companyId} and id = ${id} for update`.execute(db)
}

/** Undefined: the company has as many as are allowed. */
export async function insertFileList(
  { companyId, db }: Ctx,
  { name, message }: { name: string; message: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into file_lists (company_id, name, message)
    select ${companyId}, ${name}, ${message}
    where (select count(*) from file_lists l where l.company_id = ${companyId}) < ${limits.fileListsPerCompany}
    returning id`.execute(db)
  return rows[0]?.id
}

/** Undefined: unchanged. */
export async function changeFileList(
  { companyId, db }: Ctx,
  id: number,
  change: { name?: string | undefined; message?: string | undefined },
): Promise<void> {
  await db
    .updateTable('file_lists')
    .set({ ...change, updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** The options of the list are these from now on, in this order; those with an id keep their file. */
export async function replaceOptions(
  { companyId, db }: Ctx,
  listId: number,
  options: readonly { id: number | null; name: string }[],
): Promise<void> {
  const rows = options.map(({ id, name }, position) => ({ id, name, position }))
  const given = recordset(rows, sql`id bigint, name text, position int`)
  await sql`
    with given as (${given}),
    gone as (
      delete from file_list_options o
      where o.company_id = ${companyId} and o.list_id = ${listId} and not exists (select from given g where g.id = o.id)),
    kept as (
      update file_list_options o set name = g.name, position = g.position from given g
      where o.company_id = ${companyId} and o.list_id = ${listId} and o.id = g.id)
    insert into file_list_options (company_id, list_id, position, name)
    select ${companyId}, ${listId}, g.position, g.name from given g where g.id is null order by g.position`.execute(db)
}

export async function setFileOfOption(
  { companyId, db }: Ctx,
  { listId, optionId, fileId }: { listId: number; optionId: number; fileId: number },
): Promise<void> {
  await sql`
    update file_list_options set file_id = ${fileId}
    where company_id = ${companyId} and list_id = ${listId} and id = ${optionId}`.execute(db)
}

export async function removeFileList({ companyId, db }: Ctx, id: number): Promise<void> {
  await db.deleteFrom('file_lists').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** The queues that send the list, in their order. */
export async function queuesWithFileList({ companyId, db }: Ctx, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from queues where company_id = ${companyId} and file_list_id = ${id} and archived_at is null
    order by position, fold(name)`.execute(db)
  return rows
}

/** The campaigns that may still send the list, the newest first. */
export async function campaignsWithFileList(
  { companyId, db }: Ctx,
  id: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from campaigns where company_id = ${companyId} and file_list_id = ${id} and status <> 'FINALIZADA'
    order by id desc`.execute(db)
  return rows
}

/** The options of menus that send the list, by queue. */
export async function optionsWithFileList({ companyId, db }: Ctx, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, o.name from chatbot_options o
    join queues q on q.company_id = o.company_id and q.id = o.queue_id and q.archived_at is null
    where o.company_id = ${companyId} and o.target_file_list_id = ${id}
    order by q.position, fold(q.name), o.position, o.id`.execute(db)
  return rows
}
