import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'

// Numbers of days that are over were counted already (`modules/numbers`). Whatever changes a fact of such a day marks the
// day in its own transaction, and it is counted again. Most changes are of today, and mark nothing.

/** `times`: a query with a column `at`. */
async function markDays({ companyId, db }: Ctx, times: RawBuilder<unknown>): Promise<void> {
  // A mark that is there is locked, so that a recount that has begun waits for this transaction.
  await sql`
    insert into changed_days (company_id, day)
    select distinct c.id, (x.at at time zone c.timezone)::date
    from companies c cross join (${times}) x
    where c.id = ${companyId} and x.at < date_trunc('day', now() at time zone c.timezone) at time zone c.timezone
    order by 2
    on conflict (company_id, day) do update set changed_at = now()`.execute(db)
}

const timesOf = (which: RawBuilder<unknown>) => sql`
  select t.at from ticket_turns a cross join lateral (values (a.created_at), (a.closed_at), (a.finished_at), (a.rated_at)) t (at)
  where ${which}`

/** Tickets have moved: with them their attendances, which may have begun on an earlier day. */
export const markMoved = (ctx: Ctx, ticketIds: readonly number[]): Promise<void> =>
  markDays(
    ctx,
    timesOf(sql`a.company_id = ${ctx.companyId} and a.ticket_id = any (${[...ticketIds]}::bigint[])
      and (a.finished_at is null or a.finished_at = now())`),
  )

/** Attendances of these contacts belong, or belonged, to somebody else; another one may be the first of the contact. */
export const markContacts = (ctx: Ctx, contactIds: readonly number[]): Promise<void> =>
  markDays(ctx, timesOf(sql`a.company_id = ${ctx.companyId} and a.contact_id = any (${[...contactIds]}::bigint[])`))

/** The ticket is going to be deleted. */
export async function markTicket(ctx: Ctx, ticketId: number): Promise<void> {
  await markDays(
    ctx,
    sql`
      ${timesOf(sql`a.company_id = ${ctx.companyId} and a.contact_id = (
        select o.contact_id from tickets o where o.company_id = ${ctx.companyId} and o.id = ${ticketId})`)}
      union all
      select w.ended_at from ticket_waits w where w.company_id = ${ctx.companyId} and w.ticket_id = ${ticketId}`,
  )
}

/** An answer on the phone that was told late. */
export async function markWaits(ctx: Ctx, waitIds: readonly number[]): Promise<void> {
  if (waitIds.length === 0) return
  await markDays(
    ctx,
    sql`select w.ended_at as at from ticket_waits w where w.company_id = ${ctx.companyId} and w.id = any (${[...waitIds]}::bigint[])`,
  )
}

/** The days that are marked, the oldest first. */
export async function listChangedDays({ companyId, db }: Ctx): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from changed_days where company_id = ${companyId} order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/** The day is being counted again. Waits for changes of it that are not committed. */
export async function unmarkDay({ companyId, db }: Ctx, day: string): Promise<void> {
  await sql`delete from changed_days where company_id = ${companyId} and day = ${day}::date`.execute(db)
}
