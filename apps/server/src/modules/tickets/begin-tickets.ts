import type { TicketStatus } from '@guiche/contract'
import { type Ctx, userIdOf } from '#platform/context'
import { type RawBuilder, recordset, sql } from '#platform/database/sql'
import { armTimers } from '#modules/ticket-timers'
import { beginAttendances } from './attendances.repository.ts'
import { logTickets } from './ticket-log.ts'

interface NewTicket {
  conversationId: number
  /**
   * Set if a user opens the ticket, or a campaign names its queue. Otherwise it waits in the only queue of its connection, or
   * without a queue.
   */
  chosen?: { userId: number | null; queueId: number | null }
  /** Set if the ticket is for imported messages: the time of the first one. */
  importedSince?: string
}

interface BegunTicket {
  id: number
  conversation_id: number
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
}

/**
 * Creates tickets with their attendances, log entries and timers; nothing else inserts tickets. The caller has locked the
 * conversations, and none of them has a ticket that is not closed. Browsers learn of a ticket with its first message,
 * so a caller that creates one without a message emits `ticket.changed` itself.
 */
export async function beginTickets(ctx: Ctx, tickets: NewTicket[]): Promise<BegunTicket[]> {
  if (tickets.length === 0) return []
  const rows = tickets.map(({ conversationId, chosen, importedSince }) => ({
    conversation_id: conversationId,
    is_chosen: chosen !== undefined,
    user_id: chosen?.userId ?? null,
    queue_id: chosen?.queueId ?? null,
    imported_since: importedSince ?? null,
  }))
  const conversationIds = tickets.map(({ conversationId }) => conversationId)
  await sql`
    update tickets set is_latest = false
    where company_id = ${ctx.companyId} and conversation_id = any (${conversationIds}::bigint[]) and is_latest`.execute(
    ctx.db,
  )
  const { rows: begun } = await sql<BegunTicket>`
    insert into tickets (company_id, conversation_id, contact_id, connection_id, status, user_id, queue_id, is_group, imported_at, last_message_at)
    select v.company_id, v.id, v.contact_id, v.connection_id,
           case when c.is_group and not n.group_as_ticket then 'group' when x.user_id is not null then 'open' else 'pending' end,
           x.user_id,
           case when x.is_chosen then x.queue_id else ${onlyQueueOf(sql`v`)} end,
           c.is_group, case when x.imported_since is not null then now() end, coalesce(x.imported_since, now())
    from (${recordset(rows, sql`conversation_id bigint, is_chosen boolean, user_id bigint, queue_id bigint, imported_since timestamptz`)}) as x
    join conversations v on v.company_id = ${ctx.companyId} and v.id = x.conversation_id
    join contacts c on c.company_id = v.company_id and c.id = v.contact_id
    join connections n on n.company_id = v.company_id and n.id = v.connection_id
    order by v.id
    returning id, conversation_id, status, user_id, queue_id`.execute(ctx.db)
  await Promise.all([
    beginAttendances(
      ctx,
      begun.map(({ id }) => id),
    ),
    logTickets(
      ctx,
      begun.map(({ id, status, user_id, queue_id }) => ({
        ticketId: id,
        kind: 'create',
        userId: userIdOf(ctx.actor),
        queueId: queue_id,
        move: { by: ctx.actor.kind, from: null, to: { status, userId: user_id, queueId: queue_id } },
      })),
    ),
    armTimers(
      ctx,
      begun.map(({ id }) => id),
    ),
  ])
  return begun
}

/**
 * The queue where customers of a connection wait without a choice: its only one; null if it has none or several. `of`: a
 * table with the columns of a connection's key.
 */
export const onlyQueueOf = (of: RawBuilder<unknown>): RawBuilder<number | null> => sql`
  (select case when count(*) = 1 then min(nq.queue_id) end from connection_queues nq
   where nq.company_id = ${of}.company_id and nq.connection_id = ${of}.connection_id)`
