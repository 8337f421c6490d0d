import type { StoredChannel } from '@guiche/channel'
import type { TemplateChoice } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'
import { hasFeature, isServed } from '#modules/companies'
import { priorities } from '#modules/delivery'
import type { Room } from '#modules/sending-guard'
import { leftOut } from './left-out.ts'

/** In seconds. The outbox gets what is due within this time, so that little is in it when a campaign is stopped. */
const ahead = 2

/** The most messages of campaigns that wait in the outbox of a connection. */
export const mostWaiting = 100

/** A connection gets further ones when no more wait than these, so that one turn gives many people their messages. */
export const refilledAt = mostWaiting / 2

/** Whether campaigns of the company run now, as SQL: its plan includes them, and it is served. */
export const isRunning = ({ companyId }: Pick<Ctx, 'companyId'>): RawBuilder<SqlBool> => sql`
  exists (
    select from companies c join plans p on p.id = c.plan_id
    where c.id = ${companyId} and ${isServed} and ${hasFeature('useCampaigns')})`

export async function mayRun(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ may_run: boolean }>`select ${isRunning(ctx)} as may_run`.execute(ctx.db)
  return rows[0]?.may_run ?? false
}

/** Companies with a campaign that runs or is to start, or with news for browsers. */
export async function companiesWithWork(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from companies c
    where exists (select from campaign_news w where w.company_id = c.id and w.changed_at > w.told_at)
      or ${isServed} and exists (
        select from campaigns p
        where p.company_id = c.id and (p.status = 'EM_ANDAMENTO' or p.status = 'PROGRAMADA' and p.scheduled_at <= now()))`.execute(
    operator,
  )
  return rows.map(({ id }) => id)
}

/** The next campaign to start. One whose list still gets people waits for the last of them. */
export async function nextToStart(ctx: Ctx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select p.id from campaigns p
    where p.company_id = ${ctx.companyId}
      and (p.status = 'PROGRAMADA' and p.scheduled_at <= now() or p.status = 'EM_ANDAMENTO' and p.started_at is null)
      and not exists (
        select from contact_lists l
        where l.company_id = p.company_id and l.id = p.list_id and l.removed_at is null and l.filled_to is not null)
    order by p.scheduled_at, p.id limit 1 for update skip locked`.execute(ctx.db)
  return rows[0]?.id
}

export interface Turn {
  campaign_id: number
  connection_id: number
  channel: StoredChannel
  /** It did not send when it was asked last. */
  is_held: boolean
  has_templates: boolean
}

/** In seconds: how often a connection that is held is asked about again. */
const asksAgain = 5

/**
 * The connections of running campaigns whose next message is due, if no person has paused them, and few wait in the outbox.
 * Campaigns with nobody left to write to have no turn.
 */
export async function dueTurns(ctx: Ctx): Promise<Turn[]> {
  const { rows } = await sql<Turn>`
    select k.campaign_id, k.connection_id, n.channel, k.held_reason is not null as is_held, p.templates is not null as has_templates from campaigns p
    join campaign_paces k on k.company_id = p.company_id and k.campaign_id = p.id
    join connections n on n.company_id = k.company_id and n.id = k.connection_id
    where p.company_id = ${ctx.companyId} and p.status = 'EM_ANDAMENTO' and p.started_at is not null
      and k.next_at <= clock_timestamp() + make_interval(secs => ${ahead}) and n.archived_at is null
      and k.paused_at is null
      and (k.held_reason is null or k.held_until <= clock_timestamp() or k.asked_at < clock_timestamp() - make_interval(secs => ${asksAgain}))
      and exists (
        select from campaign_recipients r
        where r.company_id = p.company_id and r.campaign_id = p.id and r.state = 'waiting' and r.not_before <= clock_timestamp())
      and (select count(*) from (
        select from outbox o
        where o.company_id = k.company_id and o.connection_id = k.connection_id and o.priority = ${sql.lit(priorities.campaign)}
        limit ${sql.lit(refilledAt + 1)}) as w) <= ${sql.lit(refilledAt)}
    order by k.next_at, k.campaign_id, k.position`.execute(ctx.db)
  return rows
}

export interface LockedTurn {
  messages: string[]
  confirmations: string[]
  templates: (TemplateChoice | null)[] | null
  confirmation_templates: (TemplateChoice | null)[] | null
  file_id: number | null
  media_type: string | null
  file_list_id: number | null
  connection_name: string
  company_name: string
  timezone: string
  language: string
  /** Null: it has not sent yet. In ms, by the database's clock. */
  next_at: number | null
  in_row: number
  now: number
  until: number
  /** Messages of campaigns that wait in the outbox of the connection. */
  waiting: number
  /** The last of them should have left some seconds ago: nobody serves the connection now. */
  is_behind: boolean
}

/**
 * In seconds. A connection whose last planned message is late by this much gets no further ones. Later the message stands in
 * the way no more: something else holds it, like an entry before it in its conversation.
 */
const behind = { from: 5, until: 60 }

/** What a campaign says. */
type TurnWording = Pick<
  LockedTurn,
  'messages' | 'confirmations' | 'templates' | 'confirmation_templates' | 'file_id' | 'file_list_id'
>

export async function readWording(ctx: Ctx, { campaign_id }: Turn): Promise<TurnWording | undefined> {
  const { rows } = await sql<TurnWording>`
    select p.messages, p.confirmations, p.templates, p.confirmation_templates, p.file_id, p.file_list_id from campaigns p
    where p.company_id = ${ctx.companyId} and p.id = ${campaign_id}`.execute(ctx.db)
  return rows[0]
}

/** Locks the campaign against changes, and the connection's pace. Undefined: it was stopped, or another process has the turn. */
export async function lockTurn(ctx: Ctx, { campaign_id, connection_id }: Turn): Promise<LockedTurn | undefined> {
  const { rows } = await sql<{ id: number }>`
    select p.id from campaigns p
    where p.company_id = ${ctx.companyId} and p.id = ${campaign_id} and p.status = 'EM_ANDAMENTO' for share`.execute(
    ctx.db,
  )
  if (rows.length === 0) return undefined
  const { rows: turns } = await sql<LockedTurn>`
    select p.messages, p.confirmations, p.templates, p.confirmation_templates, p.file_id, p.media_type, p.file_list_id, n.name as connection_name, c.name as company_name, c.timezone, c.language,
      case when k.next_at > '-infinity' then (extract(epoch from k.next_at) * 1000)::float8 end as next_at, k.in_row,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      ((extract(epoch from clock_timestamp()) + ${ahead}) * 1000)::float8 as until,
      planned.waiting, coalesce(clock_timestamp() - planned.newest between
        make_interval(secs => ${behind.from}) and make_interval(secs => ${behind.until}), false) as is_behind
    from campaign_paces k
    join campaigns p on p.company_id = k.company_id and p.id = k.campaign_id
    join connections n on n.company_id = k.company_id and n.id = k.connection_id
    join companies c on c.id = k.company_id
    cross join lateral (
      select count(*)::int as waiting,
        max(o.not_before) filter (where o.spacing > 0 and (o.taken_until is null or o.taken_until <= clock_timestamp())) as newest
      from outbox o
      where o.company_id = k.company_id and o.connection_id = k.connection_id and o.priority = ${sql.lit(priorities.campaign)}) planned
    where k.company_id = ${ctx.companyId} and k.campaign_id = ${campaign_id} and k.connection_id = ${connection_id}
      and k.next_at <= clock_timestamp() + make_interval(secs => ${ahead}) and n.archived_at is null
      and k.paused_at is null
    for update of k skip locked`.execute(ctx.db)
  return turns[0]
}

export interface Candidate {
  id: number
  person_key: string
  name: string
  number: string
  email: string
  variables: Record<string, string>
  step: 'request' | 'content'
  /** They have said yes, so they wait for it. */
  is_confirmed: boolean
  /** They have written to the company before. */
  is_known: boolean
  reason: string | null
  /** They have a ticket that is not closed. */
  is_talking: boolean
  /** An earlier try of their message may have arrived. It is repeated as it was, so that it arrives once. */
  is_tried: boolean
  external_id: string | null
  variant: number | null
  connection_id: number | null
}

interface Side {
  campaign_id: number | RawBuilder<number>
  connection_id: number | RawBuilder<number>
}

/**
 * Whether `r` waits for its message now and may get it on this connection. Who was written to on one connection stays there
 * until it is deleted.
 */
export const waitsFor = (ctx: Ctx, { campaign_id, connection_id }: Side): RawBuilder<SqlBool> => sql`
  (r.company_id = ${ctx.companyId} and r.campaign_id = ${campaign_id} and r.state = 'waiting' and r.not_before <= clock_timestamp()
   and (r.connection_id is null or r.connection_id = ${connection_id} or exists (
     select from connections o where o.company_id = r.company_id and o.id = r.connection_id and o.archived_at is not null)))`

interface Wanted {
  most: number
  /** How many of each kind the number may still write to. */
  left: Room['left']
  /** Only people of whom it is known that the network has their number. */
  checksNumbers: boolean
}

/** First those who have said yes. */
export async function lockCandidates(
  ctx: Ctx,
  turn: Turn,
  { most, left, checksNumbers }: Wanted,
): Promise<Candidate[]> {
  const next = (isKnown: boolean, count: number) => sql`
    select r.id, r.person_key as key, r.person_key, r.name, r.number, r.email, r.variables, r.step, r.is_valid, false as is_group,
      r.confirmed_at is not null as is_confirmed, r.is_known, r.not_before, r.is_tried, r.external_id, r.variant, r.connection_id
    from campaign_recipients r
    where ${waitsFor(ctx, turn)} and r.is_known = ${isKnown} and (r.is_valid is not null or not ${checksNumbers})
    order by r.step, r.not_before, r.id limit ${Math.min(most, count)} for update skip locked`
  const { rows } = await sql<Candidate>`
    with known as materialized (${next(true, left.known)}), stranger as materialized (${next(false, left.strangers)}),
    p as materialized (
      select * from (select * from known union all select * from stranger) as both_kinds
      order by step, not_before, id limit ${most})
    select p.id, p.person_key, p.name, p.number, p.email, p.variables, p.step, p.is_confirmed, p.is_known, p.is_tried,
      p.external_id, p.variant, p.connection_id, ${leftOut(ctx, turn.campaign_id)} as reason,
      exists (
        select from contact_identities i
        cross join lateral (
          select from tickets t
          where t.company_id = i.company_id and t.contact_id = i.contact_id and t.status <> 'closed' limit 1) t
        where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = p.key) as is_talking
    from p order by p.step, p.not_before, p.id`.execute(ctx.db)
  return rows
}

interface Unchecked {
  id: number
  number: string
}

/** People whose number the network was not asked about, of those who are next. Who has a conversation there needs no question. */
export async function nextUnchecked(
  ctx: Ctx,
  turn: Turn,
  { most, left }: { most: number; left: Room['left'] },
): Promise<Unchecked[]> {
  await sql`
    with known as (
      select r.id from campaign_recipients r
      where ${waitsFor(ctx, turn)} and r.is_valid is null and (r.is_known or ${left.strangers > 0}) and exists (
        select from contact_identities i
        cross join lateral (
          select from conversations v
          where v.company_id = i.company_id and v.contact_id = i.contact_id and v.connection_id = ${turn.connection_id} limit 1) v
        where i.company_id = r.company_id and i.kind = 'phone' and i.scope = '' and i.key = r.person_key)
      order by r.step, r.not_before, r.id limit ${most} for update skip locked)
    update campaign_recipients r set is_valid = true from known k
    where r.company_id = ${ctx.companyId} and r.id = k.id`.execute(ctx.db)
  const { rows } = await sql<Unchecked>`
    select r.id, r.number from campaign_recipients r
    where ${waitsFor(ctx, turn)} and r.is_valid is null and (r.is_known or ${left.strangers > 0})
    order by r.step, r.not_before, r.id limit ${most}`.execute(ctx.db)
  return rows
}

/** What the network has said of a number: its own form of it, or null if it has none. */
export async function keepChecks(ctx: Ctx, checks: readonly { id: number; known: string | null }[]): Promise<void> {
  const rows = checks.map(({ id, known }) => ({ id, number: known }))
  await sql`
    update campaign_recipients r set is_valid = x.number is not null, number = coalesce(x.number, r.number),
      state = case when x.number is null then 'skipped' else r.state end,
      reason = case when x.number is null then 'invalid' else r.reason end, updated_at = now()
    from (${recordset(rows, sql`id bigint, number text`)}) as x
    where r.company_id = ${ctx.companyId} and r.id = x.id and r.state = 'waiting'`.execute(ctx.db)
}

/** Of these people those who must be left out now, with the reason. */
export async function findLeftOut(ctx: Ctx, campaignId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; reason: string | null }>`
    with p as materialized (
      select r.id, r.person_key as key, r.is_valid, false as is_group, r.confirmed_at is not null as is_confirmed
      from campaign_recipients r
      where r.company_id = ${ctx.companyId} and r.id = any (${[...ids]}::bigint[]))
    select p.id, ${leftOut(ctx, campaignId)} as reason from p`.execute(ctx.db)
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])))
}

/**
 * Connections that send for campaigns of the company now: not deleted, not paused, not held, and with people to write to. They
 * share what its plan allows in an hour. At least the one that asks.
 */
export async function countSending(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from campaigns p
    join campaign_paces k on k.company_id = p.company_id and k.campaign_id = p.id and k.paused_at is null and k.held_reason is null
    join connections n on n.company_id = k.company_id and n.id = k.connection_id and n.archived_at is null
    where p.company_id = ${ctx.companyId} and p.status = 'EM_ANDAMENTO' and p.started_at is not null
      and exists (
        select from campaign_recipients r
        where ${waitsFor(ctx, { campaign_id: sql`p.id`, connection_id: sql`k.connection_id` })})`.execute(ctx.db)
  return Math.max(1, rows[0]?.count ?? 0)
}

/**
 * Nobody else decides about these people until the end of the unit of work: another campaign may write to them at the same
 * moment over another number, and what was asked of them before that is not true any more. An advisory lock, because it
 * meets no lock of anything else. In one order, so that two processes do not wait for each other.
 */
export async function lockPeople(ctx: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    select pg_advisory_xact_lock(k.hash) from (
      select distinct hashtextextended('person ' || x.key, ${ctx.companyId}) as hash
      from unnest(${[...keys]}::text[]) as x (key) order by 1) as k`.execute(ctx.db)
}

/**
 * Their message may have left on a connection that is gone. No other one can repeat it so that it arrives once, so they get
 * none from this campaign (R6).
 */
export async function giveUpTried(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update campaign_recipients set state = 'uncertain', reason = 'ERR_SENDING_WAPP_MSG', updated_at = now()
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[])`.execute(ctx.db)
}

/** In seconds: when somebody who is talking with the company is looked at again. */
const looksAgain = 60

export async function leaveOut(ctx: Ctx, people: readonly Pick<Candidate, 'id' | 'reason'>[]): Promise<void> {
  if (people.length === 0) return
  const rows = people.map(({ id, reason }) => ({ id, reason }))
  await sql`
    update campaign_recipients r set state = 'skipped', reason = x.reason, updated_at = now()
    from (${recordset(rows, sql`id bigint, reason text`)}) as x
    where r.company_id = ${ctx.companyId} and r.id = x.id`.execute(ctx.db)
}

export async function postpone(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update campaign_recipients set reason = 'talking', not_before = clock_timestamp() + make_interval(secs => ${looksAgain})
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[])`.execute(ctx.db)
}

interface Reserved {
  recipient_id: number
  variant: number
  external_id: string
  message_id: number
  kind: 'request' | 'content'
  file_message_ids: number[]
}

/** Says of each person which message they get, and when the connection may send its next one. */
export async function keepReserved(
  ctx: Ctx,
  { campaign_id, connection_id }: Turn,
  reserved: readonly Reserved[],
  pace: { next_at: Date; in_row: number },
): Promise<void> {
  const rows = reserved.map((one) => ({ ...one }))
  await sql`
    with x as materialized (
      ${recordset(
        rows,
        sql`recipient_id bigint, variant smallint, external_id text, message_id bigint, kind text, file_message_ids bigint[]`,
      )}),
    linked as (
      insert into campaign_messages (company_id, message_id, campaign_id, recipient_id, kind)
      select ${ctx.companyId}, m.id, ${campaign_id}, x.recipient_id, m.kind
      from x cross join lateral (select x.message_id, x.kind union all select unnest(x.file_message_ids), 'file') as m (id, kind)),
    marked as (
      update campaign_recipients r set state = 'reserved', reason = null, variant = x.variant, connection_id = ${connection_id},
        external_id = x.external_id, updated_at = now()
      from x where r.company_id = ${ctx.companyId} and r.id = x.recipient_id)
    update campaign_paces set next_at = ${pace.next_at}, in_row = ${pace.in_row}
    where company_id = ${ctx.companyId} and campaign_id = ${campaign_id} and connection_id = ${connection_id}`.execute(
    ctx.db,
  )
}

/** The tickets of these conversations that are not closed. The caller has locked the conversations. */
export async function openTickets(ctx: Ctx, conversationIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select id, conversation_id from tickets
    where company_id = ${ctx.companyId} and conversation_id = any (${[...conversationIds]}::bigint[]) and status <> 'closed'`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, conversation_id }) => [conversation_id, id]))
}
