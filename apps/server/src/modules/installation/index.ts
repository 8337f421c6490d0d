import { findAnyCompany, presentCompany } from '#modules/companies'
import type { Deps } from '#platform/deps'
import { notFound } from '#platform/errors'
import { createCompany } from './create-company.ts'

export { type Installed, install, showFirstPassword } from './install.ts'
export { resetSuperPassword } from './reset-super-password.ts'

/** The operator creates companies, each with its first admin. */
export function registerInstallation({ routes, units }: Deps): void {
  routes.handle('createCompany', async ({ actor, body }) => {
    const companyId = await createCompany(units.operator, actor, body)
    const company = await findAnyCompany(units.operator, companyId)
    if (!company) throw notFound('ERR_NO_COMPANY_FOUND')
    return presentCompany(company)
  })
}
