import { audit } from '#platform/audit'
import { findAnyCompany, presentCompany, tellOperators } from '#modules/companies'
import type { Deps } from '#platform/deps'
import { notFound } from '#platform/errors'
import { createCompany } from './create-company.ts'

export { type Made, createCompany } from './create-company.ts'
export { type Installed, install, showFirstPassword } from './install.ts'
export { resetSuperPassword } from './reset-super-password.ts'

/** The operator creates companies, each with its first admin, who logs in with the company's e-mail. */
export function registerInstallation({ routes, units }: Deps): void {
  routes.handle('createCompany', async ({ actor, body: { password, ...company } }) => {
    const { name, email, planId } = company
    const admin = { name, email, password }
    const companyId = await createCompany(units.operator, { company, admin }, (made) =>
      audit(
        { ...made, actor },
        { action: 'company.created', object: 'company', objectId: made.companyId, detail: { name, planId } },
      ),
    )
    await tellOperators(units, companyId)
    const made = await findAnyCompany(units.operator, companyId)
    if (!made) throw notFound('ERR_NO_COMPANY_FOUND')
    return presentCompany(made)
  })
}
