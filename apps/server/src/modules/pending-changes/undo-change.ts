import type { UserCtx } from '#platform/context'
import { notFound } from '#platform/errors'
import { removeOwn } from './pending-changes.repository.ts'

/** Refused if it was done or undone, or is not one of the user. */
export async function undoChange(ctx: UserCtx, id: number): Promise<void> {
  const { userId } = ctx.actor
  if (!(await removeOwn(ctx, userId, id))) throw notFound('ERR_NO_PENDING_CHANGE')
  ctx.emit('pendingChange.ended', { pendingChangeId: id, userId, outcome: 'undone', reason: null })
  // A message whose deletion is pending is held back in the outbox.
  ctx.wake('outbox')
}
