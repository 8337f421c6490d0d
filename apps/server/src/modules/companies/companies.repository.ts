import { type Api, type Parsed, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, type RawBuilder, sql } from '#platform/database/sql'
import type { PlanRow } from './plans.repository.ts'

export interface CompanyRow {
  id: number
  name: string
  email: string
  phone: string
  document: string
  payment_method: string
  active: boolean
  /** YYYY-MM-DD; null: no end. */
  due_date: string | null
  /** Days after it in which everything still works, for all companies. */
  grace_days: number
  recurrence: string
  last_login_at: Date | null
  opening_hours: unknown
  timezone: string
  language: string
  plan: PlanRow
  created_at: Date
  updated_at: Date
}

const selectCompanies = sql`
  select c.id, c.name, c.email, c.phone, c.document, c.payment_method, c.active, c.due_date, c.recurrence, c.last_login_at, c.opening_hours,
         c.timezone, c.language, c.created_at, c.updated_at, coalesce((select grace_days()), 0) as grace_days, to_jsonb(p) as plan
  from companies c join plans p on p.id = c.plan_id`

/** The first day on which `companies c` is blocked: the due date, or some days later if the operator gives grace. */
const blockedOn = sql`(c.due_date + (select grace_days()))`
/** The moment from which `isExpired` is true: midnight in the company's time zone. */
export const endsAt: RawBuilder<Date | null> = sql`(case when c.id <> 1 then ${blockedOn}::timestamp at time zone c.timezone end)`
/** Whether that day of `companies c` has come, in the company's time zone. The platform's company never expires. */
export const isExpired: RawBuilder<boolean> = sql`(c.id <> 1 and coalesce(${blockedOn} <= (now() at time zone c.timezone)::date, false))`

/** The company of this unit of work. */
export async function findCompany(ctx: Ctx): Promise<CompanyRow | undefined> {
  return (await sql<CompanyRow>`${selectCompanies} where c.id = ${ctx.companyId}`.execute(ctx.db)).rows[0]
}

/** For the operator: any company. */
export async function findAnyCompany(operator: Db, id: number): Promise<CompanyRow | undefined> {
  return (await sql<CompanyRow>`${selectCompanies} where c.id = ${id}`.execute(operator)).rows[0]
}

/** Whether another company has this name, regardless of case and accents. */
export async function isNameTaken(operator: Db, name: string, exceptId = 0): Promise<boolean> {
  const { rows } = await sql`select from companies where fold(name) = fold(${name}) and id <> ${exceptId}`.execute(
    operator,
  )
  return rows.length > 0
}

/** For the operator: all companies. */
export async function listCompanies(
  operator: Db,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const matching = sql`
    where ${searchParam} = '' or fold(c.name) like like_anywhere(${searchParam}) or lower(c.email) like like_anywhere(${searchParam})`
  const { rows: companies } = await sql<CompanyRow>`
    ${selectCompanies} ${matching} order by fold(c.name), c.id
    limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(operator)
  const { rows } = await sql<{ count: number }>`select count(*) from companies c ${matching}`.execute(operator)
  return { companies, count: rows[0]?.count ?? 0 }
}

/** For the operator: all companies. */
export async function allCompanies(operator: Db): Promise<CompanyRow[]> {
  return (await sql<CompanyRow>`${selectCompanies} order by c.id`.execute(operator)).rows
}

export async function isKnownTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}

export async function recordLogin(ctx: Ctx): Promise<void> {
  await sql`update companies set last_login_at = now() where id = ${ctx.companyId}`.execute(ctx.db)
}

/** Also removes everything that belongs to it. */
export async function removeCompany(operator: Db, id: number): Promise<void> {
  await sql`delete from companies where id = ${id}`.execute(operator)
}

export async function insertCompany(
  operator: Db,
  company: Omit<Parsed<Api['createCompany']>['body'], 'password'> & { id?: number },
): Promise<number> {
  const { id } = await operator
    .insertInto('companies')
    .values({
      ...(company.id !== undefined && { id: company.id }),
      name: company.name,
      email: company.email,
      phone: company.phone,
      document: company.document,
      payment_method: company.paymentMethod,
      plan_id: company.planId,
      active: company.status,
      due_date: company.dueDate,
      recurrence: company.recurrence,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
