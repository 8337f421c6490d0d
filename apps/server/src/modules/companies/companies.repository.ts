import { type Api, type CompanyState, type Parsed, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { countDeadJobs } from '#platform/work/dead-jobs'
import { isChosen, orderOf } from './list/company-filters.ts'
import { isExpired, isServed, isTrial, stateOf } from './list/company-state.ts'
import type { PlanRow } from './plans.repository.ts'

/** The operator's own company (docs/requirements/workspace.md, section 3). */
export const platformCompany = 1

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
  /** The day of the month that renewals keep; null: that of the due date. */
  due_day: number | null
  /** Days after it in which everything still works, for all companies. */
  grace_days: number
  is_trial: boolean
  is_blocked: boolean
  recurrence: string
  closed_at: Date | null
  last_login_at: Date | null
  opening_hours: unknown
  timezone: string
  language: string
  plan: PlanRow
  created_at: Date
  updated_at: Date
}

export interface ListedCompanyRow extends CompanyRow {
  users: number
  connections: number
  state: CompanyState
}

const columns = sql`
  c.id, c.name, c.email, c.phone, c.document, c.payment_method, c.active, c.due_date, c.due_day, c.recurrence, c.closed_at, c.last_login_at, c.opening_hours,
         c.timezone, c.language, c.created_at, c.updated_at,
         coalesce((select grace_days()), 0) as grace_days, ${isTrial} as is_trial, ${isExpired} as is_blocked, to_jsonb(p) as plan`
const selectCompanies = sql`select ${columns} from companies c join plans p on p.id = c.plan_id`
const listedFrom = (companies: RawBuilder<unknown>) => sql`
  select ${columns}, ${stateOf} as state,
         (select count(*) from users u where u.company_id = c.id and u.archived_at is null) as users,
         (select count(*) from connections n where n.company_id = c.id and n.archived_at is null) as connections
  from ${companies} c join plans p on p.id = c.plan_id`

/** The company of this unit of work. */
export async function findCompany(ctx: Ctx): Promise<CompanyRow | undefined> {
  return (await sql<CompanyRow>`${selectCompanies} where c.id = ${ctx.companyId}`.execute(ctx.db)).rows[0]
}

/** For the operator: any company. */
export async function findAnyCompany(operator: Db, id: number): Promise<CompanyRow | undefined> {
  return (await sql<CompanyRow>`${selectCompanies} where c.id = ${id}`.execute(operator)).rows[0]
}

/** Whether the company of this unit of work may use the product now. */
export async function isCompanyServed(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ is_served: boolean }>`
    select ${isServed} as is_served from companies c where c.id = ${ctx.companyId}`.execute(ctx.db)
  return rows[0]?.is_served ?? false
}

/** Today in the company's time zone, by the clock of the database. */
export async function readToday(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone c.timezone)::date as today from companies c where c.id = ${ctx.companyId}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw new Error('a unit of work needs a company')
  return found.today
}

/**
 * Until the end of the transaction nobody else names a company. There is no unique index, because older companies may
 * share a name.
 */
export async function lockNames(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('company names'))`.execute(db)
}

/** Whether another company has this name, regardless of case and accents. */
export async function isNameTaken(operator: Db, name: string, exceptId = 0): Promise<boolean> {
  const { rows } = await sql`select from companies where fold(name) = fold(${name}) and id <> ${exceptId}`.execute(
    operator,
  )
  return rows.length > 0
}

/** Whether another company has this CPF or CNPJ, however it is written. */
export async function isDocumentTaken(operator: Db, document: string, exceptId: number): Promise<boolean> {
  const { rows } = await sql`
    select from companies
    where regexp_replace(upper(document), '[^0-9A-Z]', '', 'g') = ${document} and id <> ${exceptId}`.execute(operator)
  return rows.length > 0
}

/** For the operator: all companies. */
export async function listCompanies(
  operator: Db,
  { searchParam, pageNumber, filter, month, sort }: Parsed<Api['listCompanies']>['query'],
) {
  const dead = filter === 'deadLetters' ? await countDeadJobs(operator) : new Map<number | null, number>()
  const withDeadJob = [...dead.keys()].filter((id) => id !== null)
  const chosen = filter ? isChosen({ filter, month, withDeadJob }) : sql<SqlBool>`true`
  const matching = sql`
    where ${chosen}
      and (${searchParam} = '' or fold(c.name) like like_anywhere(${searchParam}) or lower(c.email) like like_anywhere(${searchParam}))`
  // Chosen first, so that only they get their plan and their numbers.
  const page = sql`
    (select * from companies c ${matching} order by ${orderOf(sort)}
     limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage})`
  const [{ rows: companies }, { rows }] = await Promise.all([
    sql<ListedCompanyRow>`${listedFrom(page)} order by ${orderOf(sort)}`.execute(operator),
    sql<{ count: number }>`select count(*) from companies c ${matching}`.execute(operator),
  ])
  return { companies, count: rows[0]?.count ?? 0 }
}

/** For the operator: any companies. */
export async function findListedCompanies(operator: Db, ids: readonly number[]): Promise<ListedCompanyRow[]> {
  const { rows } =
    await sql<ListedCompanyRow>`${listedFrom(sql`companies`)} where c.id = any (${[...ids]}::integer[])`.execute(
      operator,
    )
  return rows
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

export async function markClosed(ctx: Ctx): Promise<void> {
  await sql`
    update companies set closed_at = now(), active = false, updated_at = now() where id = ${ctx.companyId}`.execute(
    ctx.db,
  )
}

/** False: it is being erased. */
export async function markReopened(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql`
    update companies set closed_at = null, active = true, updated_at = now()
    where id = ${ctx.companyId} and closed_at > clock_timestamp() - make_interval(days => ${limits.daysUntilErased}) returning id`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export interface CompanyToErase {
  id: number
  name: string
  closed_at: Date
}

export async function listCompaniesToErase(operator: Db): Promise<CompanyToErase[]> {
  const { rows } = await sql<CompanyToErase>`
    select id, name, closed_at from companies
    where closed_at is not null and closed_at <= now() - make_interval(days => ${limits.daysUntilErased}) order by closed_at`.execute(
    operator,
  )
  return rows
}

/** Erases at most `most` rows of a closed company and returns how many; 0: only its own row is left. */
export async function eraseRows(operator: Db, id: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select erase_closed_company(${id}, ${most}) as count`.execute(operator)
  return rows[0]?.count ?? 0
}

/** The operator has changed the days of grace: companies that were blocked before and are not any more have come back. */
export async function markUnblocked(operator: Db, grace: { before: number; after: number }): Promise<void> {
  await sql`
    update companies c set unblocked_at = now()
    where c.id <> ${platformCompany} and c.due_date + ${grace.before}::integer <= (now() at time zone c.timezone)::date
      and c.due_date + ${grace.after}::integer > (now() at time zone c.timezone)::date`.execute(operator)
}

/**
 * The company may be tried for some days, counted in its time zone. On a plan that costs nothing there is nothing to try:
 * no invoice could end the block after those days.
 */
export async function startTrial(operator: Db, id: number): Promise<void> {
  await sql`
    update companies c set due_date = trial.ends, trial_ends = trial.ends
    from (select (now() at time zone o.timezone)::date + ${limits.trialDays}::integer as ends
          from companies o join plans p on p.id = o.plan_id
          where o.id = ${id} and p.amount_cents > 0) trial
    where c.id = ${id}`.execute(operator)
}

/** What belongs to it goes with it, as far as foreign keys say so. */
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
