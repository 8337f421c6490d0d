import type { Deps } from '#platform/deps'
import type { Limiter } from '#platform/security/rate-limits'
import { publicPlans, tellOperators } from '#modules/companies'
import { isUserCreationOn } from '#modules/settings'
import { saveTerms } from './save-terms.ts'
import { signUp } from './sign-up.ts'
import { presentTerms } from './terms.presenter.ts'
import { newestTerms } from './terms.repository.ts'

export function signUpRoutes({ routes, units }: Deps, limiter: Limiter): void {
  const { operator } = units

  routes.handle('signUpOffer', async () => ({
    isOpen: (await isUserCreationOn(operator)) && (await publicPlans(operator)).length > 0,
  }))

  routes.handle('signUp', async ({ body, http }) => {
    const companyId = await signUp({ operator, limiter }, body, http.address)
    await tellOperators(units, companyId)
    return { message: 'Company created' }
  })

  routes.handle('getTerms', async () => presentTerms(await newestTerms(operator)))

  routes.handle('saveTerms', async ({ body, run }) =>
    presentTerms(await run((ctx) => saveTerms(ctx, operator, body.text))),
  )
}
