import type { UserActor, UserCtx } from '#platform/context'
import { audit } from '#platform/audit'
import type { Units } from '#platform/database/unit-of-work'
import { noPermission, notFound } from '#platform/errors'
import { findCompany } from './companies.repository.ts'

interface Reach {
  actor: UserActor
  /** As the caller named it; undefined is their own. */
  companyId: number | undefined
  /** How to work in the own company: the call's `run` or `read`. */
  own: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
  /** What is done, for the audit of the company that is reached into. */
  action: string
}

/**
 * Work in a company that was named explicitly: one's own; another one only for the operator, and that company's audit
 * tells of it (S6, S7). Everybody else is refused, whether there is such a company or not.
 */
export async function withinCompany<T>(
  units: Units,
  { actor, companyId, own, action }: Reach,
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
