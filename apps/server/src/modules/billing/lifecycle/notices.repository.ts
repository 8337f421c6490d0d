import { type NoticeKind, dueSoonDays } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { isTrial, planPrice, platformCompany } from '#modules/companies'
import { tellsBlockFor } from './notice-kind.ts'

export interface Notice {
  companyId: number
  /** YYYY-MM-DD */
  dueDate: string
  kind: NoticeKind
}

/**
 * Notes what companies have to be told now and were not yet, for all of them in one statement, and answers what is new.
 * The rule is that of `noticeOf`, and a test compares the two. Several processes at once note each once.
 */
export async function insertNotices(db: Db): Promise<Notice[]> {
  const { rows } = await sql<{ company_id: number; due_date: string; kind: NoticeKind }>`
    insert into subscription_notices (company_id, due_date, kind)
    select c.id, c.due_date, x.kind
    from companies c
    cross join (select grace_days() as days) grace
    cross join lateral (select c.due_date - (now() at time zone c.timezone)::date as days) rest
    cross join lateral (select case
      when rest.days + grace.days <= ${sql.lit(-tellsBlockFor)} then null
      when rest.days + grace.days <= 0 then 'blocked'
      when rest.days <= 0 then 'due'
      when rest.days = 1 then 'oneDay'
      when rest.days <= ${sql.lit(dueSoonDays)} and not ${isTrial} then 'fiveDays' end as kind) x
    where c.id <> ${platformCompany} and c.active and x.kind is not null
      and not exists (select from subscription_notices n where n.company_id = c.id and n.due_date = c.due_date and n.kind = x.kind)
    order by c.id
    on conflict (company_id, due_date, kind) do nothing
    returning company_id, due_date, kind`.execute(db)
  return rows.map(({ company_id: companyId, due_date: dueDate, kind }) => ({ companyId, dueDate, kind }))
}

/** The hours, in a company's time zone, in which e-mails and messages are sent. */
const day = { from: 8, until: 20 }
/** In minutes: a phone that writes to everybody in the same minute would be blocked. */
const spread = 60

/**
 * In seconds: how long a notice of the night waits for the morning. 0: it is day, or the company is gone. The screen does
 * not wait.
 */
export async function untilDay(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from (
        date_trunc('day', here.now) + make_interval(days => (here.hour >= ${sql.lit(day.until)})::integer, hours => ${sql.lit(day.from)}, mins => c.id % ${sql.lit(spread)})
      ) at time zone c.timezone - now()))::integer as wait
    from companies c
    cross join lateral (select now() at time zone c.timezone as now, extract(hour from now() at time zone c.timezone)::integer as hour) here
    where c.id = ${ctx.companyId} and here.hour not between ${sql.lit(day.from)} and ${sql.lit(day.until - 1)}`.execute(
    ctx.db,
  )
  return Math.max(rows[0]?.wait ?? 0, 0)
}

export interface UntoldNotice {
  name: string
  email: string
  phone: string
  language: string
  active: boolean
  /** As they are now: the notice may be outdated. */
  due_date: string | null
  today: string
  grace_days: number
  is_trial: boolean
  amount_cents: number
}

/** Locks a notice until it is told. Undefined: it was told, or its company is gone. */
export async function lockUntold(db: Db, { companyId, dueDate, kind }: Notice): Promise<UntoldNotice | undefined> {
  const { rows } = await sql<UntoldNotice>`
    select c.name, c.email, c.phone, c.language, c.active, c.due_date, (now() at time zone c.timezone)::date as today,
           coalesce(grace_days(), 0) as grace_days, ${isTrial} as is_trial, coalesce(i.amount_cents, ${planPrice(sql`c.recurrence`)}, 0) as amount_cents
    from subscription_notices n
    join companies c on c.id = n.company_id
    join plans p on p.id = c.plan_id
    left join invoices i on i.company_id = n.company_id and i.due_date = n.due_date
    where n.company_id = ${companyId} and n.due_date = ${dueDate}::date and n.kind = ${kind} and n.told_at is null
    for update of n`.execute(db)
  return rows[0]
}

export async function markTold(db: Db, { companyId, dueDate, kind }: Notice): Promise<void> {
  await sql`
    update subscription_notices set told_at = now()
    where company_id = ${companyId} and due_date = ${dueDate}::date and kind = ${kind}`.execute(db)
}

/** The addresses of a company's admins. */
export async function adminEmails(db: Db, companyId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from users where company_id = ${companyId} and profile = 'admin' and archived_at is null
    order by id`.execute(db)
  return rows.map(({ email }) => email)
}

/** Companies that were due at most so many days ago: with more or less grace they may be in another state. */
export async function companiesInReach(db: Db, days: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from companies c
    cross join lateral (select (now() at time zone c.timezone)::date - c.due_date as days) since
    where c.id <> ${platformCompany} and c.active and since.days between 0 and ${days}::integer
    order by c.id`.execute(db)
  return rows.map(({ id }) => id)
}
