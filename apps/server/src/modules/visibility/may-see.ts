import type { Actor, UserActor } from '#platform/context'
import { type SeenQueues, viewerOf } from './viewer.ts'

/** What decides who sees a ticket. */
export interface SeenTicket {
  user_id: number | null
  queue_id: number | null
  is_group: boolean
}

/** Whether somebody sees a ticket, and with it every message in it. What acts by itself sees all of its company. */
export function maySeeTicket(actor: Actor, ticket: SeenTicket): boolean {
  if (actor.kind !== 'user') return true
  const viewer = viewerOf(actor)
  if (ticket.user_id === viewer.userId) return true
  return includes(ticket.is_group ? viewer.groups : viewer.chats, ticket.queue_id)
}

/** Whether somebody sees tickets without a queue that are nobody's. */
export const seesWithoutQueue = (actor: UserActor): boolean => includes(viewerOf(actor).chats, null)

const includes = (queues: SeenQueues, queueId: number | null) => queues === 'all' || queues.includes(queueId)
