import type { StoredChannel } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import { peopleReached } from './portfolio/portfolio.repository.ts'
import { setback } from './rules/warm-up.ts'

/** What a bad sign is; a person has to end its pause. That of the quality ends with it too. */
export type BadSign = 'failures' | 'optOuts' | 'logout' | 'quality'

export interface GuardRow {
  connection_id: number
  name: string
  channel: StoredChannel
  is_connected: boolean
  timezone: string
  /** In ms, by the database's clock. */
  now: number
  /** YYYY-MM-DD, in the company's time zone. */
  today: string
  /** When tomorrow begins there. */
  tomorrow: Date
  warm_days: number
  strangers_per_day: number | null
  known_per_day: number | null
  quiet_from: string | null
  quiet_until: string | null
  quiet_sundays: boolean
  quiet_holidays: boolean
  several_campaigns: boolean
  pause_reason: BadSign | null
  paused_at: Date | null
  /** Talks started today. */
  strangers: number
  known: number
  by_people: number
  /** The network forbids it to start talks until then. */
  limited_until: Date | null
  /** Null: its network says nothing of it. */
  portfolio: string | null
  tier: string | null
  quality: string | null
  /** People whom the portfolio has reached in 24 hours, the connections that share it, and when the first of them counts no more. */
  reached: number
  sharing: number
  frees_at: Date | null
}

/** The day in the time zone of `companies c`. */
const localDay: RawBuilder<string> = sql`(clock_timestamp() at time zone c.timezone)::date`

/** Numbers that were never asked about have no row; nor has one that another phone was linked to since. */
export async function findGuards(ctx: Ctx, connectionIds: readonly number[]): Promise<GuardRow[]> {
  const { rows } = await sql<GuardRow>`
    select n.id as connection_id, n.name, n.channel, n.status = 'connected' as is_connected, c.timezone,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now, ${localDay} as today,
      (${localDay} + 1)::timestamp at time zone c.timezone as tomorrow, ${localDay} - g.warm_from as warm_days,
      g.strangers_per_day, g.known_per_day, g.quiet_from, g.quiet_until, g.quiet_sundays, g.quiet_holidays, g.several_campaigns,
      g.pause_reason, g.paused_at,
      coalesce(d.strangers, 0) as strangers, coalesce(d.known, 0) as known, coalesce(d.by_people, 0) as by_people,
      (select max(l.until) from connection_limits l
       where l.company_id = n.company_id and l.connection_id = n.id and l.is_on and l.until > clock_timestamp()) as limited_until,
      s.portfolio, s.tier, s.quality, coalesce(u.reached, 0) as reached, coalesce(u.sharing, 0) as sharing, u.frees_at
    from connections n
    join companies c on c.id = n.company_id
    join number_guards g on g.company_id = n.company_id and g.connection_id = n.id and (n.number is null or g.number = n.number)
    left join number_standings s on s.company_id = n.company_id and s.connection_id = n.id
    left join lateral ${peopleReached} u on s.portfolio is not null
    left join number_guard_days d on d.company_id = n.company_id and d.connection_id = n.id and d.day = ${localDay}
    where n.company_id = ${ctx.companyId} and n.id = any (${[...connectionIds]}::bigint[]) and n.archived_at is null
    order by fold(n.name), n.id`.execute(ctx.db)
  return rows
}

/** A number begins its warm-up on the day on which it was first linked here. */
export async function addGuards(ctx: Ctx, connectionIds: readonly number[]): Promise<void> {
  await sql`
    insert into number_guards (company_id, connection_id, number, warm_from)
    select n.company_id, n.id, coalesce(n.number, ''), (coalesce((
        select min(e.created_at) from connection_events e
        where e.company_id = n.company_id and e.connection_id = n.id and e.kind = 'connected'
          and e.detail ->> 'number' is not distinct from n.number), now()) at time zone c.timezone)::date
    from connections n join companies c on c.id = n.company_id
    where n.company_id = ${ctx.companyId} and n.id = any (${[...connectionIds]}::bigint[]) and n.archived_at is null
    order by n.id
    on conflict (company_id, connection_id) do update
      set number = excluded.number, warm_from = excluded.warm_from, pause_reason = null, paused_at = null, judged_from = now()
      where excluded.number <> '' and number_guards.number <> excluded.number`.execute(ctx.db)
}

/** Connections that may start talks. */
export async function startingConnections(ctx: Ctx, channels: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from connections n
    where n.company_id = ${ctx.companyId} and n.channel = any (${[...channels]}::text[]) and n.archived_at is null`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** Takes days of the warm-up away: some for a bad sign, and those until a moment, which do not count. */
const setBack = (until: RawBuilder<Date>): RawBuilder<string> => sql`
  least((${until} at time zone c.timezone)::date, g.warm_from + ${sql.lit(setback)} + greatest(0, (${until} at time zone c.timezone)::date - ${localDay}))`

/** False: it is paused already. */
export async function setPaused(ctx: Ctx, connectionId: number, reason: BadSign): Promise<boolean> {
  const { rows } = await sql`
    update number_guards g set pause_reason = ${reason}, paused_at = clock_timestamp(), warm_from = ${setBack(sql`clock_timestamp()`)}
    from companies c
    where g.company_id = ${ctx.companyId} and g.connection_id = ${connectionId} and g.pause_reason is null and c.id = g.company_id
    returning g.connection_id`.execute(ctx.db)
  return rows.length > 0
}

/** The days of the pause do not count for the warm-up, and what was sent before it says nothing any more. */
export async function endPause(ctx: Ctx, connectionId: number, reason?: BadSign): Promise<BadSign | undefined> {
  const { rows } = await sql<{ pause_reason: BadSign }>`
    update number_guards g set pause_reason = null, paused_at = null, judged_from = clock_timestamp(),
      warm_from = g.warm_from + (${localDay} - (p.paused_at at time zone c.timezone)::date)
    from number_guards p, companies c
    where g.company_id = ${ctx.companyId} and g.connection_id = ${connectionId} and c.id = g.company_id
      and p.company_id = g.company_id and p.connection_id = g.connection_id and p.pause_reason is not null
      and (${reason ?? null}::text is null or p.pause_reason = ${reason ?? null})
    returning p.pause_reason`.execute(ctx.db)
  return rows[0]?.pause_reason
}

/** The network limits it: its warm-up goes back, and the days of the limit do not count. */
export async function noteLimit(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`
    update number_guards g set warm_from = ${setBack(sql`l.until`)}
    from companies c, connection_limits l
    where g.company_id = ${ctx.companyId} and g.connection_id = ${connectionId} and c.id = g.company_id
      and l.company_id = g.company_id and l.connection_id = g.connection_id and l.is_on`.execute(ctx.db)
}

export interface GuardChange {
  strangers_per_day?: number | null | undefined
  known_per_day?: number | null | undefined
  quiet_from?: string | null | undefined
  quiet_until?: string | null | undefined
  quiet_sundays?: boolean | undefined
  quiet_holidays?: boolean | undefined
  several_campaigns?: boolean | undefined
}

/** Absent fields stay as they are. */
export async function changeGuard(ctx: Ctx, connectionId: number, change: GuardChange): Promise<void> {
  await ctx.db
    .updateTable('number_guards')
    // So that the statement has a column to set if nothing changes.
    .set({ company_id: ctx.companyId, ...change })
    .where('company_id', '=', ctx.companyId)
    .where('connection_id', '=', connectionId)
    .execute()
}
