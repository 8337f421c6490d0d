import type { NumberName, SeriesBy } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import type { Period } from './period.ts'
import type { Scope } from './scope.ts'
import type { Part } from './tally.ts'

type Grain = 'all' | 'queue' | 'user' | 'connection' | 'hour'

/** What was rolled up in the way that is asked for. Undefined: nothing was. */
export function grainOf({ queueIds, userIds, whatsappIds }: Scope, by: SeriesBy | 'none'): Grain | undefined {
  const parts = new Set<'queue' | 'user' | 'connection'>()
  if (queueIds.length > 0) parts.add('queue')
  if (userIds.length > 0) parts.add('user')
  if (whatsappIds.length > 0) parts.add('connection')
  if (by === 'hour') return parts.size === 0 ? 'hour' : undefined
  if (by === 'queue' || by === 'user' || by === 'connection') parts.add(by)
  const [only] = parts
  if (only === undefined) return 'all'
  return parts.size === 1 ? only : undefined
}

const keys = {
  day: sql`to_char(d.day, 'YYYY-MM-DD')`,
  hour: sql`d.hour::text`,
  queue: sql`d.queue_id::text`,
  user: sql`d.user_id::text`,
  connection: sql`d.connection_id::text`,
  none: sql`''::text`,
}

/** Whole months, which were made of whole companies only, and days that are in none of them. */
export interface Spans {
  months: readonly string[]
  days: readonly Period[]
}

interface RolledQuestion {
  names: readonly NumberName[]
  spans: Spans
  scope: Scope
  by: SeriesBy | 'none'
  grain: Grain
  meansOnly: boolean
}

/** What was counted of these days and months. */
export async function readRolled(ctx: Ctx, question: RolledQuestion): Promise<Part[]> {
  const { names, spans, by, meansOnly } = question
  const from = [
    ...(spans.days.length > 0 ? [daysOf(ctx, question)] : []),
    ...(spans.months.length > 0 ? [monthsOf(ctx, question)] : []),
  ]
  if (names.length === 0 || from.length === 0) return []
  const { rows } = await sql<Part>`
    select d.name, ${keys[by]} as key, sum(d.count)::bigint as count, sum(d.sum)::bigint as sum, ${meansOnly ? noLists : allLists}
    from (${sql.join(from, sql` union all `)}) d group by 1, 2`.execute(ctx.db)
  return rows
}

/** Of several days, with some values more than once. */
const allLists = sql`string_agg(d.buckets, ' ') as buckets, string_agg(d.counts, ' ') as counts`
const noLists = sql`null as buckets, null as counts`

function daysOf({ companyId }: Ctx, { names, spans: { days }, scope, grain }: RolledQuestion): RawBuilder<unknown> {
  const { queueIds, userIds, whatsappIds } = scope
  /** Rows of other grains have 0 here, which says nothing new, but is how the index finds the rows. */
  const ofGrain = (one: Grain, column: RawBuilder<unknown>, ids: readonly number[]) => {
    if (one !== grain) return [sql<SqlBool>`${column} = 0`]
    return ids.length === 0 ? [] : [sql<SqlBool>`${column} = any (${[...ids]}::bigint[])`]
  }
  const conditions = [
    sql<SqlBool>`d.company_id = ${companyId} and d.grain = ${grain} and d.name = any (${[...names]}::text[])`,
    ...ofGrain('queue', sql`d.queue_id`, queueIds),
    ...ofGrain('user', sql`d.user_id`, userIds),
    ...ofGrain('connection', sql`d.connection_id`, whatsappIds),
    ...kindsOf(scope),
  ]
  return sql`
    select d.name, d.day, d.queue_id, d.user_id, d.connection_id, d.hour, d.count, d.sum, d.buckets, d.counts
    from unnest(${days.map(({ from }) => from)}::date[], ${days.map(({ to }) => to)}::date[]) as s (since, until)
    join number_days d on d.day between s.since and s.until
    where ${sql.join(conditions, sql` and `)}`
}

function monthsOf({ companyId }: Ctx, { names, spans: { months }, scope }: RolledQuestion): RawBuilder<unknown> {
  const conditions = [
    sql<SqlBool>`d.company_id = ${companyId} and d.month = any (${[...months]}::date[]) and d.name = any (${[...names]}::text[])`,
    ...kindsOf(scope),
  ]
  return sql`
    select d.name, null::date as day, 0::bigint as queue_id, 0::bigint as user_id, 0::bigint as connection_id, 0::smallint as hour,
           d.count, d.sum, d.buckets, d.counts
    from number_months d where ${sql.join(conditions, sql` and `)}`
}

const kindsOf = ({ groups, imports }: Scope): RawBuilder<SqlBool>[] => [
  ...(groups ? [] : [sql<SqlBool>`not d.is_group`]),
  ...(imports ? [] : [sql<SqlBool>`not d.is_imported`]),
]
