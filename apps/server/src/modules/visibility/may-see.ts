import type { Actor, UserActor } from '#platform/context'
import { type SeenQueues, sightOf } from './sight.ts'

/** What decides who sees a ticket. */
export interface SeenTicket {
  user_id: number | null
  queue_id: number | null
  is_group: boolean
}

/** Whether somebody sees a ticket, and with it every message in it. What acts by itself sees all of its company. */
export function maySeeTicket(actor: Actor, ticket: SeenTicket): boolean {
  if (actor.kind !== 'user') return true
  const sight = sightOf(actor)
  if (ticket.user_id === sight.userId) return true
  return includes(ticket.is_group ? sight.groups : sight.chats, ticket.queue_id)
}

/** Whether somebody sees tickets without a queue that are nobody's. */
export const seesWithoutQueue = (actor: UserActor): boolean => includes(sightOf(actor).chats, null)

const includes = (queues: SeenQueues, queueId: number | null) => queues === 'all' || queues.includes(queueId)
