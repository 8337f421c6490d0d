import type { ContactSheet, SheetField, SheetProblem } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { type Db, recordset, sql } from '#platform/database/sql'

export interface SheetRecord {
  id: number
  name: string
  titles: string[]
  state: 'reading' | ContactSheet['state']
  fields: string[]
  completes: boolean
  total: number
  done: number
  created: number
  completed: number
  unchanged: number
  failed: number
}

export interface WaitingRow {
  line: number
  cells: string[]
}

const columns = sql`id, name, titles, state, fields, completes, total, done, created, completed, unchanged, failed`

export async function insertSheet(
  ctx: UserCtx,
  { name, titles, fields }: { name: string; titles: string[]; fields: SheetField[] },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into contact_sheets (company_id, user_id, name, titles, fields)
    values (${ctx.companyId}, ${ctx.actor.userId}, ${name}, ${titles}::text[], ${fields}::text[]) returning id`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Error('the sheet was not stored')
  return row.id
}

export async function countSheets(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contact_sheets where company_id = ${ctx.companyId}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Removes the oldest sheets that are neither read nor imported at the moment. */
export async function removeOldest(ctx: Ctx, most: number): Promise<void> {
  if (most <= 0) return
  await sql`
    delete from contact_sheets where company_id = ${ctx.companyId} and id in (
      select id from contact_sheets where company_id = ${ctx.companyId} and state in ('ready', 'done')
      order by id limit ${most})`.execute(ctx.db)
}

export async function insertRows(ctx: Ctx, sheetId: number, rows: readonly WaitingRow[]): Promise<void> {
  await sql`
    with added as (
      insert into contact_sheet_rows (company_id, sheet_id, line, cells)
      select ${ctx.companyId}, ${sheetId}, x.line, x.cells from (${recordset(rows, sql`line int, cells text[]`)}) as x
      returning line)
    update contact_sheets set total = total + (select count(*) from added) where company_id = ${ctx.companyId} and id = ${sheetId}`.execute(
    ctx.db,
  )
}

/** A sheet of this person that was read to its end. */
export async function findSheet(ctx: UserCtx, id: number): Promise<SheetRecord | undefined> {
  const { rows } = await sql<SheetRecord>`
    select ${columns} from contact_sheets
    where company_id = ${ctx.companyId} and id = ${id} and user_id = ${ctx.actor.userId} and state <> 'reading'`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Locks a sheet that is being imported. */
export async function lockRunningSheet(ctx: Ctx, id: number): Promise<SheetRecord | undefined> {
  const { rows } = await sql<SheetRecord>`
    select ${columns} from contact_sheets
    where company_id = ${ctx.companyId} and id = ${id} and state = 'running' for update`.execute(ctx.db)
  return rows[0]
}

export async function setReady(ctx: Ctx, id: number): Promise<void> {
  await sql`update contact_sheets set state = 'ready' where company_id = ${ctx.companyId} and id = ${id} and state = 'reading'`.execute(
    ctx.db,
  )
}

/** False: the import has begun already. */
export async function beginImport(
  ctx: Ctx,
  id: number,
  { fields, completes }: { fields: SheetField[]; completes: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update contact_sheets set state = 'running', fields = ${fields}::text[], completes = ${completes}
    where company_id = ${ctx.companyId} and id = ${id} and state = 'ready' returning id`.execute(ctx.db)
  return rows.length > 0
}

export async function endImport(ctx: Ctx, id: number): Promise<void> {
  await sql`update contact_sheets set state = 'done' where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** In bytes. A row of a sheet can have 50 texts of 5,000 letters, so a page of rows ends here too. */
const fullPage = 4 * 1_048_576

/** The next rows that were not refused: at least one if there is one, and no more than `most` or some megabytes. */
export async function waitingRows(
  ctx: Ctx,
  sheetId: number,
  { after, most }: { after: number; most: number },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with next as (
      select line, cells, octet_length(array_to_string(cells, '')) as bytes from contact_sheet_rows
      where company_id = ${ctx.companyId} and sheet_id = ${sheetId} and line > ${after} and problem is null
      order by line limit ${most}),
    counted as (select line, cells, sum(bytes) over (order by line) - bytes as before from next)
    select line, cells from counted where before < ${fullPage} order by line`.execute(ctx.db)
  return rows
}

export interface Outcome {
  created: number
  completed: number
  unchanged: number
  /** Rows that are done. */
  lines: number[]
  problems: SheetProblem[]
}

/** Removes rows that are done, keeps the problems of others, and counts both. */
export async function storeOutcome(
  ctx: Ctx,
  sheetId: number,
  { created, completed, unchanged, lines, problems }: Outcome,
): Promise<void> {
  const refused = problems.map((problem) => ({ line: problem.line, problem }))
  await sql`
    with gone as (
      delete from contact_sheet_rows
      where company_id = ${ctx.companyId} and sheet_id = ${sheetId} and line = any (${lines}::int[])),
    refused as (
      update contact_sheet_rows r set problem = x.problem, cells = '{}'
      from (${recordset(refused, sql`line int, problem jsonb`)}) as x
      where r.company_id = ${ctx.companyId} and r.sheet_id = ${sheetId} and r.line = x.line)
    update contact_sheets set done = done + ${lines.length + problems.length}, created = created + ${created},
      completed = completed + ${completed}, unchanged = unchanged + ${unchanged}, failed = failed + ${problems.length}
    where company_id = ${ctx.companyId} and id = ${sheetId}`.execute(ctx.db)
}

export async function listProblems(ctx: Ctx, sheetId: number, most: number): Promise<SheetProblem[]> {
  const { rows } = await sql<{ problem: SheetProblem | null }>`
    select problem from contact_sheet_rows
    where company_id = ${ctx.companyId} and sheet_id = ${sheetId} and problem is not null order by line limit ${most}`.execute(
    ctx.db,
  )
  return rows.flatMap(({ problem }) => (problem ? [problem] : []))
}

/** False: there is no such sheet, or it is being imported. */
export async function removeSheet(ctx: UserCtx, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from contact_sheets
    where company_id = ${ctx.companyId} and id = ${id} and user_id = ${ctx.actor.userId} and state <> 'running' returning id`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** Sheets of yesterday, and those whose import was given up. */
export async function removeOldSheets(operator: Db): Promise<void> {
  await sql`
    delete from contact_sheets
    where created_at < now() - case when state = 'running' then interval '7 days' else interval '1 day' end`.execute(
    operator,
  )
}
