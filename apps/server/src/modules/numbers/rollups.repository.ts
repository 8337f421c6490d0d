import { type NumberName, numberNames } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { bucketOf, counted, groupsOf, hourOf, isWithin, listsOf } from './count.repository.ts'
import { type Definition, definitions, isOfNow, moments, sources } from './definitions.ts'
import type { Period } from './period.ts'
import { isImported } from './scope.ts'

interface RollupState {
  /** The first day that is not rolled up. */
  until: string
  timezone: string
  /** The first day that is not over. Its first minutes belong to those who still write the day before. */
  today: string
  /** What was rolled up is of another time zone. */
  is_elsewhere: boolean
}

/** Undefined: the company has nothing to count. Only one process rolls up a company at a time. */
export async function lockRollups(ctx: Ctx): Promise<RollupState | undefined> {
  await sql`
    insert into number_rollups (company_id, until, timezone)
    select c.id, min(a.created_at at time zone c.timezone)::date, c.timezone
    from companies c join ticket_turns a on a.company_id = c.id
    where c.id = ${ctx.companyId} and not exists (select from number_rollups r where r.company_id = c.id)
    group by c.id, c.timezone on conflict do nothing`.execute(ctx.db)
  const { rows } = await sql<RollupState>`
    select r.until, c.timezone, ((now() - interval '10 minutes') at time zone c.timezone)::date as today, r.timezone <> c.timezone as is_elsewhere
    from number_rollups r join companies c on c.id = r.company_id
    where r.company_id = ${ctx.companyId} for update of r`.execute(ctx.db)
  return rows[0]
}

/** Of rows that a transaction removes. */
const portion = 50_000

/** The company has moved to another time zone: no day is what it was. Call it again while there are rows left. */
export async function forgetRollups(
  { companyId, db }: Ctx,
  { timezone }: Pick<RollupState, 'timezone'>,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from number_days where company_id = ${companyId}
        and ctid = any (array(select d.ctid from number_days d where d.company_id = ${companyId} limit ${portion}))
      returning day)
    select count(*) as count from gone`.execute(db)
  if (rows[0]?.count === portion) return
  await sql`delete from number_months where company_id = ${companyId}`.execute(db)
  await sql`delete from number_rollups where company_id = ${companyId}`.execute(db)
  await sql`
    insert into number_rollups (company_id, until, timezone)
    select company_id, min(created_at at time zone ${timezone})::date, ${timezone} from ticket_turns
    where company_id = ${companyId} group by company_id`.execute(db)
}

export async function keepRolledUntil({ companyId, db }: Ctx, until: string): Promise<void> {
  await sql`update number_rollups set until = ${until}::date where company_id = ${companyId}`.execute(db)
}

/** Companies with a day that is over and not rolled up, or that has changed. */
export async function companiesToRollUp(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from companies c left join number_rollups r on r.company_id = c.id
    where exists (select from changed_days d where d.company_id = c.id)
      or (coalesce(r.until < ((now() - interval '10 minutes') at time zone c.timezone)::date or r.timezone <> c.timezone, true)
          and exists (select from ticket_turns a where a.company_id = c.id))
    order by c.id`.execute(operator)
  return rows.map(({ id }) => id)
}

export async function companiesRolledUp(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select company_id as id from number_rollups order by company_id`.execute(
    operator,
  )
  return rows.map(({ id }) => id)
}

/** Counts days from their facts, in place of what was counted before. */
export async function insertDays(ctx: Ctx, days: Period, timezone: string): Promise<void> {
  await sql`
    delete from number_days where company_id = ${ctx.companyId} and day between ${days.from}::date and ${days.to}::date`.execute(
    ctx.db,
  )
  for (const names of groupsOf(numberNames.filter((name) => !isOfNow(definitions[name])))) {
    const [first] = names
    if (first) await insertGroup(ctx, names, { ...definitions[first], days, timezone })
  }
}

async function insertGroup(
  { companyId, db }: Ctx,
  names: readonly NumberName[],
  { source, at, days, timezone }: Pick<Definition, 'source' | 'at'> & { days: Period; timezone: string },
): Promise<void> {
  const moment = moments[at]
  const shared = sql`d, g, i, name, bucket`
  await sql`
    with facts as (
      select (${moment} at time zone ${timezone})::date as d, coalesce(f.queue_id, 0) as q, coalesce(f.user_id, 0) as u, f.connection_id as c,
             ${hourOf(moment, timezone)}::smallint as h, f.is_group as g, ${isImported[source]} as i, x.name, ${bucketOf(sql`x.value`)} as bucket, x.value
      from ${sources[source]} f
      cross join lateral (values ${sql.join(names.map(counted))}) as x (name, counts, value)
      where f.company_id = ${companyId} and ${isWithin(moment, days, timezone)} and x.counts),
    grains as (
      select case grouping(q, u, c, h) when 15 then 'all' when 7 then 'queue' when 11 then 'user' when 13 then 'connection' else 'hour' end as grain,
             coalesce(q, 0) as q, coalesce(u, 0) as u, coalesce(c, 0) as c, coalesce(h, 0) as h, ${shared}, count(*) as n, coalesce(sum(value), 0) as s
      from facts
      group by grouping sets ((${shared}), (q, ${shared}), (u, ${shared}), (c, ${shared}), (h, ${shared})))
    insert into number_days (company_id, day, grain, name, queue_id, user_id, connection_id, hour, is_group, is_imported, count, sum, buckets, counts)
    select ${companyId}, d, grain, name, q, u, c, h, g, i, sum(n), sum(s), ${listsOf(sql`bucket`, sql`n`)}
    from grains group by d, grain, name, q, u, c, h, g, i`.execute(db)
}

/** The same for the same numbers. */
export async function fingerprintOf({ companyId, db }: Ctx, day: string): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    select coalesce(md5(string_agg(d::text, ';' order by d::text)), '') as fingerprint
    from number_days d where d.company_id = ${companyId} and d.day = ${day}::date`.execute(db)
  return rows[0]?.fingerprint ?? ''
}

/** Some of the days that were rolled up, also those on which nothing was. */
export async function sampleDays({ companyId, db }: Ctx, most: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select x.day::date as day
    from number_rollups r
    cross join lateral (select min(a.created_at at time zone r.timezone)::date as first from ticket_turns a where a.company_id = r.company_id) f
    cross join lateral generate_series(f.first, r.until - 1, interval '1 day') as x (day)
    where r.company_id = ${companyId} order by random() limit ${most}`.execute(db)
  return rows.map(({ day }) => day)
}
