import { type Backoff, type Inbound, pauseAfter } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

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

/** What one transaction works off. The bytes are those of the entries as they are stored; one that is larger comes alone. */
const batch = { lookAt: 1000, entries: 100, perLane: 20, bytes: 512 * 1024 }

export interface InboxBatch {
  /** In the order in which they came. */
  entries: InboxEntry[]
  /** Others are due as well. */
  isMore: boolean
}

/**
 * Entries that are due: first the oldest of each lane, then the second of each, so that a flood in some chats does not hold
 * up the others. Within a lane the order is kept. An entry that waits for its next try holds back its own lane and no other.
 */
export async function takeEntries(ctx: Ctx): Promise<InboxBatch> {
  const { rows } = await sql<InboxEntry & { due: number }>`
    with held as materialized (
      select connection_id, lane, min(id) as first from inbox
      where company_id = ${ctx.companyId} and attempts > 0 and dead_at is null and not_before > now()
      group by connection_id, lane),
    due as materialized (
      select i.id, i.connection_id, i.lane
      from inbox i
      where i.company_id = ${ctx.companyId} and i.dead_at is null
        and not exists (select from held h where h.connection_id = i.connection_id and h.lane = i.lane and h.first <= i.id)
      order by i.id limit ${sql.lit(batch.lookAt)}),
    in_turn as materialized (
      select id, nth from (
        select id, row_number() over (partition by connection_id, lane order by id) as nth from due) numbered
      where nth <= ${sql.lit(batch.perLane)} order by nth, id limit ${sql.lit(batch.entries)}),
    measured as (
      select i.*, row_number() over (order by t.nth, t.id) as turn, sum(octet_length(i.payload::text)) over (order by t.nth, t.id) as bytes
      from in_turn t join inbox i on i.company_id = ${ctx.companyId} and i.id = t.id)
    select id, connection_id, lane, payload, attempts, received_at, (select count(*)::int from due) as due
    from measured where turn = 1 or bytes <= ${sql.lit(batch.bytes)} order by id`.execute(ctx.db)
  return { entries: rows, isMore: (rows[0]?.due ?? 0) > rows.length }
}

/** False: another process has worked it off since it was taken. */
export async function isWaiting(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`select from inbox where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  return rows.length > 0
}

export async function removeEntries(ctx: Ctx, ids: number[]): Promise<void> {
  await sql`delete from inbox where company_id = ${ctx.companyId} and id = any (${ids}::bigint[])`.execute(ctx.db)
}

/** In ms: the pauses between the tries to work off an entry. */
const retryPause: Backoff = { base: 1000, factor: 2, cap: 128_000, jitter: 0.2 }
export const mostTries = 8

/** It is tried again after a pause that grows; after its last try it is dead, to be seen and run again by the operator. */
export async function postponeEntry(
  ctx: Ctx,
  { id, attempts }: Pick<InboxEntry, 'id' | 'attempts'>,
  reason: string,
): Promise<void> {
  const pause = pauseAfter(retryPause, attempts + 1)
  await sql`
    update inbox set attempts = attempts + 1, error = ${reason.slice(0, 500)},
      not_before = now() + make_interval(secs => ${pause / 1000}),
      dead_at = case when attempts + 1 >= ${mostTries} then now() end
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** Events that were given up so many days ago: nobody has run them again. */
export async function removeDeadEvents(operator: Db, days: number, most: number): Promise<number> {
  const { rows } = await sql`
    delete from inbox where (company_id, id) in (
      select company_id, id from inbox where dead_at < now() - make_interval(days => ${days}) limit ${most})
    returning id`.execute(operator)
  return rows.length
}

/** The operator runs a dead one again. False: there is none. */
export async function reviveEntry(
  operator: Db,
  { companyId, id }: { companyId: number; id: number },
): Promise<boolean> {
  const { rows } = await sql`
    update inbox set dead_at = null, attempts = 0, not_before = now()
    where company_id = ${companyId} and id = ${id} and dead_at is not null returning id`.execute(operator)
  return rows.length > 0
}

/** What waits for a message that never came is let go after a day (R9). */
export async function removeOldParked(operator: Db): Promise<void> {
  await sql`delete from parked_events where created_at < now() - interval '24 hours'`.execute(operator)
}
