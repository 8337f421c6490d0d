import type { Deps } from '#platform/deps'
import './companies.facts.ts'
import { companiesLive } from './companies.live.ts'
import { companiesRoutes } from './companies.routes.ts'
import { plansRoutes } from './plans.routes.ts'

export { enterAddress, removeAddresses, removeKeys } from './address-book.repository.ts'
export { presentCompany, presentPlan } from './companies.presenter.ts'
export {
  type CompanyRow,
  endsAt,
  findAnyCompany,
  findCompany,
  insertCompany,
  isExpired,
  isNameTaken,
  recordLogin,
  removeCompany,
} from './companies.repository.ts'
export { companyTexts } from './company-texts.ts'
export { assertFeature, featuresOf, flagsOf, hasFeature } from './plan-features.ts'
export { assertWithinPlan, lockCompany } from './plan-limits.ts'
export { type PlanRow, beginPlan, findOrAddPrivatePlan, findPlan, insertPlan } from './plans.repository.ts'
export { withinCompany } from './within-company.ts'

export function registerCompanies(deps: Deps): void {
  companiesRoutes(deps)
  companiesLive(deps)
  plansRoutes(deps)
}
