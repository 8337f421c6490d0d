import { logged } from './decisions.ts'
import { offeredQueues } from './lookups.ts'
import { withoutService } from './service.ts'
import type { Decision, Turn } from './turn.ts'

/**
 * Whoever waits without a queue is in that of a connection with one, also if it had others when they wrote last, or none
 * (docs/requirements/service.md, section 10). An answer to the menu that they were in counts no more.
 */
export function onlyQueue(turn: Turn): Decision | undefined {
  const { status, queueId, userId, memory } = turn.state
  const [queue, another] = offeredQueues(turn)
  if (status !== 'pending' || queueId !== null || userId !== null || !queue || another) return undefined
  return {
    effects: [
      { kind: 'enterQueue', queueId: queue.id },
      logged('queue', turn.event, { rule: 'menu', reason: 'onlyQueue', queueId: queue.id }),
    ],
    memory: memory.place === 'done' ? {} : { ...withoutService, place: null, amountUsedBotQueues: 0 },
    goesOn: true,
  }
}
