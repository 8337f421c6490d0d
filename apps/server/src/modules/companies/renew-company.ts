import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { together } from '#platform/database/together'
import { AppError, badRequest } from '#platform/errors'
import { type CompanyRow, platformCompany, readToday } from './companies.repository.ts'
import { renewed } from './due-date.ts'
import { unblockedAt } from './list/company-state.ts'
import { lockCompany } from './plan-limits.ts'
import { getCompany } from './update-company.ts'

/** `seen`: the due date that the caller knows. If another renewal was faster, this one changes nothing. */
export async function renewCompany(ctx: Ctx, { seen }: { seen: string | null | undefined }): Promise<CompanyRow> {
  if (ctx.companyId === platformCompany) throw badRequest('ERR_PLATFORM_COMPANY')
  const [, before] = await together([lockCompany(ctx), getCompany(ctx)])
  if (before.closed_at) throw badRequest('ERR_COMPANY_CLOSED')
  if (seen !== undefined && seen !== before.due_date) throw new AppError('ERR_COMPANY_CHANGED', 409)
  await renewLicence(ctx, before)
  return getCompany(ctx)
}

/** Of a company that is locked and not closed, as it is now. Returns the new due date. */
export async function renewLicence(ctx: Ctx, before: CompanyRow): Promise<string> {
  const subscription = { dueDate: before.due_date, dueDay: before.due_day, recurrence: before.recurrence }
  const next = renewed(subscription, await readToday(ctx))
  const saved = ctx.db
    .updateTable('companies as c')
    .set({ due_date: next.dueDate, due_day: next.dueDay, unblocked_at: unblockedAt, updated_at: sql`now()` })
    .where('c.id', '=', ctx.companyId)
    .execute()
  const audited = audit(ctx, {
    action: 'company.renewed',
    object: 'company',
    objectId: ctx.companyId,
    detail: { before: before.due_date, after: next.dueDate, recurrence: before.recurrence },
  })
  await together([saved, audited])
  ctx.emit('company.saved', { companyId: ctx.companyId })
  return next.dueDate
}
