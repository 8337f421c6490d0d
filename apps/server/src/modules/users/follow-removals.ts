import type { Deps } from '#platform/deps'
import { leaveQueue, releaseConnection } from './users.repository.ts'

/** A queue is gone: nobody serves it any more. A connection is gone: nobody has it as their own. */
export function followRemovals({ followers }: Pick<Deps, 'followers'>): void {
  followers.within('queue.deleted', (ctx, { queueId }) => leaveQueue(ctx, queueId))
  followers.within('connection.deleted', (ctx, { connectionId }) => releaseConnection(ctx, connectionId))
}
