import { Schedules } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, recordset, sql } from '#platform/database/sql'
import { readHolidays, readSettings, schedulesOf, serviceSeconds } from '#modules/settings'

/** What ended a wait: a person here, somebody on the phone, or nothing (the ticket was closed without an answer). */
export type WaitEnd = 'user' | 'phone' | 'nobody'

interface Ended {
  /** A query with `ticket_id`, `began_at` and `ended_at`, of a ticket also several. Waits that began at no time are none. */
  waits: RawBuilder<unknown>
  by: WaitEnd
  userId?: number | null
}

/**
 * Inserts the waits of customers that have ended, and returns `id` and `ticket_id`: a part of the statement that ends
 * them, so that both are one transaction and one round trip. `keepServiceTime` comes after it.
 */
export const insertWaits = (ctx: Ctx, { waits, by, userId = null }: Ended): RawBuilder<unknown> => sql`
  insert into ticket_waits (company_id, ticket_id, turn_id, connection_id, queue_id, user_id, ended_by, is_first, is_group, is_imported,
                            began_at, ended_at, seconds, service_seconds)
  select t.company_id, t.id, r.id, t.connection_id, t.queue_id, ${userId}::bigint, ${by},
         r.id is not null and row_number() over (partition by e.ticket_id order by e.began_at) = 1
           and not exists (select from ticket_waits w where w.company_id = r.company_id and w.turn_id = r.id),
         t.is_group, coalesce(r.is_imported, false), e.began_at, l.ended_at, l.seconds, l.seconds
  from (${waits}) e
  join tickets t on t.company_id = ${ctx.companyId} and t.id = e.ticket_id
  left join ticket_turns r on r.company_id = t.company_id and r.ticket_id = t.id and r.finished_at is null
  cross join lateral (
    select greatest(e.ended_at, e.began_at) as ended_at,
           floor(extract(epoch from greatest(e.ended_at, e.began_at) - e.began_at))::integer as seconds) l
  where e.began_at is not null
  returning id, ticket_id`

/** In place of `insertWaits`. */
export const noWaits = sql`select null::bigint as id, null::bigint as ticket_id where false`

/** The waits of tickets that nobody has answered, because they end now. */
export async function endUnanswered(ctx: Ctx, ticketIds: readonly number[]): Promise<number[]> {
  if (ticketIds.length === 0) return []
  const waits = sql`
    select o.id as ticket_id, o.waiting_since as began_at, now() as ended_at from tickets o
    where o.company_id = ${ctx.companyId} and o.id = any (${[...ticketIds]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    with ended as (${insertWaits(ctx, { waits, by: 'nobody' })}) select id from ended`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

interface WaitRow {
  id: number
  began_at: Date
  ended_at: Date
  timezone: string
  company_hours: unknown
  connection_hours: unknown
  queue_hours: unknown
}

/** Counts how much of these waits was within service hours. Without hours it is all of it, as they were inserted. */
export async function keepServiceTime(ctx: Ctx, waitIds: readonly number[]): Promise<void> {
  if (waitIds.length === 0) return
  const { scheduleType } = await readSettings(ctx)
  if (scheduleType === 'disabled') return
  const [waits, holidays] = await Promise.all([findWaits(ctx, waitIds), readHolidays(ctx)])
  const rows = waits.map((wait) => {
    const schedules = schedulesOf(scheduleType, {
      company: Schedules.parse(wait.company_hours),
      connection: Schedules.parse(wait.connection_hours),
      queue: wait.queue_hours === null ? undefined : Schedules.parse(wait.queue_hours),
    })
    const { timezone: timeZone, began_at: from, ended_at: until } = wait
    return { id: wait.id, service_seconds: serviceSeconds(schedules, { from, until, timeZone, holidays }) }
  })
  await sql`
    update ticket_waits w set service_seconds = least(x.service_seconds, w.seconds)
    from (${recordset(rows, sql`id bigint, service_seconds int`)}) as x
    where w.company_id = ${ctx.companyId} and w.id = x.id`.execute(ctx.db)
}

async function findWaits(ctx: Ctx, ids: readonly number[]): Promise<WaitRow[]> {
  const { rows } = await sql<WaitRow>`
    select w.id, w.began_at, w.ended_at, c.timezone, c.opening_hours as company_hours, n.opening_hours as connection_hours,
           q.opening_hours as queue_hours
    from ticket_waits w
    join companies c on c.id = w.company_id
    join connections n on n.company_id = w.company_id and n.id = w.connection_id
    left join queues q on q.company_id = w.company_id and q.id = w.queue_id
    where w.company_id = ${ctx.companyId} and w.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return rows
}
