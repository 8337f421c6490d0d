import type { NumberName, SeriesBy } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { type Moment, type Source, definitions, isOfNow, moments, sources } from './definitions.ts'
import type { Period } from './period.ts'
import { type Scope, conditionsOf } from './scope.ts'
import type { Part } from './tally.ts'

export interface Clock {
  timezone: string
  /** In that time zone. */
  today: string
  /** Days before this one were rolled up in that time zone; null: none were. */
  rolled_until: string | null
  /** Of them, those whose facts have changed since. */
  changed: string[]
  /** The first days of the months that were made of such days. */
  months: string[]
}

export async function readClock(ctx: Ctx): Promise<Clock> {
  const { rows } = await sql<Clock>`
    select c.timezone, to_char(now() at time zone c.timezone, 'YYYY-MM-DD') as today, r.until as rolled_until,
           array(select to_char(d.day, 'YYYY-MM-DD') from changed_days d where d.company_id = c.id and d.day < r.until) as changed,
           array(select to_char(m, 'YYYY-MM-DD') from unnest(r.months) m order by 1) as months
    from companies c left join number_rollups r on r.company_id = c.id and r.timezone = c.timezone
    where c.id = ${ctx.companyId}`.execute(ctx.db)
  const [clock] = rows
  if (!clock) throw new Error('a user without a company')
  return clock
}

/** The moment `at` is within the days of the time zone. */
export const isWithin = (
  at: RawBuilder<Date>,
  { from, to }: Period,
  timezone: string,
): RawBuilder<SqlBool> => sql<SqlBool>`
  (${at} >= ${from}::date::timestamp at time zone ${timezone} and ${at} < (${to}::date + 1)::timestamp at time zone ${timezone})`

/** In the clocks of the time zone. */
export const hourOf = (at: RawBuilder<Date>, timezone: string): RawBuilder<number> =>
  sql`extract(hour from ${at} at time zone ${timezone})`

const keys = {
  day: (at: RawBuilder<Date>, timezone: string) => sql`to_char(${at} at time zone ${timezone}, 'YYYY-MM-DD')`,
  hour: (at: RawBuilder<Date>, timezone: string) => sql`${hourOf(at, timezone)}::integer::text`,
  queue: () => sql`coalesce(f.queue_id, 0)::text`,
  user: () => sql`coalesce(f.user_id, 0)::text`,
  connection: () => sql`f.connection_id::text`,
  none: () => sql`''::text`,
}

/** Three digits of a value: medians need no more, and tallies of days stay small. */
export const bucketOf = (value: RawBuilder<unknown>) =>
  sql`(${value} - ${value} % (case when ${value} < 1000 then 1 else 10 ^ (length(${value}::text) - 3) end)::bigint)`

export interface Question {
  names: readonly NumberName[]
  period: Period
  clock: Clock
  scope: Scope
  by?: SeriesBy | 'none'
  /** Without medians, which take longer. */
  meansOnly?: boolean
}

/** Numbers that read the same rows are counted in one statement. */
export const groupsOf = (names: readonly NumberName[]): NumberName[][] => [
  ...Map.groupBy(names, (name) => `${definitions[name].source} ${definitions[name].at}`).values(),
]

/** Counts the rows of each number from the facts. */
export async function countLive(ctx: Ctx, question: Question): Promise<Part[]> {
  const parts = await Promise.all(groupsOf(question.names).map((names) => countGroup(ctx, { ...question, names })))
  return parts.flat()
}

async function countGroup(ctx: Ctx, question: Question): Promise<Part[]> {
  const { names, clock, by = 'none', meansOnly = false } = question
  const [first] = names
  if (!first) return []
  const shared = definitions[first]
  const { rows } = await sql<Part>`
    select b.name, b.key, sum(b.count)::bigint as count, sum(b.sum)::bigint as sum, ${listsOf(sql`b.bucket`, sql`b.count`)}
    from (
      select x.name, ${keys[by](moments[shared.at], clock.timezone)} as key,
             ${meansOnly ? sql`null::bigint` : bucketOf(sql`x.value`)} as bucket, count(*) as count, coalesce(sum(x.value), 0) as sum
      from ${sources[shared.source]} f
      cross join lateral (values ${sql.join(names.map(counted))}) as x (name, counts, value)
      where ${whereOf(ctx, shared, question)} and x.counts
      group by 1, 2, 3) b
    group by b.name, b.key`.execute(ctx.db)
  return rows
}

/** How often there is each value, as two lists in the same order; nulls without values. */
export const listsOf = (bucket: RawBuilder<unknown>, count: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  string_agg(${bucket}::text, ' ' order by ${bucket}) as buckets,
  string_agg(${count}::text, ' ' order by ${bucket}) filter (where ${bucket} is not null) as counts`

/** What the rows of a source are limited to, before the predicates of its numbers. */
export function whereOf(
  { companyId }: Ctx,
  { source, at }: { source: Source; at: Moment },
  { period, clock, scope }: Pick<Question, 'period' | 'clock' | 'scope'>,
): RawBuilder<SqlBool> {
  const conditions = conditionsOf(companyId, source, scope)
  if (!isOfNow({ at })) conditions.push(isWithin(moments[at], period, clock.timezone))
  // The index of tickets that are not closed has this condition.
  else conditions.push(sql<SqlBool>`f.status <> 'closed'`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

export function counted(name: NumberName): RawBuilder<unknown> {
  const { predicate, value } = definitions[name]
  return sql`(${name}::text, (${predicate}), ${value ?? sql`null::bigint`})`
}
