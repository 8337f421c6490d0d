import type { Deps } from '#platform/deps'
import { removeQueueMembers, releaseConnection } from './users.repository.ts'

/** A deleted queue loses its members, and a deleted connection is no longer anybody's default. */
export function followRemovals({ followers }: Pick<Deps, 'followers'>): void {
  followers.within('queue.deleted', (ctx, { queueId }) => removeQueueMembers(ctx, queueId))
  followers.within('connection.deleted', (ctx, { connectionId }) => releaseConnection(ctx, connectionId))
}
