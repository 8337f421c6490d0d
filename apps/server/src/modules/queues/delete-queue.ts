import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { archiveQueue } from './queues.repository.ts'

/** Archives the queue: history keeps its name, and other queues can use the name and the colour again. */
export async function deleteQueue(ctx: Ctx, queueId: number): Promise<void> {
  const queue = await archiveQueue(ctx, queueId)
  if (!queue) throw notFound('ERR_NO_QUEUE_FOUND')
  await audit(ctx, { action: 'queue.deleted', object: 'queue', objectId: queueId, detail: { name: queue.name } })
  ctx.emit('queue.deleted', { queueId })
}
