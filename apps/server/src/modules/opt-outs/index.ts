import type { Deps } from '#platform/deps'
import { forgetReasons } from './opt-outs.repository.ts'
import './opt-outs.facts.ts'
import { optOutsLive } from './opt-outs.live.ts'
import { optOutsRoutes } from './opt-outs.routes.ts'
import { keepHashKey } from './person-hash.ts'

export { type HeardOptOuts, hearOptOuts } from './hear-opt-outs.ts'
export { hearPreference } from './hear-preference.ts'
export { countAnswersOut, hasOptedOut, isOptedOut, optOutNumbers } from './opt-outs.repository.ts'

/** The ledger of who wants no campaigns. */
export function registerOptOuts(deps: Deps): void {
  keepHashKey(deps)
  optOutsRoutes(deps)
  optOutsLive(deps)
  deps.followers.within('contact.deleted', forgetReasons)
}
