import type { HoldReason, MessagePrice, RecipientState } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

/** People of a campaign with whom the same has happened in the same way. */
export interface PartRow {
  state: RecipientState
  reason: string | null
  variant: number | null
  connection_id: number | null
  count: number
  valid: number
  requested: number
  confirmed: number
  reached: number
  /** The last message to one of them, and the last answer. */
  last_sent_at: Date | null
  last_answer_at: Date | null
  /** Messages of the last `recent` seconds. */
  sent_recently: number
}

/** All people of the campaign in parts. Reads each of them once. */
export async function readParts(ctx: Ctx, campaignId: number, recent: number): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select r.state, r.reason, r.variant, r.connection_id, count(*)::int as count,
      case when r.state <> 'skipped' or r.reason = 'declined' then count(*)::int else 0 end as valid,
      count(r.requested_at)::int as requested, count(r.confirmed_at)::int as confirmed, count(r.reached_at)::int as reached,
      max(greatest(r.requested_at, r.reached_at)) as last_sent_at, max(greatest(r.confirmed_at, r.answered_at)) as last_answer_at,
      (count(*) filter (where greatest(r.requested_at, r.reached_at) > now() - make_interval(secs => ${recent})))::int as sent_recently
    from campaign_recipients r
    where r.company_id = ${ctx.companyId} and r.campaign_id = ${campaignId}
    group by r.state, r.reason, r.variant, r.connection_id`.execute(ctx.db)
  return rows
}

interface PointRow {
  at: Date
  count: number
}

interface Span {
  campaignId: number
  since: Date
  until: Date
  /** In seconds. */
  step: number
}

/** Messages that the network has taken: the question, and the message itself. */
const sent = { first: sql`r.requested_at`, second: sql`r.reached_at` }
/** A yes to the question, and what came after the message. */
const answered = { first: sql`r.confirmed_at`, second: sql`r.answered_at` }

/**
 * How many in each step. The steps begin at midnight where the company is. The people are counted by both of their moments
 * at once, because a row for each moment doubles the time. `offset 0`: the planner knows how many moments there are, but not
 * how few steps, and would sort all people.
 */
export async function countMoments(
  ctx: Ctx,
  of: 'sent' | 'answered',
  { campaignId, since, until, step }: Span,
): Promise<PointRow[]> {
  const moments = of === 'sent' ? sent : answered
  const { rows } = await sql<PointRow>`
    with bounds as (
      select make_interval(secs => ${step}) as step,
        date_trunc('day', ${since}::timestamptz at time zone c.timezone) at time zone c.timezone as origin
      from companies c where c.id = ${ctx.companyId}),
    people as (
      select first, second, count(*) as count from (
        select date_bin(b.step, ${moments.first}, b.origin) as first, date_bin(b.step, ${moments.second}, b.origin) as second
        from bounds b
        join campaign_recipients r on r.company_id = ${ctx.companyId} and r.campaign_id = ${campaignId}
        where ${moments.first} is not null or ${moments.second} is not null offset 0) as moments
      group by first, second),
    counted as (
      select m.at, sum(p.count)::int as count from people p cross join lateral (values (p.first), (p.second)) as m (at)
      where m.at is not null group by m.at)
    select g.at, coalesce(c.count, 0) as count
    from bounds b
    cross join lateral generate_series(date_bin(b.step, ${since}::timestamptz, b.origin), ${until}::timestamptz, b.step) as g (at)
    left join counted c on c.at = g.at
    order by g.at`.execute(ctx.db)
  return rows
}

/** Messages of a campaign for which the network takes the same, or nothing. */
export interface BilledRow {
  /** As the network calls it. */
  category: string
  is_billed: boolean
  /** The beginning of the number by which it is priced. Null: the table has no price. */
  prefix: string | null
  count: number
}

/** By what the network has said of each message. */
export async function countBilled(ctx: Ctx, campaignId: number, prices: readonly MessagePrice[]): Promise<BilledRow[]> {
  const rows = prices.map(({ category, prefix }) => ({ category, prefix }))
  const { rows: counted } = await sql<BilledRow>`
    with price as (${recordset(rows, sql`category text, prefix text`)}),
    billed as (
      select coalesce(p.price_category, '') as category, coalesce(p.is_billed, false) as is_billed, r.person_key
      from campaign_messages l
      join message_parts p on p.company_id = l.company_id and p.message_id = l.message_id and p.is_billed is not null and not p.is_lost
      join campaign_recipients r on r.company_id = l.company_id and r.id = l.recipient_id
      where l.company_id = ${ctx.companyId} and l.campaign_id = ${campaignId})
    select b.category, b.is_billed, x.prefix, count(*)::int as count from billed b
    left join lateral (
      select e.prefix from price e where e.category = b.category and starts_with(b.person_key, e.prefix)
      order by length(e.prefix) desc limit 1) x on true
    group by b.category, b.is_billed, x.prefix order by b.category, b.is_billed, x.prefix`.execute(ctx.db)
  return counted
}

/** When people have cancelled and restarted the campaign, in order. As long as the log is kept. */
export async function findStops(ctx: Ctx, campaignId: number): Promise<{ is_stop: boolean; at: Date }[]> {
  const { rows } = await sql<{ is_stop: boolean; at: Date }>`
    select a.action = 'campaign.stopped' as is_stop, a.created_at as at from audit_log a
    where a.company_id = ${ctx.companyId} and a.object_id = ${String(campaignId)} and a.object_id <> '' and a.object = 'campaign'
      and a.action in ('campaign.stopped', 'campaign.continued')
    order by a.created_at, a.id`.execute(ctx.db)
  return rows
}

interface HoldRow {
  reason: HoldReason
  connection_id: number
  since: Date
  until: Date | null
}

/** What the guard, other campaigns and people have held, in order. Trouble with the network is told by its connections. */
export async function findHolds(ctx: Ctx, campaignId: number): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select h.reason, h.connection_id, h.since, h.until from campaign_holds h
    where h.company_id = ${ctx.companyId} and h.campaign_id = ${campaignId} and h.reason not in ('offline', 'limited')
    order by h.since, h.connection_id`.execute(ctx.db)
  return rows
}
