import type { Actor, UserActor } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { type SeenQueues, viewerOf } from './viewer.ts'

/** SQL condition: the actor sees the ticket `t`. */
export function ticketIsSeen(actor: UserActor): RawBuilder<SqlBool> {
  const { userId, chats, groups } = viewerOf(actor)
  if (chats === 'all' && groups === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`(t.user_id = ${userId} or case when t.is_group then ${isOf(groups)} else ${isOf(chats)} end)`
}

/**
 * SQL condition: the ticket `t`, which is open, is shown to the actor among those of their colleagues. Users see their own
 * only, managers all that they see otherwise: on the boards of /moments and /kanban, as their live events.
 */
export const servedIsSeen = (actor: UserActor): RawBuilder<SqlBool> =>
  actor.profile === 'user' ? sql<SqlBool>`t.user_id = ${actor.userId}` : ticketIsSeen(actor)

/**
 * SQL condition: the actor sees the message `m`, which they do if they see its ticket. Every statement that reads
 * messages for a user has this condition. Other actors see everything of their company.
 */
export function messageIsSeen(actor: Actor): RawBuilder<SqlBool> {
  if (actor.kind !== 'user') return sql<SqlBool>`true`
  return sql<SqlBool>`exists (
    select from tickets t where t.company_id = m.company_id and t.id = m.ticket_id and ${ticketIsSeen(actor)})`
}

/** The viewer as parameters of the search functions in the database; `sees_ticket` documents them. */
export function viewerParameters(actor: UserActor): RawBuilder<unknown> {
  const { userId, chats, groups } = viewerOf(actor)
  return sql`${userId}, ${listOf(chats)}::bigint[], ${listOf(groups)}::bigint[]`
}

const listOf = (queues: SeenQueues) => (queues === 'all' ? null : queues.map((id) => id ?? 0))

function isOf(queues: SeenQueues): RawBuilder<SqlBool> {
  if (queues === 'all') return sql<SqlBool>`true`
  const ids = queues.filter((id) => id !== null)
  const listed = sql<SqlBool>`t.queue_id = any (${ids}::bigint[])`
  return queues.includes(null) ? sql<SqlBool>`(${listed} or t.queue_id is null)` : listed
}
