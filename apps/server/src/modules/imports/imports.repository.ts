import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

export interface Asked {
  since: string
  until: string | null
  takesGroups: boolean
  closesTickets: boolean
}

/** Starts an import. Waiting messages of an earlier import are discarded. */
export async function insertImport(ctx: Ctx, connectionId: number, asked: Asked): Promise<void> {
  await forgetImport(ctx, connectionId)
  await sql`
    insert into connection_imports (company_id, connection_id, since, until, takes_groups, closes_tickets)
    values (${ctx.companyId}, ${connectionId}, ${asked.since}, ${asked.until}, ${asked.takesGroups}, ${asked.closesTickets})`.execute(
    ctx.db,
  )
}

export async function forgetImport(ctx: Ctx, connectionId: number): Promise<void> {
  // Deleted first, because every step locks this row: what a running step adds is committed before the other deletes.
  await sql`delete from connection_imports where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
  await forgetHistory(ctx, connectionId)
}

/**
 * Keeps chunks with messages that were missed while the phone was not linked, because they are recovered without an
 * import.
 */
export async function forgetHistory(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    with chunks as (delete from history_chunks where company_id = ${ctx.companyId} and connection_id = ${connectionId} and for_import and missed_since is null),
    kept as (
      update history_chunks set for_import = false
      where company_id = ${ctx.companyId} and connection_id = ${connectionId} and missed_since is not null),
    names as (delete from history_names where company_id = ${ctx.companyId} and connection_id = ${connectionId})
    delete from history_messages where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
}

export async function setClosing(ctx: Ctx, connectionId: number, { isRunning }: { isRunning: boolean }): Promise<void> {
  await sql`
    update connection_imports
    set ${isRunning ? sql`closes_tickets = true` : sql`state = 'closing'`}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
}

/**
 * In seconds: how long an import waits after the last chunk of the phone, `last` if the phone said that it was the last
 * one, `open` if not.
 */
const quiet = { last: 35, open: 120 }

const isQuiet = sql`
  (i.heard_at < clock_timestamp() - case when i.is_told then interval '${sql.lit(quiet.last)} seconds' else interval '${sql.lit(quiet.open)} seconds' end
   and not exists (select from history_chunks c where c.company_id = i.company_id and c.connection_id = i.connection_id))`

export interface Import extends Omit<Asked, 'since' | 'until'> {
  connectionId: number
  since: Date
  until: Date | null
  state: 'preparing' | 'running' | 'closing'
  /** The phone has sent nothing for a while, and all its chunks are unpacked. */
  isQuiet: boolean
}

const columns = sql`
  i.connection_id as "connectionId", i.state, i.since, i.until, i.takes_groups as "takesGroups", i.closes_tickets as "closesTickets",
  ${isQuiet} as "isQuiet"`

/** Locks the import of a connection, if it is in a state that the worker handles. */
export async function lockImport(ctx: Ctx, connectionId: number): Promise<Import | undefined> {
  const { rows } = await sql<Import>`
    select ${columns} from connection_imports i
    where i.company_id = ${ctx.companyId} and i.connection_id = ${connectionId} and i.state in ('preparing', 'running', 'closing')
    for update of i`.execute(ctx.db)
  return rows[0]
}

/** Connections with a running import or with history of a phone that is not unpacked yet. */
export async function listImports(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ connection_id: number }>`
    select connection_id from connection_imports
    where company_id = ${ctx.companyId} and state in ('preparing', 'running', 'closing')
    union
    select connection_id from history_chunks where company_id = ${ctx.companyId} and not_before <= now()
    order by connection_id`.execute(ctx.db)
  return rows.map((row) => row.connection_id)
}

/** Companies with work that is due. */
export async function companiesWithImports(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select i.company_id from connection_imports i
    where i.state in ('running', 'closing') or (i.state = 'preparing' and ${isQuiet})
    union
    select company_id from history_chunks where not_before <= now()`.execute(operator)
  return rows.map((row) => row.company_id)
}

export async function setState(ctx: Ctx, connectionId: number, state: 'running' | 'closing' | 'done'): Promise<void> {
  await sql`
    update connection_imports set state = ${state} where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
}

export async function addDone(
  ctx: Ctx,
  connectionId: number,
  { count, reachedAt }: { count: number; reachedAt: Date },
): Promise<void> {
  await sql`
    update connection_imports set done = done + ${count}, reached_at = greatest(reached_at, ${reachedAt})
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
}
