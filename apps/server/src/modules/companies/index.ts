import type { Deps } from '#platform/deps'
import './companies.facts.ts'
import { companiesRoutes } from './companies.routes.ts'
import { plansRoutes } from './plans.routes.ts'

export { presentPlan } from './companies.presenter.ts'
export { type CompanyRow, endsAt, findCompany, isExpired } from './companies.repository.ts'
export { companyTexts } from './company-texts.ts'
export { insertAdmin, insertCompany } from './create-company.ts'
export { assertFeature, featuresOf, hasFeature } from './plan-features.ts'
export { assertWithinPlan, lockCompany } from './plan-limits.ts'
export { insertPlan } from './plans.repository.ts'
export { withinCompany } from './within-company.ts'

export function registerCompanies(deps: Deps): void {
  companiesRoutes(deps)
  plansRoutes(deps)
}
