import { limits } from '@guiche/contract'
import { type Db, type RawBuilder, type SqlBool, sql } from '#platform/database/sql'

export interface HelpRow {
  id: number
  title: string
  description: string
  video: string
  created_at: Date
  updated_at: Date
}

const columns = sql`h.id, h.title, h.description, h.video, h.created_at, h.updated_at`

const matching = (searchParam: string): RawBuilder<SqlBool> => sql`
  (${searchParam === ''} or fold(h.title) like like_anywhere(${searchParam}) or fold(h.description) like like_anywhere(${searchParam}))`

export async function pageOfHelps(
  db: Db,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: HelpRow[]; count: number }> {
  const { rows } = await sql<HelpRow>`
    select ${columns} from helps h where ${matching(searchParam)}
    order by fold(h.title) limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from helps h where ${matching(searchParam)}`.execute(db)
  return { rows, count: counts[0]?.count ?? 0 }
}

export async function allHelps(db: Db): Promise<HelpRow[]> {
  return (await sql<HelpRow>`select ${columns} from helps h order by fold(h.title)`.execute(db)).rows
}

export async function findHelp(db: Db, id: number): Promise<HelpRow | undefined> {
  return (await sql<HelpRow>`select ${columns} from helps h where h.id = ${id}`.execute(db)).rows[0]
}

/** Locks it until the end of the transaction. */
export async function lockHelp(operator: Db, id: number): Promise<HelpRow | undefined> {
  return (await sql<HelpRow>`select ${columns} from helps h where h.id = ${id} for update`.execute(operator)).rows[0]
}

export interface HelpValues {
  title: string
  description: string
  video: string
}

export async function insertHelp(operator: Db, { title, description, video }: HelpValues): Promise<number> {
  const { id } = await operator
    .insertInto('helps')
    .values({ title, description, video })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Undefined: unchanged. */
export async function changeHelp(
  operator: Db,
  id: number,
  { title, description, video }: { [Field in keyof HelpValues]?: string | undefined },
): Promise<void> {
  await operator
    .updateTable('helps')
    .set({ title, description, video, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function removeHelp(operator: Db, id: number): Promise<void> {
  await operator.deleteFrom('helps').where('id', '=', id).execute()
}
