import { OnCallBody, type OnCallDay, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

export interface OnCallRow {
  id: number
  company_id: number
  user_id: number
  user_name: string
  phone: string
  interval_minutes: number
  after_notices: number
  /** Read it with `readDays`. */
  days: unknown
  created_at: Date
  updated_at: Date
}

/** As the contract has validated them when they were stored. */
export const readDays = (stored: unknown): OnCallDay[] => OnCallBody.shape.days.catch([]).parse(stored)

const columns = sql`
  o.id, o.company_id, o.user_id, u.name as user_name, o.phone, o.interval_minutes, o.after_notices, o.days, o.created_at, o.updated_at`

/** Of users who were not deleted. */
const people = sql`on_calls o join users u on u.company_id = o.company_id and u.id = o.user_id and u.archived_at is null`

export async function listOnCall({ companyId, db }: Ctx): Promise<OnCallRow[]> {
  const { rows } = await sql<OnCallRow>`
    select ${columns} from ${people} where o.company_id = ${companyId} order by o.id`.execute(db)
  return rows
}

export async function findOnCall({ companyId, db }: Ctx, ids: readonly number[]): Promise<OnCallRow[]> {
  const { rows } = await sql<OnCallRow>`
    select ${columns} from ${people} where o.company_id = ${companyId} and o.id = any (${[...ids]}::bigint[])`.execute(
    db,
  )
  return rows
}

export interface OnCallValues {
  userId: number
  phone: string
  interval: number
  days: OnCallDay[]
  afterNotices: number
}

/** Undefined: the company has no such user. */
export async function insertOnCall(ctx: Ctx, values: OnCallValues): Promise<number | undefined> {
  const { companyId, db } = ctx
  const { userId, phone, interval, days, afterNotices } = values
  const { rows } = await sql<{ id: number }>`
    insert into on_calls (company_id, user_id, phone, interval_minutes, days, after_notices)
    select u.company_id, u.id, ${phone}, ${interval}, ${JSON.stringify(days)}::jsonb, ${afterNotices}
    from users u where u.company_id = ${companyId} and u.id = ${userId} and u.archived_at is null
    returning id`.execute(db)
  return rows[0]?.id
}

/** False: there is no such entry, or no such user. */
export async function changeOnCall({ companyId, db }: Ctx, id: number, values: OnCallValues): Promise<boolean> {
  const { userId, phone, interval, days, afterNotices } = values
  const { rows } = await sql`
    update on_calls o set user_id = u.id, phone = ${phone}, interval_minutes = ${interval}, days = ${JSON.stringify(days)}::jsonb,
      after_notices = ${afterNotices}, looks_at = '-infinity', updated_at = now()
    from users u
    where o.company_id = ${companyId} and o.id = ${id}
      and u.company_id = o.company_id and u.id = ${userId} and u.archived_at is null
    returning o.id`.execute(db)
  return rows.length > 0
}

export async function removeOnCall({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`delete from on_calls where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Returns the ids of what was removed. */
export async function removeOnCallOf({ companyId, db }: Ctx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from on_calls where company_id = ${companyId} and user_id = ${userId} returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface NoticeRow {
  id: number
  is_in_house: boolean
  /** Of its message; null: there is none, or none any more. */
  status: 'waiting' | 'sent' | 'mailed' | 'failed' | null
  user_id: number
  user_name: string
  ticket_id: number
  created_at: Date
}

/** The newest first. */
export async function listNotices({ companyId, db }: Ctx): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.is_in_house, m.status, n.user_id, u.name as user_name, n.ticket_id, n.created_at
    from on_call_notices n join users u on u.company_id = n.company_id and u.id = n.user_id
    left join private_messages m on m.company_id = n.company_id and m.id = n.message_id
    where n.company_id = ${companyId} order by n.id desc limit ${sql.lit(limits.onCallNotices)}`.execute(db)
  return rows
}

/** In days. */
const keptFor = sql.lit(90)

export async function removeOldNotices(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from on_call_notices where (company_id, id) in (
      select company_id, id from on_call_notices where created_at < now() - make_interval(days => ${keptFor}) limit ${most})
    returning id`.execute(operator)
  return rows.length
}
