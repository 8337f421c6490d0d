import type { Ctx } from '#platform/context'
import { type Db, type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'

/** What says nothing of the number: nobody was to get the message, or the network decides about its reader or its template. */
const otherwise = [
  'ERR_CAMPAIGN_STOPPED',
  'ERR_OPTED_OUT',
  'ERR_MARKETING_HELD_BACK',
  'ERR_MARKETING_STOPPED',
  'ERR_TEMPLATE_PAUSED',
  'ERR_TEMPLATE_MISSING',
  'ERR_PAYMENT_MISSING',
]

/** A number is paused when so many of its last sends have failed, or so many of their readers want no more. */
const judged = { sends: 50, failures: 5, readers: 200, optOuts: 6 } as const

/**
 * What the last sends say. Failures: 10 % of the last 50 whose outcome is known. Opt-outs: 3 % of the last 200. A number that
 * has sent less is paused at the same counts.
 */
export async function findBadSign(ctx: Ctx, connectionId: number): Promise<'failures' | 'optOuts' | undefined> {
  const { rows } = await sql<{ failures: number; opt_outs: number }>`
    with recent as materialized (
      select s.message_id, s.is_opt_out from number_guards g
      cross join lateral (
        select o.message_id, o.is_opt_out from number_guard_sends o
        where o.company_id = g.company_id and o.connection_id = g.connection_id and o.sent_at > g.judged_from
        order by o.message_id desc limit ${sql.lit(judged.readers)}) s
      where g.company_id = ${ctx.companyId} and g.connection_id = ${connectionId}),
    settled as (
      select m.failure from recent r join messages m on m.company_id = ${ctx.companyId} and m.id = r.message_id
      where (m.failure is not null or m.ack > 0) and coalesce(m.failure, '') <> all (${otherwise}::text[])
      order by m.id desc limit ${sql.lit(judged.sends)})
    select (select count(*) from settled where failure is not null)::int as failures,
      (select count(*) from recent where is_opt_out)::int as opt_outs`.execute(ctx.db)
  const { failures = 0, opt_outs = 0 } = rows[0] ?? {}
  if (failures >= judged.failures) return 'failures'
  return opt_outs >= judged.optOuts ? 'optOuts' : undefined
}

interface Used {
  connectionId: number
  /** YYYY-MM-DD */
  day: string
  strangers: number
  known: number
  byPeople?: number
}

/**
 * Adds to what a number has used on a day. `most`: false, and nothing is added, if it would be more. Others who use the number
 * wait for the end of this unit of work, so it comes last.
 */
export async function addUsed(
  ctx: Ctx,
  { connectionId, day, strangers, known, byPeople = 0 }: Used,
  most?: { strangers: number; known: number },
): Promise<boolean> {
  const fits: RawBuilder<SqlBool> = most
    ? sql`d.strangers + excluded.strangers <= greatest(${most.strangers}, d.strangers) and d.known + excluded.known <= greatest(${most.known}, d.known)`
    : sql`true`
  const { rows } = await sql`
    insert into number_guard_days as d (company_id, connection_id, day, strangers, known, by_people)
    values (${ctx.companyId}, ${connectionId}, ${day}::date, ${strangers}, ${known}, ${byPeople})
    on conflict (company_id, connection_id, day) do update
      set strangers = d.strangers + excluded.strangers, known = d.known + excluded.known, by_people = d.by_people + excluded.by_people
      where ${fits}
    returning d.connection_id`.execute(ctx.db)
  return rows.length > 0
}

/** A message that has started a talk by itself. */
export interface Started {
  messageId: number
  /** The company has heard from its reader before. */
  isKnown: boolean
}

export async function addSends(
  ctx: Ctx,
  { connectionId, day }: Pick<Used, 'connectionId' | 'day'>,
  started: readonly Started[],
): Promise<void> {
  const rows = started.map(({ messageId, isKnown }) => ({ message_id: messageId, is_known: isKnown }))
  await sql`
    insert into number_guard_sends (company_id, message_id, connection_id, day, is_known)
    select ${ctx.companyId}, x.message_id, ${connectionId}, ${day}::date, x.is_known
    from (${recordset(rows, sql`message_id bigint, is_known boolean`)}) as x`.execute(ctx.db)
}

/** These messages were taken back before they have left. Returns what they had used. */
export async function removeSends(
  ctx: Ctx,
  messageIds: readonly number[],
): Promise<Pick<Used, 'connectionId' | 'day' | 'strangers' | 'known'>[]> {
  const { rows } = await sql<{ connection_id: number; day: string; strangers: number; known: number }>`
    with gone as (
      delete from number_guard_sends
      where company_id = ${ctx.companyId} and message_id = any (${[...messageIds]}::bigint[])
      returning connection_id, day, is_known)
    select connection_id, day, count(*) filter (where not is_known)::int as strangers, count(*) filter (where is_known)::int as known
    from gone where day is not null group by connection_id, day order by connection_id, day`.execute(ctx.db)
  return rows.map(({ connection_id: connectionId, ...used }) => ({ connectionId, ...used }))
}

export async function subtractUsed(
  ctx: Ctx,
  { connectionId, day, strangers, known }: Pick<Used, 'connectionId' | 'day' | 'strangers' | 'known'>,
): Promise<void> {
  await sql`
    update number_guard_days set strangers = greatest(0, strangers - ${strangers}::int), known = greatest(0, known - ${known}::int)
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and day = ${day}::date`.execute(ctx.db)
}

/** Who reads in these conversations wants no more such messages. Counts against the last one that each of them got. */
export async function noteOptOuts(ctx: Ctx, conversationIds: readonly number[]): Promise<void> {
  await sql`
    with last as (
      select s.message_id from unnest(${[...conversationIds]}::bigint[]) as v (id)
      cross join lateral (
        select o.message_id from messages m
        join number_guard_sends o on o.company_id = m.company_id and o.message_id = m.id
        where m.company_id = ${ctx.companyId} and m.conversation_id = v.id
        order by m.id desc limit 1) s)
    update number_guard_sends o set is_opt_out = true
    from last where o.company_id = ${ctx.companyId} and o.message_id = last.message_id`.execute(ctx.db)
}

/** A talk that a person has started with a ticket. */
export async function talkOfTicket(
  ctx: Ctx,
  ticketId: number,
): Promise<{ connection_id: number; day: string; is_known: boolean } | undefined> {
  const { rows } = await sql<{ connection_id: number; day: string; is_known: boolean }>`
    select t.connection_id, (t.created_at at time zone c.timezone)::date as day,
      exists (
        select from conversations v
        where v.company_id = t.company_id and v.contact_id = t.contact_id and v.last_inbound_at is not null) as is_known
    from tickets t
    join companies c on c.id = t.company_id
    join contacts p on p.company_id = t.company_id and p.id = t.contact_id and not p.is_group
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId}`.execute(ctx.db)
  return rows[0]
}

/** A person as the guard is asked about them. */
export type Person = { contactId: number } | { number: string }

/**
 * Whether the company has heard from them, and whether a talk goes on: then nothing is started. Of nobody whom it knows
 * neither.
 */
export async function findPerson(ctx: Ctx, person: Person): Promise<{ is_known: boolean; is_talking: boolean }> {
  const contact: RawBuilder<number> =
    'contactId' in person
      ? sql`${person.contactId}::bigint`
      : sql`(select i.contact_id from contact_identities i
             where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = phone_key(${person.number}) limit 1)`
  const { rows } = await sql<{ is_known: boolean; is_talking: boolean }>`
    select
      exists (
        select from conversations v
        where v.company_id = ${ctx.companyId} and v.contact_id = p.id and v.last_inbound_at is not null) as is_known,
      exists (
        select from conversations v
        join tickets t on t.company_id = v.company_id and t.conversation_id = v.id and t.status <> 'closed'
        where v.company_id = ${ctx.companyId} and v.contact_id = p.id)
      or exists (select from contacts g where g.company_id = ${ctx.companyId} and g.id = p.id and g.is_group) as is_talking
    from (select ${contact} as id) p`.execute(ctx.db)
  return rows[0] ?? { is_known: false, is_talking: false }
}

/** Whether the company has heard from the person of `p`, a query with the column `key`. */
export const isKnown = ({ companyId }: Pick<Ctx, 'companyId'>): RawBuilder<SqlBool> => sql`
  exists (
    select from contact_identities i
    cross join lateral (
      select from conversations v
      where v.company_id = i.company_id and v.contact_id = i.contact_id and v.last_inbound_at is not null limit 1) v
    where i.company_id = ${companyId} and i.kind = 'phone' and i.scope = '' and i.key = p.key)`

/** In days. */
const kept = { sends: 30, days: 400 } as const

export async function removeOldSends(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from number_guard_sends where (company_id, message_id) in (
      select company_id, message_id from number_guard_sends
      where sent_at < now() - make_interval(days => ${kept.sends}) limit ${most})
    returning message_id`.execute(operator)
  return rows.length
}

export async function removeOldDays(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from number_guard_days where (company_id, connection_id, day) in (
      select company_id, connection_id, day from number_guard_days
      where day < current_date - ${kept.days}::int limit ${most})
    returning connection_id`.execute(operator)
  return rows.length
}
