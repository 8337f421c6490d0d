import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { holdQueues } from './queues.repository.ts'

/** Throws unless these queues belong to the company and are in use; they stay so until the end of the unit of work. */
export async function assertQueues(ctx: Ctx, queueIds: readonly number[]): Promise<void> {
  const named = new Set(queueIds)
  if (named.size === 0) return
  const held = await holdQueues(ctx, [...named])
  if (held.length < named.size) throw notFound('ERR_NO_QUEUE_FOUND')
}
