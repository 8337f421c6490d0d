import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { followSettings } from './follow-settings.ts'
import { createTimerWorker } from './timer-worker.ts'

/** Returns the worker that does what is due to tickets. */
export function registerBotTimers(deps: Deps): CompanyWorker {
  followSettings(deps)
  return createTimerWorker(deps)
}
