import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { hastenRotation } from '#modules/ticket-timers'
import type { Presence } from '#modules/users'
import { followSettings } from './follow-settings.ts'
import { createTimerWorker } from './timer-worker.ts'

/** Returns the worker that does what is due to tickets. */
export function registerBotTimers(deps: Deps, presence: Presence): CompanyWorker {
  const { units, log } = deps
  followSettings(deps)
  // If this is lost, the rotation looks again within a minute.
  presence.onCame((companyId, userIds) => {
    units
      .run({ kind: 'system', companyId }, (ctx) => hastenRotation(ctx, userIds))
      .catch((err: unknown) =>
        log.warn(
          { event: 'rotation.not-hastened', err, companyId },
          'could not assign waiting tickets at once to users who have come',
        ),
      )
  })
  return createTimerWorker(deps, presence)
}
