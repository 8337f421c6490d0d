import type { StoredChannel } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

/** For a standing `s`: whom its portfolio has reached in 24 hours. */
export const peopleReached = sql`(
  select count(*)::int as reached, min(p.reached_at) + interval '24 hours' as frees_at,
    (select count(*)::int from number_standings o join connections c on c.company_id = o.company_id and c.id = o.connection_id
     where o.company_id = s.company_id and o.portfolio = s.portfolio and c.archived_at is null) as sharing
  from portfolio_people p
  where p.company_id = s.company_id and p.portfolio = s.portfolio and p.reached_at > clock_timestamp() - interval '24 hours')`

/** What a network says of a number; absent: nothing new. */
export interface Standing {
  portfolio?: string | undefined
  tier?: string | undefined
  quality?: string | undefined
}

export interface StandingRow {
  portfolio: string
  tier: string | null
  quality: string | null
}

/** Locks it until the end of the unit of work. */
export async function lockStanding(ctx: Ctx, connectionId: number): Promise<StandingRow | undefined> {
  const { rows } = await sql<StandingRow>`
    select portfolio, tier, quality from number_standings
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} for update`.execute(ctx.db)
  return rows[0]
}

export async function saveStanding(
  ctx: Ctx,
  connectionId: number,
  { portfolio, tier, quality }: { portfolio: string } & Omit<Standing, 'portfolio'>,
): Promise<void> {
  await sql`
    insert into number_standings as s (company_id, connection_id, portfolio, tier, quality)
    values (${ctx.companyId}, ${connectionId}, ${portfolio}, ${tier ?? null}::text, ${quality ?? null}::text)
    on conflict (company_id, connection_id) do update
      set portfolio = excluded.portfolio, tier = coalesce(excluded.tier, s.tier), quality = coalesce(excluded.quality, s.quality), told_at = now()`.execute(
    ctx.db,
  )
}

export async function removeStanding({ companyId, db }: Ctx, connectionId: number): Promise<void> {
  await sql`
    delete from number_standings where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db)
}

/** Now it is known which portfolio it was: whom it has reached goes along. */
export async function movePeople(ctx: Ctx, from: string, to: string): Promise<void> {
  await sql`
    update portfolio_people p set portfolio = ${to}
    where p.company_id = ${ctx.companyId} and p.portfolio = ${from} and not exists (
      select from portfolio_people o where o.company_id = p.company_id and o.portfolio = ${to} and o.contact_id = p.contact_id)`.execute(
    ctx.db,
  )
}

/** All numbers of the portfolio share its tier. Returns their connections. */
export async function shareTier(ctx: Ctx, { portfolio, tier }: { portfolio: string; tier: string }): Promise<number[]> {
  const { rows } = await sql<{ connection_id: number }>`
    update number_standings set tier = ${tier}, told_at = now()
    where company_id = ${ctx.companyId} and portfolio = ${portfolio} and tier is distinct from ${tier}
    returning connection_id`.execute(ctx.db)
  return rows.map(({ connection_id }) => connection_id)
}

/** In seconds, by channel: answers that a customer gets within this time after writing reach nobody anew. */
export type Windows = readonly { channel: StoredChannel; seconds: number }[]

/** These messages reach people whom their portfolios have not talked with lately. Returns the portfolios. */
export async function addReached(ctx: Ctx, messageIds: readonly number[], windows: Windows): Promise<string[]> {
  const { rows } = await sql<{ portfolio: string }>`
    insert into portfolio_people as p (company_id, portfolio, contact_id, message_id, reached_at)
    select distinct on (s.portfolio, v.contact_id) m.company_id, s.portfolio, v.contact_id, m.id, clock_timestamp()
    from messages m
    join number_standings s on s.company_id = m.company_id and s.connection_id = m.connection_id
    join connections n on n.company_id = m.company_id and n.id = m.connection_id
    join conversations v on v.company_id = m.company_id and v.id = m.conversation_id
    left join jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as w (channel text, seconds float8) on w.channel = n.channel
    where m.company_id = ${ctx.companyId} and m.id = any (${[...messageIds]}::bigint[])
      and (v.last_inbound_at + make_interval(secs => coalesce(w.seconds, 0)) > clock_timestamp()) is not true
    order by s.portfolio, v.contact_id, m.id
    on conflict (company_id, portfolio, contact_id) do update set message_id = excluded.message_id, reached_at = excluded.reached_at
    returning p.portfolio`.execute(ctx.db)
  return [...new Set(rows.map(({ portfolio }) => portfolio))]
}

/** Nobody got these messages. */
export async function forgetReached(ctx: Ctx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  await sql`
    delete from portfolio_people where company_id = ${ctx.companyId} and message_id = any (${[...messageIds]}::bigint[])`.execute(
    ctx.db,
  )
}

/** How many people a portfolio has reached, and its tier. Others who count wait until the end of this unit of work. */
export async function countReached(ctx: Ctx, portfolio: string): Promise<{ reached: number; tier: string | null }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('portfolio ' || ${portfolio}, ${ctx.companyId}))`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ reached: number; tier: string | null }>`
    select (select count(*)::int from portfolio_people p
            where p.company_id = ${ctx.companyId} and p.portfolio = ${portfolio} and p.reached_at > clock_timestamp() - interval '24 hours') as reached,
      (select s.tier from number_standings s
       where s.company_id = ${ctx.companyId} and s.portfolio = ${portfolio} and s.tier is not null order by s.told_at desc limit 1) as tier`.execute(
    ctx.db,
  )
  return rows[0] ?? { reached: 0, tier: null }
}

export async function removeOldReached(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from portfolio_people where (company_id, portfolio, contact_id) in (
      select company_id, portfolio, contact_id from portfolio_people
      where reached_at < now() - interval '2 days' limit ${most})
    returning message_id`.execute(operator)
  return rows.length
}
