import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { type Answerer, forgetFailures } from '#modules/exchanges'
import { type GoogleAddresses, createAskIntegration, integrationAnswerer } from './answerer.ts'
import { integrationServicesRoutes } from './integration-services.routes.ts'

/** What asks integrations: for customers by exchanges, and for admins who try one. */
export function registerIntegrationServices(
  deps: Deps,
  { createLimiter, google }: { createLimiter: CreateLimiter; google: GoogleAddresses },
): Answerer {
  const askIntegration = createAskIntegration(google)
  const forget = (ctx: Ctx, { integrationId }: { integrationId: number }) =>
    forgetFailures(ctx, 'integration', integrationId)
  deps.followers.within('integration.saved', forget)
  deps.followers.within('integration.deleted', forget)
  integrationServicesRoutes(deps, { askIntegration, createLimiter })
  return integrationAnswerer(deps, askIntegration)
}
