import { removeOldFacts } from '#platform/live/remove-old-facts'
import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import type { Pictures } from '#modules/contacts'
import { createAttendantActivity } from '#modules/delivery'
import type { Sessions } from '#modules/sessions'
import { catchUpRoutes } from './catch-up.ts'
import { lookForMissed } from './look-for-missed.ts'
import { type Presence, socketsOf } from './sockets.ts'

interface Wiring {
  sessions: Pick<Sessions, 'keyOfSocket' | 'recognizeSocket'>
  presence: Presence
  channels: Channels
  pictures: Pick<Pictures, 'seen'>
}

export function registerLive(deps: Deps, { sessions, presence, channels, pictures }: Wiring): Runnable[] {
  const attention = createAttendantActivity(deps, { channels, pictures })
  const sockets = socketsOf(deps, {
    recognize: sessions.recognizeSocket,
    keyOf: sessions.keyOfSocket,
    presence,
    attention,
  })
  catchUpRoutes(deps)
  deps.jobs.defineTimer('events.sweep', '* * * * *', () => removeOldFacts(deps.units.operator))
  return [sockets, lookForMissed(deps)]
}
