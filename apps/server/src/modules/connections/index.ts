import type { Deps } from '#platform/deps'
import type { Sessions } from '#modules/sessions'
import type { Runnable } from '#platform/process/runnable'
import { removeOld } from '#platform/work/retention'
import { releaseIntegration, releasePrompt, releaseQueue } from './connections.repository.ts'
import { removeOldEvents } from './connection-events.repository.ts'
import { connectionsLive } from './connections.live.ts'
import { connectionsRoutes } from './connections.routes.ts'
import { endLimits } from './sending-limits.ts'
import { sealClearTokens } from './tokens/seal-clear-tokens.ts'
import { tokenRoutes } from './token.routes.ts'

export {
  type EventKind,
  findLastConnected,
  findLinkedSince,
  recordEvent,
  recordNotice,
  recordRecoveredOn,
} from './connection-events.repository.ts'
export { readCallToken, tellCallToken } from './tokens/call-token.ts'
export { type ConnectionSettings, readConnectionSettings } from './connection-settings.ts'
export { hashOfToken } from './tokens/stored-token.ts'
export type { ImportSettings } from './connections.facts.ts'
export { presentProgress } from './present-import.ts'
export { presentConnection } from './connections.presenter.ts'
export {
  type ConnectionRow,
  channelOf,
  findConnected,
  findConnections,
  findOfNumber,
  hasNumber,
  listConnections,
  connectedSince,
  showStatus,
} from './connections.repository.ts'
export { findConnectionByToken, findConnectionOfVisitor } from './find-connection-by-token.ts'
export { findUnlinked } from './health/find-unlinked.ts'
export { type Outage, readOutages } from './read-outages.ts'
export { moveConnection } from './move-connection.ts'
export { createConnection } from './save-connection.ts'
export { connectionFor, getConnection } from './get-connection.ts'
export { endLimits, liftLimit, limitConnection } from './sending-limits.ts'

interface Options {
  sessions: Pick<Sessions, 'guard'>
  /** The channels that this installation runs; connections of other channels are refused. */
  installedChannels: readonly string[]
}

/** Returns what seals tokens that an earlier version stored in clear. */
export function registerConnections(deps: Deps, { sessions, installedChannels }: Options): Runnable {
  connectionsRoutes(deps, installedChannels)
  tokenRoutes({ ...deps, sessions })
  connectionsLive(deps)
  deps.followers.within('queue.deleted', (ctx, { queueId }) => releaseQueue(ctx, queueId))
  deps.followers.within('prompt.deleted', async (ctx, { promptId }) => {
    for (const connectionId of await releasePrompt(ctx, promptId)) ctx.emit('connection.saved', { connectionId })
  })
  deps.followers.within('integration.deleted', async (ctx, { integrationId }) => {
    for (const connectionId of await releaseIntegration(ctx, integrationId))
      ctx.emit('connection.saved', { connectionId })
  })
  deps.jobs.defineTimer('connections.limits', '* * * * *', () => endLimits(deps))
  deps.jobs.defineTimer('connections.sweep', '31 3 * * *', () => removeOld(deps, 'connection events', removeOldEvents))
  deps.jobs.defineTimer('connections.sealTokens', '41 3 * * *', () => sealClearTokens(deps))
  return { name: 'tokens stored in clear', start: () => sealClearTokens(deps) }
}
