import {
  type HoldReason,
  type Recurrence,
  type ScheduleStatus,
  type TemplateChoice,
  isLocalMoment,
  limits,
} from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'
import { scheduleViewerOf } from './schedules.policy.ts'

export interface ScheduleRow {
  id: number
  company_id: number
  body: string
  send_at: Date
  sent_at: Date | null
  /** As it is stored; the message says whether the network has it. */
  status: Exclude<ScheduleStatus, 'AGENDADA'>
  is_late: boolean
  failure: string | null
  held_reason: HoldReason | null
  held_until: Date | null
  contact_id: number
  contact_name: string
  is_group: boolean
  user_id: number
  user_name: string
  connection_id: number | null
  recurrence: Recurrence
  recurs_until: string | null
  template: TemplateChoice | null
  media_type: string | null
  file_key: string | null
  file_name: string | null
  file_bytes: number | null
  message_ack: number | null
  message_failure: string | null
  ticket_id: number | null
  created_at: Date
  updated_at: Date
}

const columns = sql`
  s.id, s.company_id, s.body, s.send_at, s.sent_at, s.status, s.held_reason, s.held_until, s.is_late, s.failure, s.contact_id, c.name as contact_name,
  c.is_group, s.user_id, u.name as user_name, s.connection_id, s.recurrence, s.recurs_until, s.template, s.media_type,
  f.storage_key as file_key, f.original_name as file_name, f.bytes as file_bytes,
  m.ack as message_ack, m.failure as message_failure, m.ticket_id, s.created_at, s.updated_at`

const tables = sql`
  schedules s
  join contacts c on c.company_id = s.company_id and c.id = s.contact_id
  join users u on u.company_id = s.company_id and u.id = s.user_id
  left join files f on f.company_id = s.company_id and f.id = s.file_id
  left join messages m on m.company_id = s.company_id and m.id = s.message_id`

/** SQL condition of `maySeeSchedule`, for `s` and its contact `c`. */
function isSeen({ actor }: Ctx): RawBuilder<SqlBool> {
  const { onlyOf, groups } = scheduleViewerOf(actor)
  return sql<SqlBool>`(${onlyOf ?? null}::bigint is null or s.user_id = ${onlyOf ?? null}) and (${groups} or not c.is_group)`
}

/** The status that people see. */
const shownStatus = sql`
  case when s.status = 'ENVIADA' and m.failure is not null then 'ERRO'
       when s.status = 'ENVIADA' and m.ack = 0 then 'AGENDADA'
       else s.status end`

export interface ScheduleFilter {
  searchParam: string
  pageNumber: number
  contactId?: number | undefined
  userId?: number | undefined
  status?: ScheduleStatus | undefined
  /** Both or none. */
  from?: Date | undefined
  until?: Date | undefined
}

export interface SchedulePage {
  schedules: ScheduleRow[]
  count: number
  hasMore: boolean
}

/** Between two times all, by time; otherwise those that wait, by time, then the others, newest first. */
export async function pageOfSchedules(ctx: Ctx, filter: ScheduleFilter): Promise<SchedulePage> {
  const { from, until } = filter
  const isCalendar = from !== undefined || until !== undefined
  const size = isCalendar ? limits.schedulesPerPage : limits.rowsPerPage
  const offset = (filter.pageNumber - 1) * size
  const order = isCalendar
    ? sql`s.send_at, s.id`
    : sql`s.status <> 'PENDENTE', case when s.status = 'PENDENTE' then s.send_at end, s.send_at desc, s.id desc`
  const { rows } = await sql<ScheduleRow & { total: number }>`
    select ${columns}, count(*) over () as total from ${tables}
    where s.company_id = ${ctx.companyId} and ${isSeen(ctx)} and ${matches(filter)}
      and s.send_at >= ${from ?? '-infinity'} and s.send_at < ${until ?? 'infinity'}
    order by ${order} limit ${size} offset ${offset}`.execute(ctx.db)
  const count = rows[0]?.total ?? 0
  return { schedules: rows, count, hasMore: offset + rows.length < count }
}

function matches({ searchParam, contactId, userId, status }: ScheduleFilter): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    (${contactId ?? null}::bigint is null or s.contact_id = ${contactId ?? null})
    and (${userId ?? null}::bigint is null or s.user_id = ${userId ?? null})
    and (${status ?? null}::text is null or ${shownStatus} = ${status ?? null})
    and (${searchParam === ''} or fold(c.name) like like_anywhere(${searchParam}) or fold(s.body) like like_anywhere(${searchParam}))`
}

/** Those that the actor may see. */
export async function findSchedules(ctx: Ctx, ids: readonly number[]): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select ${columns} from ${tables}
    where s.company_id = ${ctx.companyId} and s.id = any (${[...ids]}::bigint[]) and ${isSeen(ctx)}`.execute(ctx.db)
  return rows
}

/** Locks it until the end of the unit of work. */
export async function lockSchedule(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from schedules where company_id = ${ctx.companyId} and id = ${id} for update`.execute(ctx.db)
  return rows.length > 0
}

export interface SendTime {
  at: Date
  /** By the database's clock. The minute that has begun is not past, because people choose minutes. */
  is_past: boolean
}

/** The moment of a text. One without a zone is a time in the company's zone. */
export async function readMoment(ctx: Ctx, text: string): Promise<SendTime> {
  const [moment] = await readMoments(ctx, [text])
  if (!moment) throw new Error('the company does not exist')
  return moment
}

/** The same for several texts, in their order. */
export async function readMoments(ctx: Ctx, texts: readonly string[]): Promise<SendTime[]> {
  if (texts.length === 0) return []
  const given = texts.map((text, nth) => ({ nth, text, is_local: isLocalMoment(text) }))
  const { rows } = await sql<SendTime>`
    select x.at, x.at < now() - interval '1 minute' as is_past
    from companies o
    cross join (${recordset(given, sql`nth int, text text, is_local boolean`)}) g
    cross join lateral (
      select case when g.is_local then g.text::timestamp at time zone o.timezone else g.text::timestamptz end as at) x
    where o.id = ${ctx.companyId} order by g.nth`.execute(ctx.db)
  return rows
}

export interface ScheduleValues {
  contact_id?: number
  connection_id?: number | null
  body?: string
  file_id?: number | null
  media_type?: string | null
  send_at?: Date
  recurrence?: Recurrence
  recurs_from?: Date
  recurs_until?: string | null
  /** As JSON. */
  template?: string | null
}

type NewSchedule = Required<ScheduleValues> & { user_id: number }

export async function insertSchedule(ctx: Ctx, schedule: NewSchedule): Promise<number> {
  const { id } = await ctx.db
    .insertInto('schedules')
    .values({ ...schedule, company_id: ctx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** It waits for its time again, whatever has happened to it before. */
export async function changeSchedule(ctx: Ctx, id: number, values: ScheduleValues): Promise<void> {
  await ctx.db
    .updateTable('schedules')
    .set({
      ...values,
      status: 'PENDENTE',
      failure: null,
      held_reason: null,
      held_until: null,
      tries: 0,
      not_before: sql`'-infinity'`,
      updated_at: sql`now()`,
    })
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .execute()
}

export async function removeSchedule(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('schedules').where('company_id', '=', ctx.companyId).where('id', '=', id).execute()
}

/** Returns the ids of those that now belong to the other contact. */
export async function moveSchedules(ctx: Ctx, fromContact: number, toContact: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update schedules set contact_id = ${toContact} where company_id = ${ctx.companyId} and contact_id = ${fromContact}
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
