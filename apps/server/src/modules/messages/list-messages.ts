import { limits } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { type TicketRow, accessTicket } from '#modules/tickets'
import { type MessageRow, selectMessages } from './messages.repository.ts'

export interface PageQuery {
  pageNumber: number
  selectedQueues?: number[] | undefined
  before?: number | undefined
  around?: number | undefined
}

export interface MessagePage {
  /** Oldest first. */
  messages: MessageRow[]
  ticket: TicketRow
  count: number
  hasMore: boolean
}

/** A page of the conversation, over all its tickets that the person may see the queue of. */
export async function listMessages(ctx: UserCtx, ticketId: number, query: PageQuery): Promise<MessagePage> {
  const ticket = await accessTicket(ctx, ticketId)
  const seen = await seenTickets(ctx, ticket, query.selectedQueues)
  const inConversation = sql<SqlBool>`m.company_id = ${ctx.companyId} and m.conversation_id = ${ticket.conversation_id} and ${seen}`
  if (query.around !== undefined) return around(ctx, ticket, inConversation, query.around)

  const from =
    query.before === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(m.sent_at, m.id) < (select o.sent_at, o.id from messages o where o.company_id = ${ctx.companyId} and o.id = ${query.before})`
  const skipped = query.before === undefined ? (query.pageNumber - 1) * limits.messagesPerPage : 0
  const rows = await selectMessages(
    ctx,
    sql`select m.id from messages m where ${inConversation} and ${from} order by m.sent_at desc, m.id desc limit ${limits.messagesPerPage + 1} offset ${skipped}`,
  )
  const hasMore = rows.length > limits.messagesPerPage
  const messages = rows.slice(0, limits.messagesPerPage).toReversed()
  return { messages, ticket, count: skipped + rows.length, hasMore }
}

/** Half a page on either side of a message, so that a quote can be jumped to. */
async function around(
  ctx: UserCtx,
  ticket: TicketRow,
  inConversation: RawBuilder<SqlBool>,
  id: number,
): Promise<MessagePage> {
  const half = limits.messagesPerPage
  const point = sql`(select o.sent_at, o.id from messages o where o.company_id = ${ctx.companyId} and o.id = ${id})`
  const rows = await selectMessages(
    ctx,
    sql`(select m.id from messages m where ${inConversation} and (m.sent_at, m.id) >= ${point} order by m.sent_at, m.id limit ${half})
        union all
        (select m.id from messages m where ${inConversation} and (m.sent_at, m.id) < ${point} order by m.sent_at desc, m.id desc limit ${half + 1})`,
  )
  const older = rows.filter((row) => row.id < id).length
  return { messages: rows.toReversed().slice(older > half ? 1 : 0), ticket, count: rows.length, hasMore: older > half }
}

/**
 * Histories run over all tickets of a contact on a connection, but a ticket of a queue that one is not in stays closed to
 * one, also as part of a history (S25). Who sees all, sees all.
 */
async function seenTickets(
  ctx: UserCtx,
  ticket: TicketRow,
  selectedQueues: number[] | undefined,
): Promise<RawBuilder<SqlBool>> {
  const { actor } = ctx
  if (actor.seesAllTickets && !selectedQueues) return sql<SqlBool>`true`
  const queues = actor.seesAllTickets
    ? (selectedQueues ?? [])
    : actor.queueIds.filter((id) => selectedQueues?.includes(id) ?? true)
  const { rows } = await sql<{ id: number; shown: boolean }>`
    select id, (id = ${ticket.id} or user_id = ${actor.userId} or queue_id = any (${[...queues]}::bigint[])
                or (queue_id is null and ${actor.seesAllTickets})) as shown
    from tickets where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id}`.execute(ctx.db)
  if (rows.every((row) => row.shown)) return sql<SqlBool>`true`
  return sql<SqlBool>`m.ticket_id = any (${rows.filter((row) => row.shown).map((row) => row.id)}::bigint[])`
}
