import { numberNames } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { listsOf } from './count.repository.ts'

// Whole months are the sums of their days, so that two years are not read day by day. `number_rollups.months` names those
// that were made of the days as they are now; of the others the days are read.

/** The first day of the oldest month that is over and has not been made. */
export async function nextMonth({ companyId, db }: Ctx): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select to_char(x.month, 'YYYY-MM-DD') as month
    from number_rollups r
    cross join lateral (select min(d.day) as first from number_days d where d.company_id = r.company_id) f
    cross join lateral generate_series(date_trunc('month', f.first::timestamp), r.until - interval '1 month', interval '1 month') as x (month)
    where r.company_id = ${companyId} and x.month::date <> all (r.months) order by 1 limit 1`.execute(db)
  return rows[0]?.month
}

/** Makes a month of its days, in place of what it was before. */
export async function makeMonth(ctx: Ctx, month: string): Promise<void> {
  const { companyId, db } = ctx
  await sql`delete from number_months where company_id = ${companyId} and month = ${month}::date`.execute(db)
  await sql`
    with days as materialized (
      select d.name, d.is_group, d.is_imported, d.count, d.sum, d.buckets, d.counts from number_days d
      where d.company_id = ${companyId} and d.grain = 'all' and d.name = any (${[...numberNames]}::text[])
        and d.day >= ${month}::date and d.day < (${month}::date + interval '1 month')::date),
    sums as (select name, is_group, is_imported, sum(count) as count, sum(sum) as sum from days group by 1, 2, 3),
    cells as (
      select d.name, d.is_group, d.is_imported, v.bucket, sum(v.n) as n
      from days d cross join lateral unnest(string_to_array(d.buckets, ' ')::bigint[], string_to_array(d.counts, ' ')::bigint[]) as v (bucket, n)
      group by 1, 2, 3, 4),
    lists as (select name, is_group, is_imported, ${listsOf(sql`bucket`, sql`n`)} from cells group by 1, 2, 3)
    insert into number_months (company_id, month, name, is_group, is_imported, count, sum, buckets, counts)
    select ${companyId}, ${month}::date, name, is_group, is_imported, s.count, s.sum, l.buckets, l.counts
    from sums s left join lists l using (name, is_group, is_imported)`.execute(db)
  await forgetMonth(ctx, month)
  await sql`update number_rollups set months = months || ${month}::date where company_id = ${companyId}`.execute(db)
}

/** A day of the month has changed, so the days are read until it was made again. */
export async function forgetMonth({ companyId, db }: Ctx, day: string): Promise<void> {
  await sql`
    update number_rollups set months = array_remove(months, date_trunc('month', ${day}::timestamp)::date)
    where company_id = ${companyId}`.execute(db)
}

/** Those of these days that were made. */
export async function monthsOfDays({ companyId, db }: Ctx, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(m, 'YYYY-MM-DD') as month
    from number_rollups r cross join unnest(r.months) m join unnest(${[...days]}::date[]) d on date_trunc('month', d::timestamp)::date = m
    where r.company_id = ${companyId}`.execute(db)
  return rows.map(({ month }) => month)
}

/** The same for the same numbers. */
export async function fingerprintOfMonth({ companyId, db }: Ctx, month: string): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    select coalesce(md5(string_agg(m::text, ';' order by m::text)), '') as fingerprint
    from number_months m where m.company_id = ${companyId} and m.month = ${month}::date`.execute(db)
  return rows[0]?.fingerprint ?? ''
}
