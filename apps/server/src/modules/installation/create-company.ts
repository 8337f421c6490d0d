import type { Api, Parsed } from '@guiche/contract'
import type { Db } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { hashPassword, isAcceptable } from '#platform/security/passwords'
import { findPlan, insertCompany, isNameTaken, lockNames, refusingDeletedPlan } from '#modules/companies'
import { insertAdmin } from '#modules/users'

interface NewTenant {
  company: Omit<Parsed<Api['createCompany']>['body'], 'password'>
  /** The first user. */
  admin: { name: string; email: string; password: string }
}

export interface Made {
  db: Db
  companyId: number
  userId: number
}

/** Creates a company and its first admin. `finish` does the rest in the same transaction, such as the audit. */
export async function createCompany(
  operator: Db,
  { company, admin }: NewTenant,
  finish: (made: Made) => Promise<void>,
): Promise<number> {
  if (!isAcceptable(admin.password, { strong: true })) throw badRequest('ERR_WEAK_PASSWORD')
  if (!(await findPlan(operator, company.planId))) throw notFound('ERR_NO_PLAN_FOUND')
  const passwordHash = await hashPassword(admin.password)

  return operator.transaction().execute(async (db) => {
    await lockNames(db)
    if (await isNameTaken(db, company.name)) throw badRequest('ERR_NAME_ALREADY_EXISTS')
    const companyId = await refusingDeletedPlan(insertCompany(db, company))
    const { name, email } = admin
    const userId = await insertAdmin(db, { companyId, name, email, passwordHash, isSuper: false })
    await finish({ db, companyId, userId })
    return companyId
  })
}
