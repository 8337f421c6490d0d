import type { CompanyFilter, CompanySort, CompanyState } from '@guiche/contract'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { isTrialEnding, isServed, stateOf, today } from './company-state.ts'

// All of these are parts of statements that read `companies c`.

/** Of `invoices i` of the company. It is gone with what it owed. */
export const isOverdue: RawBuilder<SqlBool> = sql`(i.status = 'open' and i.due_date < ${today} and c.closed_at is null)`

/** Of `payments p`. A credit is no money, and neither is the one that is taken back. */
export const isRevenue: RawBuilder<SqlBool> = sql`(p.kind <> 'credit' and not exists (
  select from payments k where k.company_id = p.company_id and k.id = p.payment_id and k.kind = 'credit'))`

/** Of `connections n` of the company. */
export const isDown: RawBuilder<SqlBool> = sql`(n.archived_at is null and n.status <> 'connected')`

/** When the oldest message of the company that is not sent yet was written. */
export const oldestUnsentAt: RawBuilder<Date | null> = sql`(select min(o.created_at) from outbox o where o.company_id = c.id and o.action = 'send')`

interface Chosen {
  filter: CompanyFilter
  /** YYYY-MM; undefined: this month. */
  month: string | undefined
  /** Companies with a job that was given up. */
  withDeadJob: readonly number[]
}

/** Whether a company is one of those that the filter names. The platform's company is no customer. */
export function isChosen({ filter, month, withDeadJob }: Chosen): RawBuilder<SqlBool> {
  return {
    trial: isIn('trial'),
    active: isIn('active'),
    dueSoon: isIn('dueSoon'),
    grace: isIn('grace'),
    blocked: isIn('blocked'),
    off: isIn('off'),
    closed: isIn('closed'),
    overdue: sql<SqlBool>`exists (select from invoices i where i.company_id = c.id and ${isOverdue})`,
    trialEnding: isTrialEnding,
    new: sql<SqlBool>`(c.id <> 1 and ${within(sql`c.created_at`, month)})`,
    gone: within(sql`c.closed_at`, month),
    paid: sql<SqlBool>`exists (
      select from payments p where p.company_id = c.id and ${within(sql`p.paid_at`, month)} and ${isRevenue})`,
    disconnected: sql<SqlBool>`(${isServed} and exists (select from connections n where n.company_id = c.id and ${isDown}))`,
    unsent: sql<SqlBool>`exists (select from outbox o where o.company_id = c.id and o.action = 'send')`,
    deadLetters: sql<SqlBool>`(c.id = any (${[...withDeadJob]}::integer[])
      or exists (select from inbox i where i.company_id = c.id and i.dead_at is not null))`,
  }[filter]
}

const isIn = (state: CompanyState) => sql<SqlBool>`(c.id <> 1 and ${stateOf} = ${sql.lit(state)})`

/** Whether a time is in the month, in the time zone of the platform's company. */
function within(time: RawBuilder<unknown>, month: string | undefined): RawBuilder<SqlBool> {
  const zone = sql`(select z.timezone from companies z where z.id = 1)`
  const first = month ? sql`${`${month}-01`}::timestamp` : sql`date_trunc('month', now() at time zone ${zone})`
  return sql`(${time} >= (${first} at time zone ${zone}) and ${time} < ((${first} + interval '1 month') at time zone ${zone}))`
}

export const orderOf = (sort: CompanySort): RawBuilder<unknown> =>
  ({
    name: sql`fold(c.name), c.id`,
    due: sql`c.due_date nulls last, c.id`,
    created: sql`c.created_at desc, c.id desc`,
    lastLogin: sql`c.last_login_at desc nulls last, c.id`,
    waiting: sql`${oldestUnsentAt} nulls last, c.id`,
  })[sort]
