import type { CompanyState } from '@guiche/contract'
import { type Db, sql } from '#platform/database/sql'
import { isDown, isOverdue, isRevenue, isTrialEnding, isServed, stateOf } from '#modules/companies'

// All of these are for the operator, over all companies. The platform's own company is no customer.

export interface StateRow {
  state: CompanyState
  companies: number
  trials_ending: number
}

/**
 * Companies that agree in what their state follows from are grouped first: the day in a company's time zone costs more
 * than to group it.
 */
export async function countStates(operator: Db): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select ${stateOf} as state, sum(c.companies)::bigint as companies,
      coalesce(sum(c.companies) filter (where ${isTrialEnding}), 0)::bigint as trials_ending
    from (
      select 0 as id, k.due_date, k.trial_ends, k.active, k.timezone, k.closed, count(*) as companies,
        case when k.closed then now() end as closed_at
      from (select *, closed_at is not null as closed from companies where id <> 1) k
      group by k.due_date, k.trial_ends, k.active, k.timezone, k.closed) c
    group by 1`.execute(operator)
  return rows
}

/** The last months of the platform's company, this month first. */
const monthsBack = (before: number) => sql`
  select first, first at time zone z.timezone as since, (first + interval '1 month') at time zone z.timezone as until
  from companies z,
    generate_series(0, ${sql.lit(before)}) as back,
    lateral (select date_trunc('month', now() at time zone z.timezone) - make_interval(months => back) as first) as begun
  where z.id = 1`

export interface RevenueRow {
  /** YYYY-MM */
  month: string
  cents: number
}

/** Of twelve months, this month last. The ledger outlives the companies. */
export async function sumRevenue(operator: Db): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    with months as materialized (${monthsBack(11)})
    select to_char(m.first, 'YYYY-MM') as month,
      (select coalesce(sum(p.amount_cents), 0)::bigint from payments p
       where p.paid_at >= m.since and p.paid_at < m.until and ${isRevenue}) as cents
    from months m order by m.first`.execute(operator)
  return rows
}

export interface MovementRow {
  month: string
  new: number
  gone: number
  erased: number
}

/** Of this month and the last, which are calculated once and not for each company. What is left of an erased company is an entry of the platform's audit log. */
export async function countMovement(operator: Db): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    with months as materialized (${monthsBack(1)})
    select to_char(m.first, 'YYYY-MM') as month,
      (select count(*) from companies c where c.id <> 1 and c.created_at >= m.since and c.created_at < m.until) as new,
      (select count(*) from companies c where c.closed_at >= m.since and c.closed_at < m.until) as gone,
      (select count(*) from audit_log a
       where a.company_id = 1 and a.action = 'company.erased' and a.created_at >= m.since
         and (a.detail ->> 'closedAt')::timestamptz >= m.since and (a.detail ->> 'closedAt')::timestamptz < m.until) as erased
    from months m order by m.first desc`.execute(operator)
  return rows
}

export interface OverdueRow {
  invoices: number
  companies: number
  cents: number
}

export async function sumOverdue(operator: Db): Promise<OverdueRow> {
  const { rows } = await sql<OverdueRow>`
    select count(*) as invoices, count(distinct c.id) as companies, coalesce(sum(i.amount_cents), 0)::bigint as cents
    from invoices i join companies c on c.id = i.company_id
    where ${isOverdue}`.execute(operator)
  return rows[0] ?? { invoices: 0, companies: 0, cents: 0 }
}

export interface ConnectionsRow {
  up: number
  all: number
}

/** Grouped like the states. */
export async function countConnections(operator: Db): Promise<ConnectionsRow> {
  const { rows } = await sql<ConnectionsRow>`
    select coalesce(sum(c.up), 0)::bigint as up, coalesce(sum(c.all), 0)::bigint as all
    from (
      select k.id = 1 as is_platform, min(k.id) as id, k.due_date, k.active, k.timezone,
        count(*) filter (where not ${isDown}) as up, count(*) as all
      from connections n join companies k on k.id = n.company_id
      where n.archived_at is null
      group by k.id = 1, k.due_date, k.active, k.timezone) c
    where ${isServed}`.execute(operator)
  return rows[0] ?? { up: 0, all: 0 }
}

export async function findOldestUnsent(operator: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from outbox where action = 'send'`.execute(operator)
  return rows[0]?.at ?? null
}

/** Entries of the inbox that were given up, by company. */
export async function countDeadEntries(operator: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ company_id: number; count: number }>`
    select company_id, count(*) from inbox where dead_at is not null group by company_id`.execute(operator)
  return new Map(rows.map(({ company_id: companyId, count }) => [companyId, count]))
}

/** Those of these ids that a company has. */
export async function findKnownCompanies(operator: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from companies where id = any (${[...ids]}::integer[])`.execute(
    operator,
  )
  return new Set(rows.map(({ id }) => id))
}
