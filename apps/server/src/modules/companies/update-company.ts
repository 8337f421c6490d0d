import type { Api, CompanyRegion, Parsed, ScheduleEntry } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { type CompanyRow, findCompany, isKnownTimeZone, platformCompany } from './companies.repository.ts'
import { unblockedAt } from './list/company-state.ts'
import { findPlan, refusingDeletedPlan } from './plans.repository.ts'

type CompanyChange = Parsed<Api['updateCompany']>['body']

export async function updateCompany(ctx: Ctx, change: CompanyChange): Promise<CompanyRow> {
  const before = await getCompany(ctx)
  if (before.closed_at) throw badRequest('ERR_COMPANY_CLOSED')
  if (change.planId !== undefined && !(await findPlan(ctx.db, change.planId))) throw notFound('ERR_NO_PLAN_FOUND')
  // The platform's own company never expires and cannot be switched off (docs/requirements/workspace.md, section 3).
  const isPlatform = ctx.companyId === platformCompany
  const changed = ctx.db
    .updateTable('companies as c')
    .set({
      name: change.name,
      email: change.email,
      phone: change.phone,
      document: change.document,
      payment_method: change.paymentMethod,
      plan_id: change.planId,
      active: isPlatform ? undefined : change.status,
      due_date: isPlatform ? undefined : change.dueDate,
      unblocked_at: isPlatform || change.dueDate === undefined ? undefined : unblockedAt,
      // A new date brings its own day.
      due_day: change.dueDate === undefined || change.dueDate === before.due_date ? undefined : null,
      recurrence: change.recurrence,
      updated_at: sql`now()`,
    })
    .where('c.id', '=', ctx.companyId)
    .execute()
  await refusingDeletedPlan(changed)

  const after = await getCompany(ctx)
  await audit(ctx, {
    action: 'company.changed',
    object: 'company',
    objectId: ctx.companyId,
    detail: { before: watched(before), after: watched(after) },
  })
  ctx.emit('company.saved', { companyId: ctx.companyId })
  if (before.active && !after.active) ctx.emit('company.disabled', { companyId: ctx.companyId })
  return after
}

export async function setSchedules(ctx: Ctx, schedules: ScheduleEntry[]): Promise<CompanyRow> {
  const before = await getCompany(ctx)
  await ctx.db
    .updateTable('companies')
    .set({ opening_hours: JSON.stringify(schedules), updated_at: sql`now()` })
    .where('id', '=', ctx.companyId)
    .execute()
  await audit(ctx, {
    action: 'company.hoursChanged',
    object: 'company',
    objectId: ctx.companyId,
    detail: { before: before.opening_hours, after: schedules },
  })
  ctx.emit('company.saved', { companyId: ctx.companyId })
  return getCompany(ctx)
}

/** Of a company that has chosen none (docs/requirements/back-office.md). */
const usualZones: Record<NonNullable<CompanyRegion['language']>, string> = {
  'pt-BR': 'America/Sao_Paulo',
  es: 'America/Monterrey',
  en: 'America/Sao_Paulo',
  tr: 'America/Sao_Paulo',
}

/** The database computes with the time zone too, so it must know the name. */
export async function setRegion(ctx: Ctx, { timezone, language }: CompanyRegion): Promise<CompanyRow> {
  const before = await getCompany(ctx)
  if (timezone !== undefined && !(await isKnownTimeZone(ctx.db, timezone)))
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.timezone', message: 'invalidTimeZone' }] })
  await ctx.db
    .updateTable('companies')
    .set({ ...zoneOf({ timezone, language }), language, updated_at: sql`now()` })
    .where('id', '=', ctx.companyId)
    .execute()

  const after = await getCompany(ctx)
  await audit(ctx, {
    action: 'company.regionChanged',
    object: 'company',
    objectId: ctx.companyId,
    detail: { before: regionOf(before), after: regionOf(after) },
  })
  ctx.emit('company.saved', { companyId: ctx.companyId })
  return after
}

function zoneOf({ timezone, language }: CompanyRegion) {
  if (timezone !== undefined) return { timezone, timezone_chosen: true }
  if (language === undefined) return {}
  return { timezone: sql<string>`case when timezone_chosen then timezone else ${usualZones[language]} end` }
}

const regionOf = ({ timezone, language }: CompanyRow) => ({ timezone, language })

export async function getCompany(ctx: Ctx): Promise<CompanyRow> {
  const company = await findCompany(ctx)
  if (!company) throw notFound('ERR_NO_COMPANY_FOUND')
  return company
}

const watched = (company: CompanyRow) => ({
  name: company.name,
  email: company.email,
  phone: company.phone,
  document: company.document,
  paymentMethod: company.payment_method,
  active: company.active,
  dueDate: company.due_date,
  recurrence: company.recurrence,
  plan: company.plan.name,
})
