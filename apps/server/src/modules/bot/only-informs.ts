import type { Ctx } from '#platform/context'
import { hasMenu, offeredQueues } from './decide/lookups.ts'
import { readConfiguration } from './read-configuration.ts'

/** Whether the only queue of a connection answers and closes: each message there may have a ticket of its own. */
export async function onlyInforms(ctx: Ctx, connectionId: number): Promise<boolean> {
  const configuration = await readConfiguration(ctx, connectionId)
  if (!configuration) return false
  const [queue, another] = offeredQueues({ configuration })
  return queue !== undefined && another === undefined && queue.closesTicket && !hasMenu({ configuration }, queue)
}
