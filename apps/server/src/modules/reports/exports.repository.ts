import type { ReportExportView, ReportFormat, ReportRows } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

export interface ExportRecord {
  id: number
  user_id: number
  row_kind: ReportRows
  format: ReportFormat
  /** A `ReportFilter`. */
  filter: unknown
  state: ReportExportView['state']
  failure: string | null
  tries: number
  total: number | null
  done: number
  created_at: Date
  ended_at: Date | null
  storage_key: string | null
  bytes: number | null
}

const columns = sql`
  e.id, e.user_id, e.row_kind, e.format, e.filter, e.state, e.failure, e.tries, e.total, e.done, e.created_at, e.ended_at, f.storage_key, f.bytes`
const joins = sql`left join files f on f.company_id = e.company_id and f.id = e.file_id`

/** Those of the person, the newest first. */
export async function listExports(ctx: UserCtx, most: number): Promise<ExportRecord[]> {
  const { rows } = await sql<ExportRecord>`
    select ${columns} from report_exports e ${joins}
    where e.company_id = ${ctx.companyId} and e.user_id = ${ctx.actor.userId}
    order by e.id desc limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

export async function findExport(ctx: Ctx, id: number): Promise<ExportRecord | undefined> {
  const { rows } = await sql<ExportRecord>`
    select ${columns} from report_exports e ${joins}
    where e.company_id = ${ctx.companyId} and e.id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** Of the whole company. */
export async function countUnfinished(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from report_exports
    where company_id = ${ctx.companyId} and state in ('waiting', 'running')`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

export async function insertExport(
  ctx: UserCtx,
  { rows: rowKind, format, filter }: { rows: ReportRows; format: ReportFormat; filter: object },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_exports (company_id, user_id, row_kind, format, filter)
    values (${ctx.companyId}, ${ctx.actor.userId}, ${rowKind}, ${format}, ${JSON.stringify(filter)}::jsonb)
    returning id`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('the export was not stored')
  return row.id
}

/** A job begins it, perhaps again. Undefined: it is over, or was removed. */
export async function beginExport(ctx: Ctx, id: number): Promise<{ tries: number } | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update report_exports set state = 'running', tries = tries + 1, done = 0, touched_at = now()
    where company_id = ${ctx.companyId} and id = ${id} and state in ('waiting', 'running') returning tries`.execute(
    ctx.db,
  )
  return rows[0]
}

/** False: it was removed, or another job makes it. */
export async function noteProgress(
  ctx: Ctx,
  id: number,
  { tries, total, done }: { tries: number; total: number; done: number },
): Promise<boolean> {
  const { rows } = await sql`
    update report_exports set total = ${total}, done = ${done}, touched_at = now()
    where company_id = ${ctx.companyId} and id = ${id} and state = 'running' and tries = ${tries} returning id`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** False: it was removed, or another job makes it. */
export async function endExport(
  ctx: Ctx,
  id: number,
  { tries, total, fileId }: { tries: number; total: number; fileId: number },
): Promise<boolean> {
  const { rows } = await sql`
    update report_exports set state = 'done', total = ${total}, done = ${total}, file_id = ${fileId}, ended_at = now()
    where company_id = ${ctx.companyId} and id = ${id} and state = 'running' and tries = ${tries} returning id`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export async function failExport(ctx: Ctx, id: number, failure: string): Promise<void> {
  await sql`
    update report_exports set state = 'failed', failure = ${failure}, ended_at = now()
    where company_id = ${ctx.companyId} and id = ${id} and state in ('waiting', 'running')`.execute(ctx.db)
}

/** Removes one of the person, also one that is being made. Undefined: there is none. */
export async function removeExport(ctx: UserCtx, id: number): Promise<{ file_id: number | null } | undefined> {
  const { rows } = await sql<{ file_id: number | null }>`
    delete from report_exports
    where company_id = ${ctx.companyId} and id = ${id} and user_id = ${ctx.actor.userId} returning file_id`.execute(
    ctx.db,
  )
  return rows[0]
}

/** In hours. How long a file is kept. */
export const keptFor = 24
/** In hours. An export that no job has worked on for so long has failed: its job was given up with its process. */
const givenUpAfter = 1

export async function failAbandoned(operator: Db): Promise<void> {
  await sql`
    update report_exports set state = 'failed', failure = 'ERR_REPORT_FAILED', ended_at = now()
    where state = 'running' and touched_at < now() - make_interval(hours => ${givenUpAfter})`.execute(operator)
}

/** Their files are swept with others that nothing refers to. */
export async function removeOldExports(operator: Db): Promise<void> {
  await sql`delete from report_exports where ended_at < now() - make_interval(hours => ${keptFor})`.execute(operator)
}
