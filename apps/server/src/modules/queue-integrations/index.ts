import type { Deps } from '#platform/deps'
import './queue-integrations.facts.ts'
import { queueIntegrationsLive } from './queue-integrations.live.ts'
import { queueIntegrationsRoutes } from './queue-integrations.routes.ts'

export { assertIntegrations, assertIntegrationsExist } from './access-integration.ts'

export function registerQueueIntegrations(deps: Deps): void {
  queueIntegrationsRoutes(deps)
  queueIntegrationsLive(deps)
}
