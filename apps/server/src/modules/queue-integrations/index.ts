import type { Deps } from '#platform/deps'
import './queue-integrations.facts.ts'
import { queueIntegrationsLive } from './queue-integrations.live.ts'
import { queueIntegrationsRoutes } from './queue-integrations.routes.ts'

export { assertIntegrations, assertIntegrationsExist } from './access-integration.ts'
export { assertAddress } from './assert-address.ts'
export { completeIntegration } from './complete-integration.ts'
export { type Integration, draftIntegration, readIntegration } from './read-integration.ts'
export { findUsable } from './queue-integrations.repository.ts'
export { type ServiceAccount, readServiceAccount } from './service-account.ts'

export function registerQueueIntegrations(deps: Deps): void {
  queueIntegrationsRoutes(deps)
  queueIntegrationsLive(deps)
}
