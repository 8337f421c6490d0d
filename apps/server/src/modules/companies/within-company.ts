import type { AuditedReach } from '@guiche/contract'
import type { UserActor, UserCtx } from '#platform/context'
import { audit } from '#platform/audit'
import type { Units } from '#platform/database/unit-of-work'
import { noPermission, notFound } from '#platform/errors'
import { findCompany } from './companies.repository.ts'

interface Target {
  actor: UserActor
  /** As named by the caller; undefined means their own. */
  companyId: number | undefined
  /** Opens a unit of work in the caller's company: the call's `run` or `read`. */
  own: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
  /** The action for the audit log of the other company. */
  action: AuditedReach
}

/**
 * Runs work in a company that the caller named. Another company than the caller's own is for the operator only and is
 * recorded in that company's audit log (S6, S7). Everybody else is refused, whether the company exists or not.
 */
export async function withinCompany<T>(
  units: Units,
  { actor, companyId, own, action }: Target,
  work: (ctx: UserCtx) => Promise<T>,
): Promise<T> {
  if (companyId === undefined || companyId === actor.companyId) return own(work)
  if (!actor.isSuper) throw noPermission()
  if (companyId > largestCompanyId) throw notFound('ERR_NO_COMPANY_FOUND')

  return units.run({ kind: 'system', companyId }, async (ctx) => {
    const reaching = { ...ctx, actor }
    if (!(await findCompany(reaching))) throw notFound('ERR_NO_COMPANY_FOUND')
    await audit(reaching, { action: 'operator.reached', object: 'company', objectId: companyId, detail: { action } })
    return work(reaching)
  })
}

const largestCompanyId = 2_147_483_647
