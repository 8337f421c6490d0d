import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { type CompanyRow, markClosed, markReopened, platformCompany } from './companies.repository.ts'
import { lockCompany } from './plan-limits.ts'
import { getCompany } from './update-company.ts'

/**
 * At once nobody can log in, sessions end, phones are disconnected, and timers of the company do nothing. Its data stays
 * until it is erased. Closing it again changes nothing.
 */
export async function closeCompany(ctx: Ctx): Promise<void> {
  if (ctx.companyId === platformCompany) throw badRequest('ERR_PLATFORM_COMPANY')
  await lockCompany(ctx)
  const company = await getCompany(ctx)
  if (company.closed_at) return
  await markClosed(ctx)
  await audit(ctx, {
    action: 'company.closed',
    object: 'company',
    objectId: ctx.companyId,
    detail: { name: company.name, active: company.active },
  })
  ctx.emit('company.saved', { companyId: ctx.companyId })
  ctx.emit('company.disabled', { companyId: ctx.companyId })
}

/** Afterwards its users can log in again, and its phones are connected again. Refused once it is being erased. */
export async function reopenCompany(ctx: Ctx): Promise<CompanyRow> {
  await lockCompany(ctx)
  const { closed_at: closedAt, name } = await getCompany(ctx)
  if (closedAt && !(await markReopened(ctx))) throw badRequest('ERR_COMPANY_CLOSED')
  if (closedAt) {
    await audit(ctx, { action: 'company.reopened', object: 'company', objectId: ctx.companyId, detail: { name } })
    ctx.emit('company.saved', { companyId: ctx.companyId })
  }
  return getCompany(ctx)
}
