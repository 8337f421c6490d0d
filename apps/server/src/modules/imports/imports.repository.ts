import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

export interface Asked {
  since: string
  until: string | null
  takesGroups: boolean
  closesTickets: boolean
  /** The history comes once, by itself. */
  isOnce?: boolean
}

/** Starts an import. Waiting messages of an earlier import are discarded. */
export async function insertImport(ctx: Ctx, connectionId: number, asked: Asked): Promise<void> {
  await forgetImport(ctx, connectionId)
  await sql`
    insert into connection_imports (company_id, connection_id, since, until, takes_groups, closes_tickets, is_once)
    values (${ctx.companyId}, ${connectionId}, ${asked.since}, ${asked.until}, ${asked.takesGroups}, ${asked.closesTickets}, ${asked.isOnce ?? false})`.execute(
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
    set closes_tickets = true ${isRunning ? sql`` : sql`, state = 'closing'`}
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

export interface Import extends Omit<Asked, 'since' | 'until' | 'isOnce'> {
  isOnce: boolean
  connectionId: number
  since: Date
  until: Date | null
  state: 'preparing' | 'running' | 'closing'
  /** The phone has sent nothing for a while, and all its chunks are unpacked. */
  isQuiet: boolean
  /** Nothing will come any more. */
  isOver: boolean
}

/** What comes once may pause for hours. In days, how long it is waited for if its end is never told. */
const longest = 1

const isOver = sql`
  (${isQuiet} and (not i.is_once or i.is_told or i.heard_at < clock_timestamp() - interval '${sql.lit(longest)} days'))`

const columns = sql`
  i.connection_id as "connectionId", i.state, i.since, i.until, i.takes_groups as "takesGroups", i.closes_tickets as "closesTickets",
  i.is_once as "isOnce", ${isQuiet} as "isQuiet", ${isOver} as "isOver"`

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

/** Changes the dates of an import that is going on. What it has not brought in yet and lies outside of them is left out. */
export async function changeImport(ctx: Ctx, connectionId: number, asked: Asked): Promise<void> {
  const { since, until, closesTickets } = asked
  await sql`
    with changed as (
      update connection_imports set since = ${since}, until = ${until}, closes_tickets = ${closesTickets}
      where company_id = ${ctx.companyId} and connection_id = ${connectionId}
      returning connection_id)
    delete from history_messages h using changed c
    where h.company_id = ${ctx.companyId} and h.connection_id = c.connection_id
      and not (h.sent_at > ${since} and (${until}::timestamptz is null or h.sent_at < ${until}))`.execute(ctx.db)
  await sql`
    update connection_imports i set total = i.done + (
      select count(*) from history_messages h where h.company_id = i.company_id and h.connection_id = i.connection_id)
    where i.company_id = ${ctx.companyId} and i.connection_id = ${connectionId}`.execute(ctx.db)
}

/** Whether an import of this connection is going on, and of which kind. */
export async function findGoing(ctx: Ctx, connectionId: number): Promise<{ isOnce: boolean } | undefined> {
  const { rows } = await sql<{ isOnce: boolean }>`
    select is_once as "isOnce" from connection_imports
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and state in ('asked', 'preparing', 'running')`.execute(
    ctx.db,
  )
  return rows[0]
}
