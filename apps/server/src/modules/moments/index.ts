import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import type { Presence } from '#modules/users'
import { momentsRoutes } from './moments.routes.ts'
import { tellLoads } from './tell-loads.ts'

export function registerMoments(deps: Deps, wiring: { presence: Pick<Presence, 'isOnline'> }): Runnable {
  momentsRoutes(deps, wiring)
  return tellLoads(deps)
}
