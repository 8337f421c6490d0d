import { type BrazilianHoliday, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface HolidayRow {
  id: number
  /** Null: a day of the company. */
  holiday: BrazilianHoliday | null
  /** YYYY-MM-DD; null: a national holiday that the company opens in every year. */
  day: string | null
  name: string
  is_open: boolean
  is_yearly: boolean
}

export interface OwnDay {
  day: string
  name: string
  isOpen: boolean
  isYearly: boolean
}

const columns = sql`h.id, h.holiday, h.day, h.name, h.is_open, h.is_yearly`

export async function findHolidays({ companyId, db }: Ctx): Promise<HolidayRow[]> {
  const { rows } = await sql<HolidayRow>`
    select ${columns} from holidays h where h.company_id = ${companyId} order by h.id`.execute(db)
  return rows
}

/** A day of the company, locked until the end of the unit of work. */
export async function lockOwnDay({ companyId, db }: Ctx, id: number): Promise<HolidayRow | undefined> {
  const { rows } = await sql<HolidayRow>`
    select ${columns} from holidays h
    where h.company_id = ${companyId} and h.id = ${id} and h.day is not null for update`.execute(db)
  return rows[0]
}

/** Undefined: the company has as many as are allowed. */
export async function insertOwnDay(
  { companyId, db }: Ctx,
  { day, name, isOpen, isYearly }: OwnDay,
): Promise<HolidayRow | undefined> {
  const { rows } = await sql<HolidayRow>`
    insert into holidays as h (company_id, day, name, is_open, is_yearly)
    select ${companyId}, ${day}::date, ${name}, ${isOpen}, ${isYearly}
    where (select count(*) from holidays o where o.company_id = ${companyId}) < ${limits.holidaysPerCompany}
    returning ${columns}`.execute(db)
  return rows[0]
}

export async function changeOwnDay(
  { companyId, db }: Ctx,
  id: number,
  change: { [K in keyof OwnDay]: OwnDay[K] | undefined },
): Promise<void> {
  await db
    .updateTable('holidays')
    .set({
      // So that the statement has a column to set if nothing changes.
      company_id: companyId,
      day: change.day,
      name: change.name,
      is_open: change.isOpen,
      is_yearly: change.isYearly,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function removeHoliday({ companyId, db }: Ctx, id: number): Promise<void> {
  await db.deleteFrom('holidays').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Undefined: it was open already. */
export async function openNational({ companyId, db }: Ctx, holiday: BrazilianHoliday): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into holidays (company_id, holiday, is_open, is_yearly) values (${companyId}, ${holiday}, true, true)
    on conflict (company_id, holiday) do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** Undefined: it was not open. */
export async function closeNational({ companyId, db }: Ctx, holiday: BrazilianHoliday): Promise<number | undefined> {
  const closed = await db
    .deleteFrom('holidays')
    .where('company_id', '=', companyId)
    .where('holiday', '=', holiday)
    .returning('id')
    .executeTakeFirst()
  return closed?.id
}
