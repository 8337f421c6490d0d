import { removeOldFacts } from '#platform/live/remove-old-facts'
import type { Deps } from '#platform/deps'
import { catchUpRoutes } from './catch-up.ts'
import { lookForMissed } from './look-for-missed.ts'
import { type Attention, type IsSessionOpen, type Presence, type Recognize, socketsOf } from './sockets.ts'

interface Wiring {
  recognize: Recognize
  isSessionOpen: IsSessionOpen
  presence: Presence
  attention: Attention
}

export function registerLive(deps: Deps, wiring: Wiring): void {
  socketsOf(deps, wiring)
  catchUpRoutes(deps)
  lookForMissed(deps)
  deps.jobs.defineTimer('events.sweep', '* * * * *', () => removeOldFacts(deps.units.operator))
}
