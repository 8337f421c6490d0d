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

/** Whole months, and days that are in none of them. */
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
  const { spans, by, meansOnly } = question
  const where = rolledOf(ctx, question)
  const from = [
    ...(spans.days.length > 0 ? [daysOf(spans.days, where)] : []),
    ...(spans.months.length > 0 ? [monthsOf(spans.months, where)] : []),
  ]
  if (question.names.length === 0 || from.length === 0) return []
  // Lists of several days are one list that has some values more than once.
  const lists = meansOnly ? sql`null as buckets, null as counts` : listed
  const { rows } = await sql<Part>`
    select d.name, ${keys[by]} as key, sum(d.count)::bigint as count, sum(d.sum)::bigint as sum, ${lists}
    from (${sql.join(from, sql` union all `)}) d group by 1, 2`.execute(ctx.db)
  return rows
}

const listed = sql`string_agg(d.buckets, ' ') as buckets, string_agg(d.counts, ' ') as counts`

const columns = sql`d.name, d.queue_id, d.user_id, d.connection_id, d.count, d.sum, d.buckets, d.counts`

const daysOf = (days: readonly Period[], where: RawBuilder<SqlBool>) => sql`
  select d.day, d.hour, ${columns}
  from unnest(${days.map(({ from }) => from)}::date[], ${days.map(({ to }) => to)}::date[]) as s (since, until)
  join number_days d on d.day between s.since and s.until
  where ${where}`

const monthsOf = (months: readonly string[], where: RawBuilder<SqlBool>) => sql`
  select null::date as day, null::smallint as hour, ${columns} from number_months d
  where d.month = any (${[...months]}::date[]) and ${where}`

function rolledOf({ companyId }: Ctx, { names, scope, grain }: RolledQuestion): RawBuilder<SqlBool> {
  const { queueIds, userIds, whatsappIds, groups, imports } = scope
  const isOneOf = (column: RawBuilder<unknown>, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql<SqlBool>`${column} = any (${[...ids]}::bigint[])`]
  const conditions = [
    sql<SqlBool>`d.company_id = ${companyId} and d.grain = ${grain} and d.name = any (${[...names]}::text[])`,
    ...isOneOf(sql`d.queue_id`, queueIds),
    ...isOneOf(sql`d.user_id`, userIds),
    ...isOneOf(sql`d.connection_id`, whatsappIds),
    ...(groups ? [] : [sql<SqlBool>`not d.is_group`]),
    ...(imports ? [] : [sql<SqlBool>`not d.is_imported`]),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
