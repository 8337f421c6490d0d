import type { Ctx } from '#platform/context'
import { choiceIds, chosenAmong } from './decide/answer.ts'
import { offeredQueues } from './decide/lookups.ts'
import { type Said, mediaOf } from './heard.ts'
import { readConfiguration } from './read-configuration.ts'

/** Whether a message is the name of a queue that closes the tickets of those who choose it. */
export async function endsByName(ctx: Ctx, connectionId: number, said: Said): Promise<boolean> {
  const configuration = await readConfiguration(ctx, connectionId)
  if (!configuration) return false
  const queues = offeredQueues({ configuration })
  return chosenAmong({ ...said, media: mediaOf(said) }, queues, choiceIds.queue)?.closesTicket ?? false
}
