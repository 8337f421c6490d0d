import type { UserActor } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'

interface Seen {
  user_id: number | null
  queue_id: number | null
  is_group: boolean
}

/**
 * Who may read a ticket (specification part 1, sections 4 and 6; S25): its owner; who sees all tickets; otherwise the
 * members of its queue. Groups only who is allowed groups, and those also without a queue.
 */
export function canRead(actor: UserActor, ticket: Seen): boolean {
  if (ticket.user_id === actor.userId) return true
  if (ticket.is_group && !actor.seesGroups) return false
  if (actor.seesAllTickets) return true
  if (ticket.queue_id === null) return ticket.is_group
  return actor.queueIds.includes(ticket.queue_id)
}

/** The same rule as a condition on `t`. */
export function readable(actor: UserActor): RawBuilder<SqlBool> {
  const groups = actor.seesGroups ? sql<SqlBool>`true` : sql<SqlBool>`not t.is_group`
  const queues = actor.seesAllTickets
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(t.queue_id = any (${[...actor.queueIds]}::bigint[]) or (t.is_group and t.queue_id is null))`
  return sql<SqlBool>`(t.user_id = ${actor.userId} or (${groups} and ${queues}))`
}

/** Tickets without a queue are shown to those who see all, in lists by queue as well. */
export const seesQueueless = (actor: UserActor): boolean => actor.seesAllTickets
