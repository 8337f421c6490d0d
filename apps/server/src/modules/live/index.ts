import { sql } from '#platform/database/sql'
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
  // Facts are kept for those who come back soon; later they fetch everything anyway. What waits for a message that never came is let go after a day (R9).
  deps.jobs.defineTimer('events.sweep', '* * * * *', async () => {
    await sql`delete from events where created_at < now() - interval '10 minutes'`.execute(deps.units.operator)
    await sql`delete from parked_events where created_at < now() - interval '24 hours'`.execute(deps.units.operator)
  })
}
