import type { Deps } from '#platform/deps'
import './companies.facts.ts'
import { companiesRoutes } from './companies.routes.ts'
import type { InsertAdmin } from './create-company.ts'
import { plansRoutes } from './plans.routes.ts'

export { enterAddress, removeAddresses, removeKeys } from './address-book.repository.ts'
export { presentPlan } from './companies.presenter.ts'
export { type CompanyRow, endsAt, findCompany, isExpired, noteLogin, removeCompany } from './companies.repository.ts'
export { companyTexts } from './company-texts.ts'
export { insertCompany } from './create-company.ts'
export { assertFeature, featuresOf, hasFeature } from './plan-features.ts'
export { assertWithinPlan, lockCompany } from './plan-limits.ts'
export { insertPlan } from './plans.repository.ts'
export { withinCompany } from './within-company.ts'

export function registerCompanies(deps: Deps, { insertAdmin }: { insertAdmin: InsertAdmin }): void {
  companiesRoutes(deps, insertAdmin)
  plansRoutes(deps)
}
