import type { Ctx, UserActor } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { isServed } from '#modules/companies'
import { ticketIsSeen } from '#modules/visibility'

/** All times are compared by the clock of the database (R25). */
const isDue = sql`o.looks_at <= now()`

/** A person waits for somebody: not one who answers a menu of the bot. Out of hours the bot only says so. */
const waits = sql`
  t.status = 'pending' and t.waiting_since is not null
  and (t.imported_at is null or t.last_message_at > t.imported_at)
  and not (t.user_id is null and t.bot @> '{"isBot": true}' and not t.bot @> '{"isOutOfHour": true}')`

/** Companies where somebody may have to be called. */
export async function companiesToLook(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct o.company_id from on_calls o
    join companies c on c.id = o.company_id and ${isServed}
    where ${isDue} and exists (select from tickets t where t.company_id = o.company_id and ${waits})`.execute(operator)
  return rows.map(({ company_id }) => company_id)
}

export interface DuePerson {
  id: number
  user_id: number
  phone: string
  interval_minutes: number
  after_notices: number
  days: unknown
  timezone: string
  now: Date
  email: string
  language: string | null
}

/** In seconds, how soon a person is looked at again. */
const looksAgain = 5

/** Takes the next person, so that no other process looks at them meanwhile. */
export async function takePerson({ companyId, db }: Ctx): Promise<DuePerson | undefined> {
  const { rows } = await sql<DuePerson>`
    with due as (
      select o.id from on_calls o where o.company_id = ${companyId} and ${isDue}
      order by o.looks_at, o.id limit 1 for update skip locked)
    update on_calls o set looks_at = now() + make_interval(secs => ${sql.lit(looksAgain)})
    from due, companies c, users u
    where o.company_id = ${companyId} and o.id = due.id and c.id = o.company_id and ${isServed}
      and u.company_id = o.company_id and u.id = o.user_id
    returning o.id, o.user_id, o.phone, o.interval_minutes, o.after_notices, o.days, c.timezone, now() as now, u.email, u.language`.execute(
    db,
  )
  return rows[0]
}

/** The entry of a person who is about to be told something, locked until the end of the unit of work. */
export async function lockPerson({ companyId, db }: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from on_calls where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return rows.length > 0
}

/** A person gets so many messages in a minute at most. */
const most = 5

/** Whether there may be more to tell, which waits for a minute. */
export const isMuch = (told: readonly number[]): boolean => told.length >= most

export async function letRest({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`
    update on_calls set looks_at = now() + interval '1 minute' where company_id = ${companyId} and id = ${id}`.execute(
    db,
  )
}

/**
 * Tickets of which this person gets a notice now, the longest wait first: those that they see, and of which they had none
 * within their interval. Who is called after others waits for the notices that went to those since the customer waits.
 * Nobody accepts them before the end of the unit of work; one that somebody is accepting is left to the next look.
 */
export async function ticketsToTell(
  { companyId, db }: Ctx,
  actor: UserActor,
  { interval_minutes, after_notices }: Pick<DuePerson, 'interval_minutes' | 'after_notices'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tickets t
    where t.company_id = ${companyId} and ${waits} and ${ticketIsSeen(actor)}
      and not exists (
        select from on_call_notices n where n.company_id = t.company_id and n.ticket_id = t.id and n.user_id = ${actor.userId}
          and n.created_at > now() - make_interval(mins => ${interval_minutes}))
      and (select count(*) from on_call_notices n where n.company_id = t.company_id and n.ticket_id = t.id
           and n.user_id <> ${actor.userId} and n.created_at >= t.waiting_since) >= ${after_notices}
    order by t.waiting_since, t.id limit ${sql.lit(most)} for share of t skip locked`.execute(db)
  return rows.map(({ id }) => id)
}

interface NewNotice {
  ticketId: number
  userId: number
  /** Null: no connection could carry a message, so the person is told in the application. */
  messageId: string | null
}

export async function keepNotice({ companyId, db }: Ctx, { ticketId, userId, messageId }: NewNotice): Promise<void> {
  await sql`
    insert into on_call_notices (company_id, ticket_id, user_id, message_id, is_in_house)
    values (${companyId}, ${ticketId}, ${userId}, ${messageId}, ${messageId === null})`.execute(db)
}

/** Messages about a ticket that no connection has carried, if nobody has to be called about it any more. */
export async function waitingNotices({ companyId, db }: Ctx, ticketId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from on_call_notices n
    join private_messages m on m.company_id = n.company_id and m.id = n.message_id and m.status = 'waiting'
    join tickets t on t.company_id = n.company_id and t.id = n.ticket_id and t.status <> 'pending'
    where n.company_id = ${companyId} and n.ticket_id = ${ticketId} order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** In seconds, how long a message waits for its connection until the person is told in the application too. */
const forConnection = sql.lit(60)

/** Tickets that still wait, and of which no connection has carried this person's notice of the last hour. */
export async function takeUnsent({ companyId, db }: Ctx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ ticket_id: number }>`
    update on_call_notices n set is_in_house = true
    from tickets t, private_messages m
    where t.company_id = ${companyId} and ${waits}
      and n.company_id = t.company_id and n.ticket_id = t.id and n.user_id = ${userId} and not n.is_in_house
      and n.created_at > now() - interval '1 hour'
      and m.company_id = n.company_id and m.id = n.message_id
      and (m.status in ('mailed', 'failed') or m.status = 'waiting' and m.created_at < now() - make_interval(secs => ${forConnection}))
    returning n.ticket_id`.execute(db)
  return [...new Set(rows.map(({ ticket_id }) => ticket_id))]
}
