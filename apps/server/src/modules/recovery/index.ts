import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { removeOld } from '#platform/work/retention'
import type { Sessions } from '#modules/sessions'
import type { UserNotices } from '#modules/user-notices'
import { tellOfChange } from './finish-recovery.ts'
import { removeOldRequests } from './recoveries.repository.ts'
import { createRecoveryGuard } from './recovery-guard.ts'
import { recoveryRoutes } from './recovery.routes.ts'
import { sendCode } from './send-code.ts'

interface Wiring {
  sessions: Sessions
  notices: UserNotices
  createLimiter: CreateLimiter
}

const rules = { retryLimit: 5, retryDelay: 2, retryDelayMax: 60, expireInSeconds: 60, atOnce: 2 }

/** The recovery of a password by a code (docs/requirements/security.md, S29 to S35). */
export function registerRecovery(deps: Deps, { sessions, notices, createLimiter }: Wiring): void {
  const { jobs, log } = deps
  recoveryRoutes(deps, { sessions, notices, guard: createRecoveryGuard(createLimiter, log) })
  jobs.define('recovery.send', rules, ({ recoveryId }) => sendCode({ ...deps, notices }, recoveryId))
  jobs.define('recovery.tell', rules, (whom) => tellOfChange({ ...deps, notices }, whom))
  jobs.defineTimer('recovery.sweep', '37 3 * * *', () => removeOld(deps, 'recoveries', removeOldRequests))
}
