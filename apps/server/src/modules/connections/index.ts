import type { api } from '@guiche/contract'
import type { z } from 'zod'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { removeOld } from '#platform/work/retention'
import './connections.facts.ts'
import { removeOldEvents } from './connection-events.repository.ts'
import { type ConnectionRow, releaseQueue } from './connections.repository.ts'
import { connectionsLive } from './connections.live.ts'
import { connectionsRoutes } from './connections.routes.ts'
import { endLimits } from './sending-limits.ts'

export {
  type EventKind,
  findLastLine,
  findLinkedSince,
  noteEvent,
  noteRecoveredOn,
} from './connection-events.repository.ts'
export { ConnectionSettings } from './connection-settings.ts'
export { presentProgress } from './present-import.ts'
export { presentConnection } from './connections.presenter.ts'
export { type ConnectionRow, channelOf, findConnections, showStatus } from './connections.repository.ts'
export { findConnectionByToken, findConnectionOfVisitor } from './find-connection-by-token.ts'
export { findUnlinked } from './find-unlinked.ts'
export { connectionFor, getConnection } from './get-connection.ts'
export { endLimits, liftLimit, limitConnection } from './sending-limits.ts'

/** What is to be brought in of the time before; absent: as it is. */
export type ImportSettings = Pick<
  z.output<typeof api.updateConnection.body>,
  'importOldMessages' | 'importRecentMessages' | 'importOldMessagesGroups' | 'closedTicketsPostImported'
>

export interface ConnectionHooks {
  /** In the unit of work that makes or archives it: what its channel has to begin or to end. */
  onCreated(ctx: Ctx, connection: ConnectionRow): Promise<void>
  onDeleted(ctx: Ctx, connection: ConnectionRow): Promise<void>
  /** Also when it is made: what else was set with it, in the same unit of work. */
  onSaved(ctx: Ctx, connection: ConnectionRow, set: ImportSettings): Promise<void>
}

interface Options extends ConnectionHooks {
  /** Channels that this installation can speak; connections of others are refused. */
  installedChannels: readonly string[]
}

export function registerConnections(deps: Deps, options: Options): void {
  connectionsRoutes(deps, options)
  connectionsLive(deps)
  deps.followers.within('queue.deleted', (ctx, { queueId }) => releaseQueue(ctx, queueId))
  deps.jobs.defineTimer('connections.limits', '* * * * *', () => endLimits(deps))
  deps.jobs.defineTimer('connections.sweep', '31 3 * * *', () => removeOld(deps, 'connection events', removeOldEvents))
}
