import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, badRequest } from '#platform/errors'
import { type CompanyRow, platformCompany, readToday } from './companies.repository.ts'
import { renewed } from './due-date.ts'
import { unblockedAt } from './list/company-state.ts'
import { lockCompany } from './plan-limits.ts'
import { getCompany } from './update-company.ts'

interface Renewal {
  /** The due date that the caller knows. If another renewal was faster, this one changes nothing. */
  seen: string | null | undefined
  /** How long it lasts; that of the company, unless something else was paid for. */
  recurrence?: string
}

export async function renewCompany(ctx: Ctx, { seen, recurrence: paid }: Renewal): Promise<CompanyRow> {
  if (ctx.companyId === platformCompany) throw badRequest('ERR_PLATFORM_COMPANY')
  await lockCompany(ctx)
  const before = await getCompany(ctx)
  if (before.closed_at) throw badRequest('ERR_COMPANY_CLOSED')
  if (seen !== undefined && seen !== before.due_date) throw new AppError('ERR_COMPANY_CHANGED', 409)

  const recurrence = paid ?? before.recurrence
  const subscription = { dueDate: before.due_date, dueDay: before.due_day, recurrence }
  const next = renewed(subscription, await readToday(ctx))
  await ctx.db
    .updateTable('companies as c')
    .set({ due_date: next.dueDate, due_day: next.dueDay, unblocked_at: unblockedAt, updated_at: sql`now()` })
    .where('c.id', '=', ctx.companyId)
    .execute()
  await audit(ctx, {
    action: 'company.renewed',
    object: 'company',
    objectId: ctx.companyId,
    detail: { before: before.due_date, after: next.dueDate, recurrence },
  })
  ctx.emit('company.saved', { companyId: ctx.companyId })
  return getCompany(ctx)
}
