import { type NumberName, type TicketStatus, limits } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { ticketIsSeen } from '#modules/visibility'
import { type Clock, hourOf, whereOf } from './count.repository.ts'
import { definitions, moments, sources } from './definitions.ts'
import type { Period } from './period.ts'
import type { Scope } from './scope.ts'

export interface CountQuestion {
  name: NumberName
  period: Period
  clock: Clock
  scope: Scope
  /** Of the day. */
  hour: number | undefined
}

export interface ListQuestion extends CountQuestion {
  /** The last row of the page before. */
  after: Cursor | undefined
}

export interface Cursor {
  /** In microseconds since 1970, as exact as the database. */
  at: number
  id: number
}

export interface ListedRow {
  id: number
  at: Date
  micros: number
  value: number | null
  ticket_id: number
  uuid: string
  status: TicketStatus
  contact_id: number
  contact_name: string
  user_id: number | null
  user_name: string | null
  queue_id: number | null
  queue_name: string | null
  queue_color: string | null
  connection_id: number
  connection_name: string
}

/** One row more than a page, the newest first, of those whose tickets the person sees. */
export async function listRows(ctx: UserCtx, question: ListQuestion): Promise<ListedRow[]> {
  const { source, value, at } = definitions[question.name]
  const moment = moments[at]
  const { rows } = await sql<ListedRow>`
    with chosen as materialized (
      select f.id, ${ticketOf(source)} as ticket_id, f.user_id, f.queue_id, ${moment} as at, ${microsOf(moment)} as micros, ${value ?? sql`null::bigint`} as value
      from ${sources[source]} f join tickets t on t.company_id = f.company_id and t.id = ${ticketOf(source)}
      where ${listedOf(ctx, question)} and ${ticketIsSeen(ctx.actor)} and ${beyond(moment, question.after)}
      order by ${moment} desc, f.id desc limit ${sql.lit(limits.numberRowsPerPage + 1)})
    select x.id, x.at, x.micros, x.value, x.ticket_id, t.uuid, t.status, t.contact_id, c.name as contact_name, x.user_id, u.name as user_name,
           x.queue_id, q.name as queue_name, q.color as queue_color, t.connection_id, n.name as connection_name
    from chosen x
    join tickets t on t.company_id = ${ctx.companyId} and t.id = x.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    left join users u on u.company_id = t.company_id and u.id = x.user_id
    left join queues q on q.company_id = t.company_id and q.id = x.queue_id
    order by x.at desc, x.id desc`.execute(ctx.db)
  return rows
}

/** How many rows of the number the person sees. */
export async function countSeen(ctx: UserCtx, question: CountQuestion): Promise<number> {
  const { source } = definitions[question.name]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from ${sources[source]} f join tickets t on t.company_id = f.company_id and t.id = ${ticketOf(source)}
    where ${listedOf(ctx, question)} and ${ticketIsSeen(ctx.actor)}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

const ticketOf = (source: keyof typeof sources): RawBuilder<number> =>
  source === 'tickets' ? sql`f.id` : sql`f.ticket_id`

function listedOf(ctx: Ctx, { name, hour, ...question }: CountQuestion): RawBuilder<SqlBool> {
  const definition = definitions[name]
  const isInHour =
    hour === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${hourOf(moments[definition.at], question.clock.timezone)} = ${hour}`
  return sql<SqlBool>`${whereOf(ctx, definition, question)} and (${definition.predicate}) and ${isInHour}`
}

const microsOf = (moment: RawBuilder<Date>) => sql`(extract(epoch from ${moment}) * 1000000)::bigint`

function beyond(moment: RawBuilder<Date>, after: Cursor | undefined): RawBuilder<SqlBool> {
  if (!after) return sql<SqlBool>`true`
  const last = sql`'epoch'::timestamptz + ${after.at}::bigint * interval '1 microsecond'`
  // The first condition is the one that the index supports.
  return sql<SqlBool>`${moment} <= ${last} and (${moment}, f.id) < (${last}, ${after.id}::bigint)`
}
