import type { ReportFilter, TicketStatus } from '@guiche/contract'
import { limits } from '@guiche/contract'
import type { Ctx, UserActor, UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { isFoundContact } from '#modules/contacts'
import { ticketIsSeen } from '#modules/visibility'
import { type ReportDay, lengthOf, placeOf } from './report-days.ts'

/** An attendance (docs/glossary.md), the table is called ticket_turns. */
export interface ReportRecord {
  id: number
  /** When it began, exactly as the database has it: the place of the row in the report. */
  place: string
  created_at: Date
  started_at: Date | null
  closed_at: Date | null
  finished_at: Date | null
  is_group: boolean
  rating: number | null
  rating_best: number | null
  rating_comment: string | null
  ticket_id: number
  uuid: string
  ticket_status: TicketStatus
  last_message: string
  conversation_id: number
  contact_id: number
  contact_name: string
  contact_phone: string | null
  contact_email: string
  connection_name: string
  user_name: string | null
  queue_name: string | null
}

export type Wanted = Omit<ReportFilter, 'dateFrom' | 'dateTo'> & {
  dateFrom?: string | undefined
  dateTo?: string | undefined
}

type Condition = RawBuilder<SqlBool>

/** The newest first. Only the rows of the page are joined. `days`: of the report, if they are known. */
export async function readPage(
  ctx: UserCtx,
  filter: Wanted,
  { offset: all, most, days }: { offset: number; most: number; days: readonly ReportDay[] | undefined },
): Promise<ReportRecord[]> {
  const place = days && !isSeenBy(ctx.actor) ? placeOf(days, all) : { day: filter.dateTo, offset: all }
  if (!place) return []
  const { day, offset } = place
  const where = whereOf(ctx, seenConditions(ctx, { ...filter, dateTo: day }))
  return selectRows(
    ctx,
    sql`select a.id from ticket_turns a where ${where}
        order by a.created_at desc, a.id desc limit ${sql.lit(most)} offset ${offset}`,
  )
}

/** Those that are older than a row, for work that goes through all of a report. Their places are in an index. */
export function nextRows(
  ctx: UserCtx,
  filter: Wanted,
  { after, most }: { after: Pick<ReportRecord, 'id' | 'place'> | undefined; most: number },
): Promise<ReportRecord[]> {
  const isOlder = after && sql<SqlBool>`(a.created_at, a.id) < (${after.place}::timestamptz, ${after.id}::bigint)`
  const where = whereOf(ctx, [...seenConditions(ctx, filter), ...(isOlder ? [isOlder] : [])])
  return selectRows(
    ctx,
    sql`select a.id from ticket_turns a where ${where}
        order by a.created_at desc, a.id desc limit ${sql.lit(most)}`,
  )
}

export interface Counted {
  /** What the person sees. */
  seen: number
  all: number
}

/** `days`: of the report, if they are known. */
export async function countRows(
  ctx: UserCtx,
  filter: Wanted,
  days: readonly ReportDay[] | undefined,
): Promise<Counted> {
  const conditions = conditionsOf(ctx, filter)
  const isSeen = isSeenBy(ctx.actor)
  const [all, seen] = await Promise.all([
    days ? lengthOf(days) : countWhere(ctx, conditions),
    isSeen && countWhere(ctx, [...conditions, isSeen]),
  ])
  return { all, seen: seen ?? all }
}

/** Of the attendances that have not ended, those whose ticket has none of the wanted statuses, by the day of their beginning. */
export async function countUnended(ctx: UserCtx, { status, ...filter }: Wanted): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(a.created_at at time zone c.timezone, 'YYYY-MM-DD') as day, count(*) as count
    from companies c
    join ticket_turns a on a.company_id = c.id and a.finished_at is null
    join tickets t on t.company_id = a.company_id and t.id = a.ticket_id and t.status <> all (${status}::text[])
    where c.id = ${ctx.companyId} and ${whereOf(ctx, conditionsOf(ctx, { ...filter, status: [] }))}
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ day, count }) => [day, count]))
}

async function countWhere(ctx: Ctx, conditions: Condition[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ticket_turns a where ${whereOf(ctx, conditions)}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

async function selectRows({ companyId, db }: Ctx, chosen: RawBuilder<unknown>): Promise<ReportRecord[]> {
  const { rows } = await sql<ReportRecord>`
    with chosen as materialized (${chosen})
    select a.id, a.created_at::text as place, a.created_at, a.started_at, a.closed_at, a.finished_at, a.is_group, a.rating, a.rating_best, a.rating_comment,
           t.id as ticket_id, t.uuid, t.status as ticket_status, t.last_message, t.conversation_id,
           c.id as contact_id, c.name as contact_name, c.phone as contact_phone, c.email as contact_email,
           n.name as connection_name, u.name as user_name, q.name as queue_name
    from chosen
    join ticket_turns a on a.company_id = ${companyId} and a.id = chosen.id
    join tickets t on t.company_id = a.company_id and t.id = a.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections n on n.company_id = a.company_id and n.id = a.connection_id
    left join users u on u.company_id = a.company_id and u.id = a.user_id
    left join queues q on q.company_id = a.company_id and q.id = a.queue_id
    order by a.created_at desc, a.id desc`.execute(db)
  return rows
}

const whereOf = ({ companyId }: Ctx, conditions: Condition[]) =>
  sql.join([sql<SqlBool>`a.company_id = ${companyId}`, ...conditions], sql` and `)

function seenConditions(ctx: UserCtx, filter: Wanted): Condition[] {
  const isSeen = isSeenBy(ctx.actor)
  return [...conditionsOf(ctx, filter), ...(isSeen ? [isSeen] : [])]
}

/** Who sees a ticket sees its attendances, also those of others. Undefined: the person sees all. */
function isSeenBy(actor: UserActor): Condition | undefined {
  if (actor.seesAllTickets && actor.seesGroups) return undefined
  return sql<SqlBool>`exists (
    select from tickets t where t.company_id = a.company_id and t.id = a.ticket_id and ${ticketIsSeen(actor)})`
}

function conditionsOf(ctx: UserCtx, filter: Wanted): Condition[] {
  const { companyId } = ctx
  const { contactId, whatsappId, tags, users, queueIds, status, dateFrom, dateTo, kind } = filter
  const zone = sql`(select c.timezone from companies c where c.id = ${companyId})`
  return [
    ...(dateFrom ? [sql<SqlBool>`a.created_at >= ${dateFrom}::date::timestamp at time zone ${zone}`] : []),
    ...(dateTo ? [sql<SqlBool>`a.created_at < (${dateTo}::date + 1)::timestamp at time zone ${zone}`] : []),
    ...(contactId ? [sql<SqlBool>`a.contact_id = ${contactId}`] : []),
    ...(whatsappId.length > 0 ? [sql<SqlBool>`a.connection_id = any (${whatsappId}::bigint[])`] : []),
    ...(users.length > 0 ? [isOneOf(sql`a.user_id`, users)] : []),
    ...(queueIds.length > 0 ? [isOneOf(sql`a.queue_id`, queueIds)] : []),
    ...(tags.length > 0 ? [hasTag(tags)] : []),
    ...(status.length > 0 ? [hasStatus(status)] : []),
    ...(kind === 'groups' ? [sql<SqlBool>`a.is_group`] : []),
    ...(kind === 'tickets' ? [sql<SqlBool>`not a.is_group`] : []),
    ...(kind === 'rated' ? [sql<SqlBool>`a.rating is not null`] : []),
    ...foundBy(ctx, filter.searchParam),
  ]
}

/** 0 stands for none. */
function isOneOf(column: RawBuilder<unknown>, ids: number[]): Condition {
  const listed = sql<SqlBool>`${column} = any (${ids}::bigint[])`
  return ids.includes(0) ? sql<SqlBool>`(${listed} or ${column} is null)` : listed
}

const hasTag = (tags: number[]): Condition => sql<SqlBool>`a.contact_id in (
  select ct.contact_id from contact_tags ct where ct.company_id = a.company_id and ct.tag_id = any (${tags}::bigint[]))`

/** One that has ended is closed, also if its ticket was opened again. Others have the status of their ticket. */
function hasStatus(status: TicketStatus[]): Condition {
  const running = sql<SqlBool>`(a.finished_at is null and exists (
    select from tickets t where t.company_id = a.company_id and t.id = a.ticket_id and t.status = any (${status}::text[])))`
  return status.includes('closed') ? sql<SqlBool>`(a.finished_at is not null or ${running})` : running
}

function foundBy(ctx: UserCtx, text: string): Condition[] {
  if (text === '') return []
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const found = [
    ...(number === undefined ? [] : [sql<SqlBool>`a.ticket_id = ${Number(number)}`]),
    ...(text.length < limits.searchLetters ? [] : [isFoundContact(ctx, sql`a.contact_id`, text)]),
  ]
  return found.length > 0 ? [sql<SqlBool>`(${sql.join(found, sql` or `)})`] : []
}
