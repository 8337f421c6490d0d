import { isServed } from '#modules/companies'
import type { Ctx } from '#platform/context'
import { type Db, recordset, sql } from '#platform/database/sql'
import type { Taken } from '#platform/work/due-work'

/**
 * What happens to a ticket at a time. `rating`: the customer is no longer waited for. `inactivity`: they are warned, and
 * later the ticket is closed. `redirect`: it gets a queue, because nobody chose one. `rotation`: an attendant, and later
 * the next one. `queuePosition`: the customer reads their place in the queue. `optionClose`: an option of a menu has said
 * its last.
 */
export type TimerKind = 'rating' | 'inactivity' | 'redirect' | 'rotation' | 'queuePosition' | 'optionClose'

interface NewTimer {
  /** By the clock of the database; or in seconds from now. */
  due: Date | number
  detail?: object
}

/**
 * Sets the timer of this kind, in place of an earlier one of the same ticket. The caller has locked the ticket, as
 * everybody who sets or removes timers.
 */
export async function setTimer(
  ctx: Ctx,
  ticketId: number,
  kind: TimerKind,
  { due, detail = {} }: NewTimer,
): Promise<void> {
  await sql`
    insert into ticket_timers as x (company_id, ticket_id, kind, due_at, detail)
    values (${ctx.companyId}, ${ticketId}, ${kind}, ${dueAt(due)}, ${JSON.stringify(detail)}::jsonb)
    on conflict (company_id, ticket_id, kind) do update
      set set_id = excluded.set_id, due_at = excluded.due_at, detail = excluded.detail, tries = 0, not_before = '-infinity'`.execute(
    ctx.db,
  )
}

const dueAt = (due: Date | number) =>
  typeof due === 'number' ? sql`clock_timestamp() + make_interval(secs => ${due})` : sql`${due}::timestamptz`

export async function clearTimers(ctx: Ctx, ticketIds: readonly number[], kinds: readonly TimerKind[]): Promise<void> {
  if (ticketIds.length === 0) return
  await sql`
    delete from ticket_timers
    where company_id = ${ctx.companyId} and ticket_id = any (${[...ticketIds]}::bigint[]) and kind = any (${[...kinds]}::text[])`.execute(
    ctx.db,
  )
}

/** All times are compared by the clock of the database (R25). What became due while nothing ran is due. */
const isDue = sql`x.due_at <= now() and x.not_before <= now()`

/** Of companies that are served. In the others, what is due is done late. */
export async function companiesWithDue(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select due.company_id
    from (select distinct x.company_id from ticket_timers x where ${isDue}) due
    join companies c on c.id = due.company_id and ${isServed}`.execute(operator)
  return rows.map(({ company_id }) => company_id)
}

export interface TakenTimer extends Taken {
  ticket_id: number
  kind: TimerKind
}

/** How many are taken together, in one round trip. */
const batchSize = 100

/** The oldest first. They stay taken for a time that grows with each try. */
export async function takeDue(ctx: Ctx): Promise<TakenTimer[]> {
  const { rows } = await sql<TakenTimer>`
    with due as materialized (
      select x.company_id, x.ticket_id, x.kind from ticket_timers x
      where x.company_id = ${ctx.companyId} and ${isDue}
        and exists (select from companies c where c.id = ${ctx.companyId} and ${isServed})
      order by x.due_at, x.ticket_id limit ${sql.lit(batchSize)} for update skip locked),
    taken as (
      update ticket_timers t set tries = t.tries + 1, not_before = now() + least(10 * 2 ^ t.tries, 600) * interval '1 second'
      from due where t.company_id = due.company_id and t.ticket_id = due.ticket_id and t.kind = due.kind
      returning t.set_id as id, t.ticket_id, t.kind, t.tries, t.due_at)
    select id, ticket_id, kind, tries from taken order by due_at, ticket_id`.execute(ctx.db)
  return rows
}

/** A timer whose time has come. */
export interface DueTimer {
  detail: unknown
  /** In seconds: how long ago its time came. */
  late_by: number
}

/**
 * Removes timers that are taken, and answers those that were not done, removed or set anew since, by `id`. The caller has
 * locked the tickets, and does what is due in the same unit of work: so it is done once, whatever is killed and however many
 * processes do this.
 */
export async function endTimers(ctx: Ctx, timers: readonly TakenTimer[]): Promise<Map<number, DueTimer>> {
  const taken = timers.map(({ id, ticket_id, kind }) => ({ id, ticket_id, kind }))
  const { rows } = await sql<DueTimer & { id: number }>`
    delete from ticket_timers x using (${recordset(taken, sql`id bigint, ticket_id bigint, kind text`)}) as d
    where x.company_id = ${ctx.companyId} and x.ticket_id = d.ticket_id and x.kind = d.kind and x.set_id = d.id
    returning x.set_id as id, x.detail, extract(epoch from now() - x.due_at)::float8 as late_by`.execute(ctx.db)
  return new Map(rows.map(({ id, ...due }) => [id, due]))
}

/** These users have come: the waiting tickets of their queues are assigned now. Locked ones are looked at soon anyway. */
export async function hastenRotation(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  await sql`
    update ticket_timers x set due_at = now(), not_before = '-infinity'
    from (
      select w.ticket_id from ticket_timers w
      join tickets t on t.company_id = w.company_id and t.id = w.ticket_id and t.status = 'pending'
      where w.company_id = ${ctx.companyId} and w.kind = 'rotation' and w.due_at > now()
        and exists (select from user_queues uq where uq.company_id = t.company_id and uq.queue_id = t.queue_id
                    and uq.user_id = any (${[...userIds]}::bigint[]))
      for update of w skip locked) as waiting
    where x.company_id = ${ctx.companyId} and x.kind = 'rotation' and x.ticket_id = waiting.ticket_id`.execute(ctx.db)
}
