import type { Recurrence, TemplateChoice } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import type { AskedByUser } from '#platform/work/due-work'
import type { Hold } from '#modules/sending-guard'

/** All times are compared by the clock of the database (R25). There is no lower bound: what is overdue is due (R29). */
const isDue = sql`s.status = 'PENDENTE' and s.send_at <= now() and s.not_before <= now()`

export async function companiesWithDue(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct s.company_id from schedules s where ${isDue}`.execute(operator)
  return rows.map(({ company_id }) => company_id)
}

/** So few that each is sent long before the others of a killed process are taken again. */
const batchSize = 16

export interface TakenSchedule extends AskedByUser {
  contact_id: number
}

export async function takeDue(ctx: Ctx): Promise<TakenSchedule[]> {
  const { rows } = await sql<TakenSchedule>`
    with due as materialized (
      select s.id from schedules s where s.company_id = ${ctx.companyId} and ${isDue}
      order by s.send_at, s.id limit ${sql.lit(batchSize)} for update skip locked),
    taken as (
      update schedules t set tries = t.tries + 1, not_before = now() + least(30 * 2 ^ t.tries, 900) * interval '1 second'
      from due where t.company_id = ${ctx.companyId} and t.id = due.id
      returning t.id, t.user_id, t.tries, t.contact_id, t.send_at)
    select id, user_id, tries, contact_id from taken order by send_at, id`.execute(ctx.db)
  return rows
}

export interface DueSchedule {
  id: number
  contact_id: number
  user_id: number
  connection_id: number | null
  body: string
  file_id: number | null
  media_type: string | null
  template: TemplateChoice | null
  send_at: Date
  recurrence: Recurrence
}

/** Locks it, if it is still to be sent: it may have been changed, removed or sent since it was taken. */
export async function lockDue(ctx: Ctx, id: number): Promise<DueSchedule | undefined> {
  const { rows } = await sql<DueSchedule>`
    select s.id, s.contact_id, s.user_id, s.connection_id, s.body, s.file_id, s.media_type, s.template, s.send_at, s.recurrence
    from schedules s
    where s.company_id = ${ctx.companyId} and s.id = ${id} and s.status = 'PENDENTE' and s.send_at <= now()
    for update`.execute(ctx.db)
  return rows[0]
}

/** In minutes: how often a message of a company that is not served is looked at. */
const looksAgain = 10
/** In hours. A message that is later than this would only confuse. */
const waitsFor = 24

/** Of a company that is not served. False: it has waited for a day. No try is counted. */
export async function letWait(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update schedules set tries = 0, not_before = now() + make_interval(mins => ${sql.lit(looksAgain)})
    where company_id = ${ctx.companyId} and id = ${id} and send_at > now() - make_interval(hours => ${sql.lit(waitsFor)})
    returning id`.execute(ctx.db)
  return rows.length > 0
}

/** The number may not start this talk now. No try is counted. */
export async function holdDue(ctx: Ctx, id: number, { reason, until }: Hold): Promise<void> {
  await sql`
    update schedules set tries = 0, held_reason = ${reason}, held_until = ${until}::timestamptz,
      not_before = coalesce(${until}::timestamptz, now() + make_interval(mins => ${sql.lit(looksAgain)}))
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** What waits for the company to be served, or for its number, is looked at now. */
export async function endWait(ctx: Ctx): Promise<void> {
  await sql`
    update schedules set not_before = '-infinity'
    where company_id = ${ctx.companyId} and status = 'PENDENTE' and send_at <= now() and tries = 0 and not_before > now()`.execute(
    ctx.db,
  )
}

/** The connections to try if none was chosen: the default one, then that of the contact's last ticket. */
export async function usualConnections(ctx: Ctx, contactId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from connections n
    left join tickets t on t.company_id = n.company_id and t.connection_id = n.id and t.contact_id = ${contactId}
      and t.is_latest
    where n.company_id = ${ctx.companyId} and n.archived_at is null and (n.is_default or t.id is not null)
    order by n.is_default desc, t.last_message_at desc nulls last, n.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

interface NewTicketDefaults {
  /** The author, if they still work here. */
  owner_id: number | null
  /** That of the conversation's last ticket, else the author's only queue. */
  queue_id: number | null
}

/** Where a new ticket for this message belongs. */
export async function defaultsOfNewTicket(
  ctx: Ctx,
  conversationId: number,
  userId: number,
): Promise<NewTicketDefaults | undefined> {
  const { rows } = await sql<NewTicketDefaults>`
    select case when u.archived_at is null then u.id end as owner_id,
      coalesce(
        (select t.queue_id from tickets t
         join queues q on q.company_id = t.company_id and q.id = t.queue_id and q.archived_at is null
         where t.company_id = u.company_id and t.conversation_id = ${conversationId} and t.is_latest),
        (select case when count(*) = 1 then min(uq.queue_id) end from user_queues uq
         where uq.company_id = u.company_id and uq.user_id = u.id)) as queue_id
    from users u where u.company_id = ${ctx.companyId} and u.id = ${userId}`.execute(ctx.db)
  return rows[0]
}

/** `lateAfter`: in minutes. */
export async function markSent(ctx: Ctx, id: number, sent: { messageId: number; lateAfter: number }): Promise<void> {
  await sql`
    update schedules
    set status = 'ENVIADA', sent_at = now(), message_id = ${sent.messageId}, failure = null, held_reason = null, held_until = null, updated_at = now(),
        is_late = now() > send_at + make_interval(mins => ${sent.lateAfter})
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** False: it was changed, removed or sent since. */
export async function markFailed(ctx: Ctx, id: number, failure: string): Promise<boolean> {
  const { rows } = await sql`
    update schedules set status = 'ERRO', failure = ${failure}, held_reason = null, held_until = null, updated_at = now()
    where company_id = ${ctx.companyId} and id = ${id} and status = 'PENDENTE' and send_at <= now()
    returning id`.execute(ctx.db)
  return rows.length > 0
}

/**
 * Adds the next one of a series, at the same time of day in the company's zone. Times that have passed are left out, so
 * after an outage one is sent late and not one for each day. Returns its id, if there is one.
 */
export async function addNext(ctx: Ctx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into schedules (company_id, contact_id, user_id, connection_id, body, file_id, media_type, template, send_at, recurrence,
                           recurs_from, recurs_until)
    select s.company_id, s.contact_id, s.user_id, s.connection_id, s.body, s.file_id, s.media_type, s.template, next.at, s.recurrence,
           s.recurs_from, s.recurs_until
    from schedules s
    join companies o on o.id = s.company_id
    cross join lateral (
      select x.here at time zone o.timezone as at, x.here::date as day
      from generate_series(1, 20000) as n
      cross join lateral (select s.recurs_from at time zone o.timezone + n * case s.recurrence
        when 'weekly' then interval '7 days' when 'monthly' then interval '1 month' when 'yearly' then interval '1 year'
        else interval '1 day' end as here) as x
      where x.here at time zone o.timezone > greatest(s.send_at, now())
        and (s.recurrence <> 'weekdays' or extract(isodow from x.here) < 6)
      order by n limit 1) as next
    where s.company_id = ${ctx.companyId} and s.id = ${id} and s.recurrence <> 'none'
      and (s.recurs_until is null or next.day <= s.recurs_until)
    returning id`.execute(ctx.db)
  return rows[0]?.id
}
