import { sql } from '#platform/database/sql'
import type { Parts } from '#platform/parts'
import { catchUpRoutes } from './catch-up.ts'
import { lookForMissed } from './look-for-missed.ts'
import { type Attention, type Presence, type Recognize, socketsOf } from './sockets.ts'

interface Wiring {
  recognize: Recognize
  presence: Presence
  attention: Attention
}

export function registerLive(parts: Parts, wiring: Wiring): void {
  socketsOf(parts, wiring)
  catchUpRoutes(parts)
  lookForMissed(parts)
  // Facts are kept for those who come back soon; later they fetch everything anyway. What waits for a message that never came is let go after a day (R9).
  parts.jobs.defineTimer('events.sweep', '* * * * *', async () => {
    await sql`delete from events where created_at < now() - interval '10 minutes'`.execute(parts.units.operator)
    await sql`delete from parked_events where created_at < now() - interval '24 hours'`.execute(parts.units.operator)
  })
}
