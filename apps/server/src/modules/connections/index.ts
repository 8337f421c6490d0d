import type { Deps } from '#platform/deps'
import { removeOld } from '#platform/work/retention'
import { releaseQueue } from './connections.repository.ts'
import { removeOldEvents } from './connection-events.repository.ts'
import { connectionsLive } from './connections.live.ts'
import { connectionsRoutes } from './connections.routes.ts'
import { endLimits } from './sending-limits.ts'

export {
  type EventKind,
  findLastConnected,
  findLinkedSince,
  recordEvent,
  recordRecoveredOn,
} from './connection-events.repository.ts'
export { readCallToken, tellCallToken } from './call-token.ts'
export { type ConnectionSettings, readConnectionSettings } from './connection-settings.ts'
export type { ImportSettings } from './connections.facts.ts'
export { presentProgress } from './present-import.ts'
export { presentConnection } from './connections.presenter.ts'
export { type ConnectionRow, channelOf, findConnected, findConnections, showStatus } from './connections.repository.ts'
export { findConnectionByToken, findConnectionOfVisitor } from './find-connection-by-token.ts'
export { findUnlinked } from './find-unlinked.ts'
export { connectionFor, getConnection } from './get-connection.ts'
export { endLimits, liftLimit, limitConnection } from './sending-limits.ts'

interface Options {
  /** The channels that this installation runs; connections of other channels are refused. */
  installedChannels: readonly string[]
}

export function registerConnections(deps: Deps, { installedChannels }: Options): void {
  connectionsRoutes(deps, installedChannels)
  connectionsLive(deps)
  deps.followers.within('queue.deleted', (ctx, { queueId }) => releaseQueue(ctx, queueId))
  deps.jobs.defineTimer('connections.limits', '* * * * *', () => endLimits(deps))
  deps.jobs.defineTimer('connections.sweep', '31 3 * * *', () => removeOld(deps, 'connection events', removeOldEvents))
}
