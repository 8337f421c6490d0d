import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { endWait } from './due.repository.ts'
import { followContacts } from './follow-contacts.ts'
import { createScheduleSender } from './schedule-sender.ts'
import './schedules.facts.ts'
import { schedulesLive } from './schedules.live.ts'
import { schedulesRoutes } from './schedules.routes.ts'

export { readMoment, readMoments } from './schedules.repository.ts'

/** `lateAfter`: in minutes. Returns the worker that sends what is due. */
export function registerSchedules(deps: Deps, options: { lateAfter: number }): CompanyWorker {
  schedulesRoutes(deps)
  schedulesLive(deps)
  followContacts(deps)
  // It may have come back.
  deps.followers.within('company.saved', endWait)
  return createScheduleSender(deps, options)
}
