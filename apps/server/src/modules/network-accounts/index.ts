import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { networkAccountRoutes } from './network-accounts.routes.ts'
import { numberRoutes } from './numbers/numbers.routes.ts'
import { defineProfiles } from './profiles.ts'
import { serveChannels } from './serve-channels.ts'
import { defineUnsubscribing } from './unsubscribe.ts'
import { serveWebhook } from './webhook.ts'

/**
 * Pages and accounts at networks, which companies connect by a login, and numbers, which they connect with a token. `meta` undefined:
 * the operator has named no app at Meta.
 */
export function registerNetworkAccounts(deps: Deps, meta: Meta | undefined): void {
  networkAccountRoutes(deps, meta)
  numberRoutes(deps, meta)
  serveWebhook(deps, meta)
  defineProfiles(deps, meta)
  defineUnsubscribing(deps, meta)
  if (meta) serveChannels(deps, meta)
}
