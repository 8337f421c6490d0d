import type { Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface InboxEntry {
  id: number
  connection_id: number
  lane: string
  payload: Inbound
  attempts: number
  received_at: Date
}

/** One worker per company at a time, whichever process it is in: that is what keeps conversations in order. */
export async function isOnlyWorker(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('inbox'), ${ctx.companyId}) as locked`.execute(ctx.db)
  return rows[0]?.locked ?? false
}

/** The oldest entries that are due. One that waits for its next try holds back its own lane, and no other (R7). */
export async function takeEntries(ctx: Ctx, most: number): Promise<InboxEntry[]> {
  const { rows } = await sql<InboxEntry>`
    with held as materialized (
      select connection_id, lane, min(id) as first from inbox
      where company_id = ${ctx.companyId} and attempts > 0 and dead_at is null and not_before > now()
      group by connection_id, lane)
    select i.id, i.connection_id, i.lane, i.payload, i.attempts, i.received_at
    from inbox i
    where i.company_id = ${ctx.companyId} and i.dead_at is null
      and not exists (select from held h where h.connection_id = i.connection_id and h.lane = i.lane and h.first <= i.id)
    order by i.id limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

/** False: another process has worked it off since it was taken. */
export async function isWaiting(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`select from inbox where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  return rows.length > 0
}

export async function removeEntries(ctx: Ctx, ids: number[]): Promise<void> {
  await sql`delete from inbox where company_id = ${ctx.companyId} and id = any (${ids}::bigint[])`.execute(ctx.db)
}

export const mostTries = 8

/** The next try after 1, 2, 4, … seconds with jitter; after eight of them it is dead, to be seen and run again by the operator (R26). */
export async function postponeEntry(ctx: Ctx, id: number, reason: string): Promise<void> {
  await sql`
    update inbox set attempts = attempts + 1, error = ${reason.slice(0, 500)},
      not_before = now() + make_interval(secs => power(2, attempts) * (0.8 + 0.4 * random())),
      dead_at = case when attempts + 1 >= ${mostTries} then now() end
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}
