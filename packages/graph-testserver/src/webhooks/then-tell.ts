import type { Reply } from '../http/ask.ts'
import type { World } from '../world.ts'

/** The answer to a send, with what is told of it: after the answer, or before it if a test wants that. */
export async function thenTell(world: World, reply: Reply, tell: () => Promise<void>): Promise<Reply> {
  if (world.statusesFirst === 0) return { ...reply, after: () => void world.webhooks.track(tell()) }
  world.statusesFirst--
  await world.webhooks.track(tell())
  return reply
}
