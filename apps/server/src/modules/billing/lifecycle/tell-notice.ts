import { Email, noticeAmount, noticeDate, subscriptionState } from '@guiche/contract'
import { languageOf } from '#texts'
import type { Db } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import type { Deps } from '#platform/deps'
import type { JobQueue } from '#platform/work/jobs'
import { findCompany } from '#modules/companies'
import type { Mail } from '#modules/mail'
import type { UserNotices } from '#modules/user-notices'
import { daysOf, noticeOf } from './notice-kind.ts'
import { writeNotice } from './notice-texts.ts'
import {
  type Notice,
  type UntoldNotice,
  adminEmails,
  insertNotices,
  lockUntold,
  markTold,
  untilDay,
} from './notices.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Shows a new state on the screens of a company at once, and has the notice told by day. */
    'subscription.notice': Notice
    /** E-mail and WhatsApp. */
    'subscription.tell': Notice
  }
}

export interface TellDeps extends Pick<Deps, 'units' | 'jobs' | 'log' | 'publicUrl'> {
  mail: Mail
  notices: UserNotices
}

interface Noting {
  units: Pick<Units, 'operator'>
  jobs: Pick<JobQueue, 'enqueueAll' | 'wake'>
}

/** Notes what has changed by the day, with a job for each notice in the same transaction. Returns how many are new. */
export async function noteNotices({ units, jobs }: Noting): Promise<number> {
  const fresh = await units.operator.transaction().execute(async (db) => {
    const added = await insertNotices(db)
    await jobs.enqueueAll(db, 'subscription.notice', added)
    return added
  })
  if (fresh.length > 0) jobs.wake('subscription.notice')
  return fresh.length
}

/** The windows of the company read its state anew, and so does all that knows who is served. */
export async function showState({ units }: Pick<Deps, 'units'>, companyId: number): Promise<void> {
  await units.run({ kind: 'system', companyId }, async (ctx) => {
    if (await findCompany(ctx)) ctx.emit('company.saved', { companyId })
  })
}

export async function beginNotice({ units }: Pick<Deps, 'units'>, notice: Notice): Promise<void> {
  const { companyId, dueDate, kind } = notice
  await units.run({ kind: 'system', companyId }, async (ctx) => {
    if (!(await findCompany(ctx))) return
    ctx.emit('company.saved', { companyId })
    await ctx.enqueue('subscription.tell', { dueDate, kind }, { startAfter: await untilDay(ctx) })
  })
}

/** In seconds. A day later another notice may be due. */
const lifetime = 24 * 3600

/**
 * Orders e-mail and WhatsApp in the transaction that marks the notice as told: so each is ordered at most once, however
 * often the job runs. What cannot be sent is left out, and the log says why.
 */
export async function tellNotice(deps: TellDeps, notice: Notice): Promise<void> {
  const { units, notices, mail } = deps
  const isMailPossible = await mail.isConfigured()
  await units.operator.transaction().execute(async (db) => {
    const company = await lockUntold(db, notice)
    if (!company) return
    await markTold(db, notice)
    if (!isCurrent(notice, company)) return leftOut(deps, notice, 'notice', 'outdated')
    const letter = await letterOf(deps, db, notice, company)
    await mailAll(deps, db, { notice, company, letter, isMailPossible })
    const { companyId } = notice
    const { phone, language } = company
    const written = await notices.writeToCompany(
      db,
      { companyId, phone, language },
      { template: 'subscription', values: letter, lifetime },
    )
    if (written !== 'message') leftOut(deps, notice, 'message', written)
  })
  notices.wake()
}

const stateOf = ({ due_date, today, grace_days, is_trial }: UntoldNotice) =>
  subscriptionState({ dueDate: due_date, today, graceDays: grace_days, isTrial: is_trial })

/** The company may have paid, or another day may have begun, since it was noted. */
const isCurrent = ({ dueDate, kind }: Notice, company: UntoldNotice): boolean =>
  company.active && company.due_date === dueDate && noticeOf(stateOf(company)) === kind

interface Letter {
  subject: string
  text: string
}

function letterOf(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  db: Db,
  { dueDate, kind }: Notice,
  company: UntoldNotice,
): Promise<Letter> {
  const language = languageOf(company.language)
  return writeNotice(
    db,
    { kind, language },
    {
      company: company.name,
      dueDate: noticeDate(language, dueDate),
      days: String(daysOf(stateOf(company))),
      amount: noticeAmount(language, company.amount_cents),
      link: new URL('/financeiro', publicUrl).href,
    },
  )
}

interface Post {
  notice: Notice
  company: UntoldNotice
  letter: Letter
  isMailPossible: boolean
}

/** To the company's address and to its admins, each address once. */
async function mailAll(deps: TellDeps, db: Db, { notice, company, letter, isMailPossible }: Post): Promise<void> {
  const { companyId } = notice
  if (!isMailPossible) return leftOut(deps, notice, 'mail', 'noMailServer')
  const given = [company.email, ...(await adminEmails(db, companyId))].map((email) => email.trim().toLowerCase())
  const addresses = [...new Set(given)].filter((email) => Email.safeParse(email).success)
  if (addresses.length === 0) return leftOut(deps, notice, 'mail', 'noAddress')
  const ctx = { companyId, db, enqueue: deps.jobs.enqueueFor(db, companyId) }
  for (const to of addresses)
    await deps.mail.send(ctx, { to, template: 'subscription', language: company.language, values: letter, lifetime })
}

function leftOut({ log }: Pick<Deps, 'log'>, { companyId, dueDate, kind }: Notice, by: string, reason: string): void {
  log.info(
    { event: 'subscription.notice-left-out', companyId, dueDate, kind, by, reason },
    'a notice of a subscription was not sent',
  )
}
