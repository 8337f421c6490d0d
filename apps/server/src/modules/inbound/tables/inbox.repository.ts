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

/** Only one worker per company at a time, in any process, because this keeps conversations in order. */
export async function isOnlyWorker(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('inbox'), ${ctx.companyId}) as locked`.execute(ctx.db)
  return rows[0]?.locked ?? false
}

/** What one transaction processes. `bytes` are those of the stored entries; a larger entry is processed alone. */
const batch = { lookAt: 1000, entries: 100, perLane: 20, bytes: 512 * 1024 }

export interface InboxBatch {
  /** In the order of arrival. */
  entries: InboxEntry[]
  /** More entries are due. */
  isMore: boolean
}

/** The entries that are due, if no other worker processes the company's. */
export async function takeAlone(ctx: Ctx): Promise<InboxBatch> {
  // One round trip. The second statement sees what was committed before the first got the lock.
  const [isOnly, batch] = await Promise.all([isOnlyWorker(ctx), takeEntries(ctx)])
  return isOnly ? batch : { entries: [], isMore: false }
}

/**
 * Entries that are due: first the oldest of each lane, then the second of each, so that a flood in some chats does not
 * delay the others. Among them acks come last: a campaign brings many, and a customer does not wait for any. Order is kept
 * within a lane, except that an ack may come later. An entry that waits for a retry holds back its own lane only.
 */
async function takeEntries(ctx: Ctx): Promise<InboxBatch> {
  const { rows } = await sql<InboxEntry & { due: number }>`
    with held as materialized (
      select connection_id, lane, min(id) as first from inbox
      where company_id = ${ctx.companyId} and attempts > 0 and dead_at is null and not_before > now()
      group by connection_id, lane),
    due as materialized (
      select i.id, i.connection_id, i.lane, i.payload ->> 'kind' = 'ack' as is_ack
      from inbox i
      where i.company_id = ${ctx.companyId} and i.dead_at is null
        and not exists (select from held h where h.connection_id = i.connection_id and h.lane = i.lane and h.first <= i.id)
      order by i.id limit ${sql.lit(batch.lookAt)}),
    in_turn as materialized (
      select id, nth, is_ack from (
        select id, is_ack, row_number() over (partition by connection_id, lane order by id) as nth from due) numbered
      where nth <= ${sql.lit(batch.perLane)} order by nth, is_ack, id limit ${sql.lit(batch.entries)}),
    measured as (
      select i.*, row_number() over (order by t.nth, t.is_ack, t.id) as turn,
        sum(octet_length(i.payload::text)) over (order by t.nth, t.is_ack, t.id) as bytes
      from in_turn t join inbox i on i.company_id = ${ctx.companyId} and i.id = t.id)
    select id, connection_id, lane, payload, attempts, received_at, (select count(*)::int from due) as due
    from measured where turn = 1 or bytes <= ${sql.lit(batch.bytes)} order by id`.execute(ctx.db)
  return { entries: rows, isMore: (rows[0]?.due ?? 0) > rows.length }
}

/** False: another process has processed the entry meanwhile. */
export async function isWaiting(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`select from inbox where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  return rows.length > 0
}

export async function removeEntries(ctx: Ctx, ids: number[]): Promise<void> {
  await sql`delete from inbox where company_id = ${ctx.companyId} and id = any (${ids}::bigint[])`.execute(ctx.db)
}

/** In ms, the pauses between the tries of an entry. */
const retryPause: Backoff = { base: 1000, factor: 2, cap: 128_000, jitter: 0.2 }
export const maxTries = 8

/** Retries after a growing pause; after its last try the entry is dead, and the operator can see and retry it. */
export async function postponeEntry(
  ctx: Ctx,
  { id, attempts }: Pick<InboxEntry, 'id' | 'attempts'>,
  reason: string,
): Promise<void> {
  const pause = pauseAfter(retryPause, attempts + 1)
  await sql`
    update inbox set attempts = attempts + 1, error = ${reason.slice(0, 500)},
      not_before = now() + make_interval(secs => ${pause / 1000}),
      dead_at = case when attempts + 1 >= ${maxTries} then now() end
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** Removes entries that have been dead for `days` days without being retried. */
export async function removeDeadEvents(operator: Db, days: number, most: number): Promise<number> {
  const { rows } = await sql`
    delete from inbox where (company_id, id) in (
      select company_id, id from inbox where dead_at < now() - make_interval(days => ${days}) limit ${most})
    returning id`.execute(operator)
  return rows.length
}

/** Retries a dead entry for the operator. False: there is none. */
export async function reviveEntry(
  operator: Db,
  { companyId, id }: { companyId: number; id: number },
): Promise<boolean> {
  const { rows } = await sql`
    update inbox set dead_at = null, attempts = 0, not_before = now()
    where company_id = ${companyId} and id = ${id} and dead_at is not null returning id`.execute(operator)
  return rows.length > 0
}

/** Parked events whose message has not come after a day are removed (R9). */
export async function removeOldParked(operator: Db): Promise<void> {
  await sql`delete from parked_events where created_at < now() - interval '24 hours'`.execute(operator)
}
