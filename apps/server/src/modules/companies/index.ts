import type { Deps } from '#platform/deps'
import './companies.facts.ts'
import { companiesLive } from './companies.live.ts'
import { companiesRoutes } from './companies.routes.ts'
import { eraseCompanies } from './erase-companies.ts'
import { plansRoutes } from './plans.routes.ts'

export { enterAddress, removeAddresses, removeKeyIf, removeKeys } from './address-book.repository.ts'
export { tellOperators } from './companies.live.ts'
export { presentCompany, presentPlan } from './companies.presenter.ts'
export {
  type CompanyRow,
  findAnyCompany,
  findCompany,
  insertCompany,
  isCompanyServed,
  isDocumentTaken,
  isNameTaken,
  lockNames,
  markUnblocked,
  platformCompany,
  recordLogin,
  removeCompany,
  startTrial,
} from './companies.repository.ts'
export { companyTexts } from './company-texts.ts'
export { isDown, isOverdue, isRevenue } from './list/company-filters.ts'
export { endsAt, isExpired, isServed, isTrial, isTrialEnding, stateOf } from './list/company-state.ts'
export { assertFeature, featuresOf, flagsOf, hasFeature, isFeatureOn } from './plan-features.ts'
export { type Reach, assertWithinPlan, lockCompany, readReach } from './plan-limits.ts'
export { emitForInstallation, tellCompanies } from './tell-companies.ts'
export {
  areKnownPlans,
  beginPlan,
  findPlan,
  insertPlan,
  planPrice,
  type PlanRow,
  publicPlans,
  refusingDeletedPlan,
} from './plans.repository.ts'
export { renewCompany } from './renew-company.ts'
export { withinCompany } from './within-company.ts'

export function registerCompanies(deps: Deps): void {
  companiesRoutes(deps)
  companiesLive(deps)
  plansRoutes(deps)
  deps.jobs.defineTimer('companies.erase', '7 * * * *', () => eraseCompanies(deps))
}
