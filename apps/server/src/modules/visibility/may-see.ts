import type { Actor, UserActor } from '#platform/context'
import { type SeenQueues, viewerOf } from './viewer.ts'

/** What decides who sees a ticket. */
export interface SeenTicket {
  user_id: number | null
  queue_id: number | null
  is_group: boolean
}

/** Whether the actor sees a ticket and all its messages. Actors that are not users see everything of their company. */
export function maySeeTicket(actor: Actor, ticket: SeenTicket): boolean {
  if (actor.kind !== 'user') return true
  const viewer = viewerOf(actor)
  if (ticket.user_id === viewer.userId) return true
  return includes(ticket.is_group ? viewer.groups : viewer.chats, ticket.queue_id)
}

/** Whether the actor sees groups at all. */
export const seesGroups = (actor: Actor): boolean => actor.kind !== 'user' || actor.seesGroups

/** Whether the actor sees masked numbers. */
export const seesMaskedNumbers = (actor: Actor): boolean => actor.kind === 'user' && actor.numbersMasked

/** Whether the user sees tickets that have neither queue nor owner. */
export const seesWithoutQueue = (actor: UserActor): boolean => includes(viewerOf(actor).chats, null)

const includes = (queues: SeenQueues, queueId: number | null) => queues === 'all' || queues.includes(queueId)
