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
  const inConversation = sql<SqlBool>`m.company_id = ${ctx.companyId} and ${ofConversation(ctx, ticketId)} and ${seen(ctx, ticketId, query.selectedQueues)}`
  const select =
    query.around === undefined
      ? selectPage(ctx, inConversation, query)
      : selectAround(ctx, inConversation, query.around)
  // Asked at once, in one round trip; what must not be seen is thrown away with the refusal.
  const [ticket, page] = await Promise.all([accessTicket(ctx, ticketId), select])
  return { ticket, ...page }
}

type Page = Omit<MessagePage, 'ticket'>

async function selectPage(
  ctx: UserCtx,
  inConversation: RawBuilder<SqlBool>,
  { before, pageNumber }: PageQuery,
): Promise<Page> {
  const from = before === undefined ? sql<SqlBool>`true` : sql<SqlBool>`(m.sent_at, m.id) < ${placeOf(ctx, before)}`
  const skipped = before === undefined ? (pageNumber - 1) * limits.messagesPerPage : 0
  const rows = await selectMessages(
    ctx,
    sql`select m.* from messages m where ${inConversation} and ${from} order by m.sent_at desc, m.id desc limit ${sql.lit(limits.messagesPerPage + 1)} ${skipped === 0 ? sql`` : sql`offset ${skipped}`}`,
  )
  const hasMore = rows.length > limits.messagesPerPage
  return { messages: rows.slice(0, limits.messagesPerPage).toReversed(), count: skipped + rows.length, hasMore }
}

/** A page on either side of a message, so that a quote can be jumped to. */
async function selectAround(ctx: UserCtx, inConversation: RawBuilder<SqlBool>, id: number): Promise<Page> {
  const half = limits.messagesPerPage
  const place = placeOf(ctx, id)
  const rows = await selectMessages(
    ctx,
    sql`(select m.* from messages m where ${inConversation} and (m.sent_at, m.id) >= ${place} order by m.sent_at, m.id limit ${sql.lit(half)})
        union all
        (select m.* from messages m where ${inConversation} and (m.sent_at, m.id) < ${place} order by m.sent_at desc, m.id desc limit ${sql.lit(half + 1)})`,
  )
  const position = rows.findIndex((row) => row.id === id)
  const older = position < 0 ? rows.length : rows.length - 1 - position
  return { messages: rows.toReversed().slice(older > half ? 1 : 0), count: rows.length, hasMore: older > half }
}

const placeOf = (ctx: UserCtx, id: number) =>
  sql`(select o.sent_at, o.id from messages o where o.company_id = ${ctx.companyId} and o.id = ${id})`

const ofConversation = (ctx: UserCtx, ticketId: number) =>
  sql<SqlBool>`m.conversation_id = (select conversation_id from tickets where company_id = ${ctx.companyId} and id = ${ticketId})`

/**
 * Histories run over all tickets of a contact on a connection, but a ticket of a queue that one is not in stays closed to
 * one, also as part of a history (S25). Who sees all, sees all.
 */
function seen(
  { actor, companyId }: UserCtx,
  ticketId: number,
  selectedQueues: number[] | undefined,
): RawBuilder<SqlBool> {
  if (actor.seesAllTickets && !selectedQueues) return sql<SqlBool>`true`
  const queues = actor.seesAllTickets
    ? (selectedQueues ?? [])
    : actor.queueIds.filter((id) => selectedQueues?.includes(id) ?? true)
  return sql<SqlBool>`m.ticket_id in (
    select id from tickets
    where company_id = ${companyId} and conversation_id = (select conversation_id from tickets where company_id = ${companyId} and id = ${ticketId})
      and (id = ${ticketId} or user_id = ${actor.userId} or queue_id = any (${[...queues]}::bigint[])
           or (queue_id is null and ${actor.seesAllTickets})))`
}
