import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { networkAccountRoutes } from './network-accounts.routes.ts'
import { defineProfiles } from './profiles.ts'
import { serveChannels } from './serve-channels.ts'
import { defineUnsubscribing } from './unsubscribe.ts'
import { serveWebhook } from './webhook.ts'

interface Wiring {
  /** Undefined: the operator has named no app at Meta. */
  meta: Meta | undefined
  installedChannels: readonly string[]
}

/** Pages and accounts at networks, which companies connect by a login. */
export function registerNetworkAccounts(deps: Deps, { meta, installedChannels }: Wiring): void {
  networkAccountRoutes(deps, { meta, installedChannels })
  serveWebhook(deps, meta)
  defineProfiles(deps, meta)
  defineUnsubscribing(deps, meta)
  if (meta) serveChannels(deps, meta)
}
