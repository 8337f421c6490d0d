import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

export interface Asked {
  since: string
  until: string | null
  takesGroups: boolean
  closesTickets: boolean
}

/** Begins anew: what waits of an earlier one is not wanted any more. */
export async function insertImport(ctx: Ctx, connectionId: number, asked: Asked): Promise<void> {
  await forgetImport(ctx, connectionId)
  await sql`
    insert into connection_imports (company_id, connection_id, since, until, takes_groups, closes_tickets)
    values (${ctx.companyId}, ${connectionId}, ${asked.since}, ${asked.until}, ${asked.takesGroups}, ${asked.closesTickets})`.execute(
    ctx.db,
  )
}

export async function forgetImport(ctx: Ctx, connectionId: number): Promise<void> {
  // First this, whose row every step has locked: what a step is just adding is here before the rest is taken away.
  await sql`delete from connection_imports where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
  await forgetHistory(ctx, connectionId)
}

/** What was missed while the phone was not linked is wanted all the same. */
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

export async function setClosing(ctx: Ctx, connectionId: number, { isGoingOn }: { isGoingOn: boolean }): Promise<void> {
  await sql`
    update connection_imports
    set ${isGoingOn ? sql`closes_tickets = true` : sql`state = 'closing'`}
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
}

/** How long after the last word of the phone an import begins, and, where it has not said that this was all, how long it is waited for. In seconds. */
const quiet = { told: 35, untold: 120 }

const isQuiet = sql`
  (i.heard_at < clock_timestamp() - case when i.is_told then interval '${sql.lit(quiet.told)} seconds' else interval '${sql.lit(quiet.untold)} seconds' end
   and not exists (select from history_chunks c where c.company_id = i.company_id and c.connection_id = i.connection_id))`

export interface Import extends Omit<Asked, 'since' | 'until'> {
  connectionId: number
  since: Date
  until: Date | null
  state: 'preparing' | 'running' | 'closing'
  /** The phone has fallen silent, and all that it told is unpacked. */
  isQuiet: boolean
}

const columns = sql`
  i.connection_id as "connectionId", i.state, i.since, i.until, i.takes_groups as "takesGroups", i.closes_tickets as "closesTickets",
  ${isQuiet} as "isQuiet"`

/** Those that something can be done about; the row is locked. */
export async function lockImport(ctx: Ctx, connectionId: number): Promise<Import | undefined> {
  const { rows } = await sql<Import>`
    select ${columns} from connection_imports i
    where i.company_id = ${ctx.companyId} and i.connection_id = ${connectionId} and i.state in ('preparing', 'running', 'closing')
    for update of i`.execute(ctx.db)
  return rows[0]
}

/** Connections with an import that goes on, or with something of a phone's past that nobody has read yet. */
export async function listImports(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ connection_id: number }>`
    select connection_id from connection_imports
    where company_id = ${ctx.companyId} and state in ('preparing', 'running', 'closing')
    union
    select connection_id from history_chunks where company_id = ${ctx.companyId} and not_before <= now()
    order by connection_id`.execute(ctx.db)
  return rows.map((row) => row.connection_id)
}

/** Companies in which there is something to do now. */
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
