import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { endWait } from './due.repository.ts'
import { followContacts } from './follow-contacts.ts'
import { createScheduleSender } from './schedule-sender.ts'
import './schedules.facts.ts'
import { schedulesLive } from './schedules.live.ts'
import { schedulesRoutes } from './schedules.routes.ts'
import type { SendOptions } from './send-schedule.ts'

export { readMoment, readMoments } from './schedules.repository.ts'

/** Returns the worker that sends what is due. */
export function registerSchedules(deps: Deps, options: SendOptions): CompanyWorker {
  schedulesRoutes(deps)
  schedulesLive(deps)
  followContacts(deps)
  // It may have come back, and the number may go on.
  deps.followers.within('company.saved', endWait)
  deps.followers.within('sendingGuard.changed', endWait)
  return createScheduleSender(deps, options)
}
