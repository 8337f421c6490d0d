import type { Ctx } from '#platform/context'
import { forgetReached } from './portfolio/portfolio.repository.ts'
import { removeSends } from './sends.repository.ts'

/**
 * These messages have never left and will be removed: their number may start as many talks more on the day that has counted
 * them. By a fact, because it comes last in the unit of work: others who use the number wait for its end.
 */
export async function giveBack(ctx: Ctx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  await forgetReached(ctx, messageIds)
  for (const used of await removeSends(ctx, messageIds)) ctx.emit('sendingGuard.takenBack', used)
}
