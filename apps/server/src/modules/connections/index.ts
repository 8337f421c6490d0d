import type { Parts } from '#platform/parts'
import './connections.facts.ts'
import { connectionsLive } from './connections.live.ts'
import { connectionsRoutes } from './connections.routes.ts'

export { ConnectionSettings } from './connection-settings.ts'
export { channelOf } from './connections.presenter.ts'
export type { ConnectionRow, StoredChannel } from './connections.repository.ts'
export { findConnectionByToken, findConnectionOfVisitor } from './find-connection-by-token.ts'
export { connectionFor, getConnection } from './get-connection.ts'

interface Options {
  /** Channels that this installation can speak; connections of others are refused. */
  installedChannels: readonly string[]
}

export function registerConnections(parts: Parts, { installedChannels }: Options): void {
  connectionsRoutes(parts, installedChannels)
  connectionsLive(parts)
}
