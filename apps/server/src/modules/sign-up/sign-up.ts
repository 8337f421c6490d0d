import type { Api, Parsed } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Db } from '#platform/database/sql'
import { AppError, badRequest } from '#platform/errors'
import { blockOf } from '#platform/security/address-block'
import { isAcceptable } from '#platform/security/passwords'
import type { Limiter } from '#platform/security/rate-limits'
import { findPlan, isDocumentTaken, startTrial } from '#modules/companies'
import { type Made, createCompany } from '#modules/installation'
import { isUserCreationOn } from '#modules/settings'
import { insertAcceptance, newestTerms } from './terms.repository.ts'

type Application = Parsed<Api['signUp']>['body']

/** In Brazil; the form asks for area code and number. */
const countryCode = '55'

/** Refusals that would tell what other companies have (S9). */
const telling = new Set(['ERR_NAME_ALREADY_EXISTS', 'ERR_EMAIL_NOT_ACCEPTED', 'ERR_NO_PLAN_FOUND'])

/**
 * A stranger makes a company of their own on a public plan, and becomes its admin (S27). Company, user, accepted terms and
 * trial are one transaction. Returns the id of the company.
 */
export async function signUp(
  { operator, limiter }: { operator: Db; limiter: Limiter },
  application: Application,
  address: string,
): Promise<number> {
  if (!(await isUserCreationOn(operator))) throw new AppError('ERR_USER_CREATION_DISABLED', 403)
  if (!isAcceptable(application.password, { strong: true })) throw badRequest('ERR_WEAK_PASSWORD')
  const { version } = await newestTerms(operator)
  if ((application.termsVersion ?? version) !== version) throw new AppError('ERR_TERMS_CHANGED', 409)
  await limiter.take(blockOf(address))
  if (!(await findPlan(operator, application.planId))?.is_public) throw failed()

  const finish = async ({ db, companyId, userId }: Made) => {
    if (await isDocumentTaken(db, application.document, companyId)) throw failed()
    await startTrial(db, companyId)
    await insertAcceptance(db, { companyId, userId, version, address })
    const { companyName: name, planId } = application
    await audit(
      { db, companyId, actor: { kind: 'system', companyId } },
      {
        action: 'company.signedUp',
        object: 'company',
        objectId: companyId,
        address,
        detail: { name, planId, version },
      },
    )
  }
  try {
    return await createCompany(operator, tenantOf(application), finish)
  } catch (error) {
    throw error instanceof AppError && telling.has(error.code) ? failed() : error
  }
}

const failed = () => badRequest('ERR_SIGN_UP_FAILED')

function tenantOf({ companyName, name, email, password, phone, document, planId }: Application) {
  return {
    company: {
      name: companyName,
      email,
      phone: `${countryCode}${phone}`,
      document,
      planId,
      paymentMethod: '',
      status: true,
      dueDate: null,
      recurrence: '' as const,
    },
    admin: { name, email, password },
  }
}
