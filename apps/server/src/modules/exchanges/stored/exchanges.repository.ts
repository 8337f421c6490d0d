import type { AnswererKind } from '@guiche/contract'
import { isServed } from '#modules/companies'
import type { Ctx } from '#platform/context'
import { type Db, recordset, sql } from '#platform/database/sql'
import { together } from '#platform/database/together'
import { storableJson } from '#platform/text'
import type { Traced } from './trace.ts'

/** In seconds. How long it waits for more of the customer, after each message and at most. */
export const pause = { each: 1, most: 5 }

/** How many of one service are asked at a time. Those that wait hold nothing but their row. */
export const mostAtOnce = 16

/** In seconds. A process that lives says so much sooner. */
const lease = sql.lit(12)

/** An exchange that so many processes have not ended has something to do with it. */
const mostAttempts = sql.lit(3)

/** In minutes. How long an exchange waits while others of its service are asked, and while nothing runs. */
const longest = { busy: sql.lit(3), late: sql.lit(15) }

const isOpen = sql`e.state in ('due', 'asking')`
const isDue = sql`(e.state = 'due' and e.due_at <= now() or e.state = 'asking' and e.claimed_until <= now())`

export interface NewExchange {
  ticketId: number
  kind: AnswererKind
  answererId: number
  /** The message of the customer. */
  messageId: number
  /** The message has led to the service, such as a choice in a menu. */
  isEntry: boolean
}

export async function insertExchange(
  ctx: Ctx,
  { ticketId, kind, answererId, messageId, isEntry }: NewExchange,
): Promise<void> {
  await sql`
    with unwanted as (
      update exchanges e set state = 'void', reason = 'newerMessage', ended_at = clock_timestamp()
      where e.company_id = ${ctx.companyId} and e.ticket_id = ${ticketId} and e.state = 'asking'
      returning case when not e.is_entry then e.first_message_id end as first_message_id)
    insert into exchanges as x (company_id, ticket_id, kind, answerer_id, message_id, first_message_id, is_entry, due_at)
    select ${ctx.companyId}, ${ticketId}, ${kind}, ${answererId}, ${messageId},
           coalesce((select first_message_id from unwanted), ${messageId}), ${isEntry},
           clock_timestamp() + make_interval(secs => ${sql.lit(pause.each)})
    on conflict (company_id, ticket_id) where state in ('due', 'asking') do update set
      kind = excluded.kind, answerer_id = excluded.answerer_id, message_id = excluded.message_id,
      first_message_id = case when x.is_entry then excluded.first_message_id else x.first_message_id end,
      is_entry = excluded.is_entry,
      due_at = least(excluded.due_at, x.created_at + make_interval(secs => ${sql.lit(pause.most)}))`.execute(ctx.db)
}

/** Of companies that are served. In the others, what is due is done late. */
export async function companiesWithDue(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select due.company_id
    from (select distinct e.company_id from exchanges e where ${isOpen} and ${isDue}) due
    join companies c on c.id = due.company_id and ${isServed}`.execute(operator)
  return rows.map(({ company_id }) => company_id)
}

/** Why a service is not asked. */
export type Refusal = 'breakerOpen' | 'busy' | 'late' | 'tried'

export interface Claimed {
  id: number
  ticket_id: number
  kind: AnswererKind
  answerer_id: number
  message_id: number
  first_message_id: number
  is_entry: boolean
  answer_id: string
  attempt: number
  refusal: Refusal | null
}

/**
 * Claims what is due, at most `most` of it, and of each service no more than may be asked at a time. Claims of one company
 * wait for each other by the rows of its services.
 */
export async function claimDue(ctx: Ctx, most: number): Promise<Claimed[]> {
  const { companyId, db } = ctx
  // One round trip. The last statement sees what was committed before the lock.
  const [, , { rows }] = await together([
    sql`
      insert into answerer_breakers (company_id, kind, answerer_id)
      select distinct e.company_id, e.kind, e.answerer_id from exchanges e
      where e.company_id = ${companyId} and ${isOpen} and ${isDue}
      on conflict do nothing`.execute(db),
    sql`select from answerer_breakers where company_id = ${companyId} order by kind, answerer_id for update`.execute(
      db,
    ),
    sql<Claimed>`
      with services as materialized (
        select b.kind, b.answerer_id, coalesce(b.open_until > now(), false) as is_broken,
               case when b.open_until is null then ${sql.lit(mostAtOnce)} else 1 end
                 - (select count(*) from exchanges e where e.company_id = b.company_id and e.kind = b.kind
                    and e.answerer_id = b.answerer_id and e.state = 'asking' and e.claimed_until > now()) as room
        from answerer_breakers b where b.company_id = ${companyId}),
      waiting as materialized (
        select e.id, e.due_at, s.room, row_number() over (partition by e.kind, e.answerer_id order by e.due_at, e.id) as place,
               case when e.attempt >= ${mostAttempts} then 'tried'
                    when s.is_broken then 'breakerOpen'
                    when e.due_at < now() - make_interval(mins => ${longest.late}) then 'late'
                    when s.room <= 0 and e.due_at < now() - make_interval(mins => ${longest.busy}) then 'busy' end as refusal
        from exchanges e join services s on s.kind = e.kind and s.answerer_id = e.answerer_id
        where e.company_id = ${companyId} and ${isOpen} and ${isDue}),
      chosen as materialized (
        select e.id, w.refusal
        from (select * from waiting where refusal is not null or place <= room order by due_at limit ${most}) w
        join exchanges e on e.company_id = ${companyId} and e.id = w.id and ${isDue}
        for update of e skip locked)
      update exchanges e set state = 'asking', attempt = e.attempt + 1, asked_at = now(),
        claimed_until = now() + make_interval(secs => ${lease})
      from chosen where e.company_id = ${companyId} and e.id = chosen.id
      returning e.id, e.ticket_id, e.kind, e.answerer_id, e.message_id, e.first_message_id, e.is_entry, e.answer_id,
                e.attempt, chosen.refusal`.execute(db),
  ])
  return rows
}

/** One try of an exchange. */
export interface Try {
  companyId: number
  id: number
  attempt: number
}

/** Says that this process still works on these. Answers those that are still wanted. */
export async function renewClaims(operator: Db, tries: readonly Try[]): Promise<Set<number>> {
  const given = tries.map(({ companyId, id, attempt }) => ({ company_id: companyId, id, attempt }))
  const { rows } = await sql<{ id: number }>`
    update exchanges e set claimed_until = now() + make_interval(secs => ${lease})
    from (${recordset(given, sql`company_id int, id bigint, attempt int`)}) as x
    where e.company_id = x.company_id and e.id = x.id and e.attempt = x.attempt and e.state = 'asking'
    returning e.id`.execute(operator)
  return new Set(rows.map(({ id }) => id))
}

/** The process stops: another one asks. */
export async function releaseClaim(ctx: Ctx, { id, attempt }: Try): Promise<void> {
  await sql`
    update exchanges set state = 'due', due_at = now(), attempt = attempt - 1, claimed_until = null
    where company_id = ${ctx.companyId} and id = ${id} and attempt = ${attempt} and state = 'asking'`.execute(ctx.db)
}

/** False: it is not wanted any more, or another process has this exchange now (R27). */
export async function lockTry(ctx: Ctx, { id, attempt }: Try): Promise<boolean> {
  const { rows } = await sql`
    select from exchanges
    where company_id = ${ctx.companyId} and id = ${id} and attempt = ${attempt} and state = 'asking' for update`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export interface Ending {
  state: 'answered' | 'void' | 'failed'
  reason: string | null
  tookMs: number | null
  trace: readonly Traced[]
  /** How many messages the answer is. */
  messages?: number
}

export async function endExchange(
  ctx: Ctx,
  id: number,
  { state, reason, tookMs, trace, messages = 0 }: Ending,
): Promise<void> {
  await sql`
    update exchanges set state = ${state}, reason = ${reason}, ended_at = clock_timestamp(), claimed_until = null,
      took_ms = ${tookMs}, trace = ${storableJson(trace)}::jsonb, messages = ${messages}
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** How many times services have answered in a ticket in these minutes, also those that said nothing then. */
export async function countAnswers(ctx: Ctx, ticketId: number, minutes: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exchanges
    where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and state = 'answered'
      and ended_at > now() - make_interval(mins => ${minutes})`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** What is under way in these tickets is not wanted any more. */
export async function voidExchanges(ctx: Ctx, ticketIds: readonly number[], reason: string): Promise<void> {
  await sql`
    update exchanges e set state = 'void', reason = ${reason}, ended_at = clock_timestamp(), claimed_until = null
    where e.company_id = ${ctx.companyId} and e.ticket_id = any (${[...ticketIds]}::bigint[]) and ${isOpen}`.execute(
    ctx.db,
  )
}

/** The same in all tickets of a contact whose bot is off. */
export async function voidOfSilenced(ctx: Ctx, contactId: number): Promise<void> {
  await sql`
    update exchanges e set state = 'void', reason = 'botDisabled', ended_at = clock_timestamp(), claimed_until = null
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where e.company_id = ${ctx.companyId} and ${isOpen} and t.company_id = e.company_id and t.id = e.ticket_id
      and c.id = ${contactId} and (c.bot_disabled or not c.is_active)`.execute(ctx.db)
}

/** Removes what nobody looks at any more. Returns how many. */
export async function removeOldExchanges(operator: Db, days: number, most: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from exchanges where (company_id, id) in (
      select company_id, id from exchanges
      where created_at < now() - make_interval(days => ${days}) and state not in ('due', 'asking') limit ${most})
    returning id`.execute(operator)
  return rows.length
}
