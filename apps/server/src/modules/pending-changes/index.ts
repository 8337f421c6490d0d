import type { Channels } from '#channels/registry'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { createChangeWorker } from './change-worker.ts'
import './pending-changes.facts.ts'
import { pendingChangesLive } from './pending-changes.live.ts'
import { pendingChangesRoutes } from './pending-changes.routes.ts'

/** Returns the worker that does what can no longer be undone. */
export function registerPendingChanges(deps: Deps, { channels }: { channels: Channels }): CompanyWorker {
  pendingChangesRoutes(deps, channels)
  pendingChangesLive(deps)
  return createChangeWorker(deps, channels)
}
