import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { networkAccountRoutes } from './network-accounts.routes.ts'
import { forgetLeftNumbers, learnPortfolios, tellEndingTokens } from './numbers/daily.ts'
import { definePhoneAsking } from './numbers/ask-phone.ts'
import { numberRoutes } from './numbers/numbers.routes.ts'
import { defineRescoping } from './numbers/portfolios.ts'
import { defineProfiles } from './profiles.ts'
import { serveChannels } from './serve-channels.ts'
import { defineSubscribing } from './subscribe.ts'
import { defineUnsubscribing } from './unsubscribe.ts'
import { signUpRoutes } from './sign-ups.routes.ts'
import { serveWebhook } from './webhook.ts'

export { findNumber } from './numbers/official-numbers.repository.ts'

interface Wiring {
  meta: Meta
  createLimiter: CreateLimiter
}

/** Pages and accounts at networks, which companies connect by a login, and numbers, which they connect by a login or with a token. */
export function registerNetworkAccounts(deps: Deps, { meta, createLimiter }: Wiring): void {
  networkAccountRoutes(deps, meta)
  numberRoutes(deps, meta, createLimiter)
  signUpRoutes(deps, meta, createLimiter)
  serveWebhook(deps, meta)
  defineProfiles(deps, meta)
  defineSubscribing(deps, meta)
  defineUnsubscribing(deps, meta)
  definePhoneAsking(deps, meta)
  deps.jobs.defineTimer('networkAccounts.endingTokens', '37 6 * * *', () => tellEndingTokens(deps))
  deps.jobs.defineTimer('networkAccounts.leftNumbers', '23 4 * * *', () => forgetLeftNumbers(deps))
  defineRescoping(deps)
  deps.jobs.defineTimer('networkAccounts.portfolios', '12 5 * * *', () => learnPortfolios(deps, meta))
  serveChannels(deps, meta)
}
