import type { Api, Parsed } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserActor } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { hashPassword, isAcceptable } from '#platform/security/passwords'
import { findPlan, insertCompany, isNameTaken } from '#modules/companies'
import { insertAdmin } from '#modules/users'

type NewCompany = Parsed<Api['createCompany']>['body']

/** Creates a company and its first admin, who logs in with the company's e-mail. */
export async function createCompany(operator: Db, actor: UserActor, company: NewCompany): Promise<number> {
  if (!isAcceptable(company.password, { strong: true })) throw badRequest('ERR_WEAK_PASSWORD')
  if (!(await findPlan(operator, company.planId))) throw notFound('ERR_NO_PLAN_FOUND')
  const passwordHash = await hashPassword(company.password)

  return operator.transaction().execute(async (db) => {
    // Serialises the check of the name. There is no unique index, because older companies may share a name.
    await sql`select pg_advisory_xact_lock(hashtext('company names'))`.execute(db)
    if (await isNameTaken(db, company.name)) throw badRequest('ERR_NAME_ALREADY_EXISTS')
    const companyId = await insertCompany(db, company)
    await insertAdmin(db, { companyId, name: company.name, email: company.email, passwordHash, isSuper: false })
    await audit(
      { db, companyId, actor },
      {
        action: 'company.created',
        object: 'company',
        objectId: companyId,
        detail: { name: company.name, planId: company.planId },
      },
    )
    return companyId
  })
}
