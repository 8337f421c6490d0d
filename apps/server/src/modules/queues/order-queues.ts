import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import { lockAllQueues, placeQueues } from './queues.repository.ts'

/**
 * Puts the queues into this order. It must name all queues in use: somebody else may have added or deleted one since
 * the list was read.
 */
export async function orderQueues(ctx: Ctx, queueIds: readonly number[]): Promise<void> {
  // A queue that is being created waits, so that it is not left out.
  await lockCompany(ctx)
  const used = new Set(await lockAllQueues(ctx))
  if (queueIds.some((id) => !used.has(id))) throw notFound('ERR_NO_QUEUE_FOUND')
  if (queueIds.length < used.size) throw badRequest('ERR_QUEUES_CHANGED')

  const moved = await placeQueues(ctx, queueIds)
  if (moved.length === 0) return
  await audit(ctx, { action: 'queue.ordered', object: 'queue', detail: { order: queueIds } })
  for (const queueId of moved) ctx.emit('queue.saved', { queueId })
}
