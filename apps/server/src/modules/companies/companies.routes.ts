import { limits, neverDue } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import type { Db } from '#platform/database/sql'
import { badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { closeCompany, reopenCompany } from './close-company.ts'
import { tellOperators } from './companies.live.ts'
import { presentCompany, presentListedCompany, presentUse } from './companies.presenter.ts'
import { allCompanies, isNameTaken, listCompanies, lockNames } from './companies.repository.ts'
import { findFirstSteps } from './first-steps.repository.ts'
import { findUse } from './list/company-use.repository.ts'
import { renewCompany } from './renew-company.ts'
import { getCompany, setRegion, setSchedules, updateCompany } from './update-company.ts'
import { withinCompany } from './within-company.ts'

export function companiesRoutes({ routes, units }: Deps): void {
  for (const name of ['listCompanies', 'listCompaniesWithPlan'] as const) {
    routes.handle(name, async ({ query, run }) => {
      await run((ctx) => audit(ctx, { action: 'operator.listed', object: 'company' }))
      const { companies, count } = await listCompanies(units.operator, query)
      const ids = companies.map(({ id }) => id)
      const uses = query.withUse ? await findUse(units.operator, ids) : undefined
      return {
        companies: companies.map((company) => {
          const use = uses?.get(company.id)
          return { ...presentListedCompany(company), ...(use && { use: presentUse(use) }) }
        }),
        count,
        hasMore: count > query.pageNumber * limits.rowsPerPage,
      }
    })
  }

  routes.handle('pickCompanies', async ({ actor, read, run }) => {
    if (!actor.isSuper) return [presentCompany(await read(getCompany))]
    await run((ctx) => audit(ctx, { action: 'operator.listed', object: 'company' }))
    return (await allCompanies(units.operator)).map(presentCompany)
  })

  routes.handle('getCompany', async ({ actor, params, read }) => {
    const reach = { actor, companyId: params.id, own: read, action: 'getCompany' } as const
    return presentCompany(await withinCompany(units, reach, getCompany))
  })

  routes.handle('companyPlan', async ({ actor, params, read }) => {
    const reach = { actor, companyId: params.id, own: read, action: 'companyPlan' } as const
    const company = presentCompany(await withinCompany(units, reach, getCompany))
    return { ...company, dueDate: company.dueDate ?? neverDue }
  })

  routes.handle('updateCompany', async ({ actor, params, body, run }) => {
    const reach = { actor, companyId: params.id, own: run, action: 'updateCompany' } as const
    const company = await withinCompany(units, reach, async (ctx) => {
      if (body.name !== undefined) await assertNameIsFree(ctx, units.operator, body.name)
      return updateCompany(ctx, body)
    })
    await tellOperators(units, company.id)
    return presentCompany(company)
  })

  routes.handle('renewCompany', async ({ actor, params, body, run }) => {
    const reach = { actor, companyId: params.id, own: run, action: 'renewCompany' } as const
    const company = await withinCompany(units, reach, (ctx) => renewCompany(ctx, { seen: body.dueDate }))
    await tellOperators(units, company.id)
    return presentCompany(company)
  })

  routes.handle('closeCompany', async ({ actor, params, run }) => {
    await withinCompany(units, { actor, companyId: params.id, own: run, action: 'closeCompany' }, closeCompany)
    await tellOperators(units, params.id)
    return { message: 'Company closed' }
  })

  routes.handle('reopenCompany', async ({ actor, params, run }) => {
    const reach = { actor, companyId: params.id, own: run, action: 'reopenCompany' } as const
    const company = await withinCompany(units, reach, reopenCompany)
    await tellOperators(units, company.id)
    return presentCompany(company)
  })

  routes.handle('firstSteps', async ({ read }) => read(findFirstSteps))

  routes.handle('setCompanySchedules', async ({ actor, params, body, run }) =>
    presentCompany(
      await withinCompany(units, { actor, companyId: params.id, own: run, action: 'setCompanySchedules' }, (ctx) =>
        setSchedules(ctx, body.schedules),
      ),
    ),
  )

  routes.handle('setCompanyRegion', async ({ actor, params, body, run }) =>
    presentCompany(
      await withinCompany(units, { actor, companyId: params.id, own: run, action: 'setCompanyRegion' }, (ctx) =>
        setRegion(ctx, body),
      ),
    ),
  )
}

/** Names are unique among all companies, so they are looked up with the operator's connection. */
async function assertNameIsFree({ db, companyId }: Ctx, operator: Db, name: string): Promise<void> {
  await lockNames(db)
  if (await isNameTaken(operator, name, companyId)) throw badRequest('ERR_NAME_ALREADY_EXISTS')
}
