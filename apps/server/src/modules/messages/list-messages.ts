import { limits } from '@guiche/contract'
import { type Ctx, userIdOf } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { messageIsSeen } from '#modules/visibility'
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

/** Reads a page of the conversation, from all of its tickets that the actor sees. */
export async function listMessages(ctx: Ctx, ticketId: number, query: PageQuery): Promise<MessagePage> {
  const inConversation = sql<SqlBool>`m.company_id = ${ctx.companyId} and ${inConversationOf(ctx, ticketId)} and ${messageIsSeen(ctx.actor)} and ${inSelectedQueues(ctx, ticketId, query.selectedQueues)}`
  const select =
    query.around === undefined
      ? selectPage(ctx, inConversation, query)
      : selectAround(ctx, inConversation, query.around)
  // Both queries go in one round trip. If the actor may not see the ticket, accessTicket throws and the page is
  // dropped.
  const [ticket, page] = await Promise.all([accessTicket(ctx, ticketId), select])
  return { ticket, ...page }
}

type Page = Omit<MessagePage, 'ticket'>

async function selectPage(
  ctx: Ctx,
  inConversation: RawBuilder<SqlBool>,
  { before, pageNumber }: PageQuery,
): Promise<Page> {
  const from = before === undefined ? sql<SqlBool>`true` : sql<SqlBool>`(m.sent_at, m.id) < ${positionOf(ctx, before)}`
  const skipped = before === undefined ? (pageNumber - 1) * limits.messagesPerPage : 0
  const rows = await selectMessages(
    ctx,
    sql`select m.* from messages m where ${inConversation} and ${from} order by m.sent_at desc, m.id desc limit ${sql.lit(limits.messagesPerPage + 1)} ${skipped === 0 ? sql`` : sql`offset ${skipped}`}`,
  )
  const hasMore = rows.length > limits.messagesPerPage
  return { messages: rows.slice(0, limits.messagesPerPage).toReversed(), count: skipped + rows.length, hasMore }
}

/** Reads a page on either side of a message, so that clients can jump to a quote. */
async function selectAround(ctx: Ctx, inConversation: RawBuilder<SqlBool>, id: number): Promise<Page> {
  const half = limits.messagesPerPage
  const start = positionOf(ctx, id)
  const rows = await selectMessages(
    ctx,
    sql`(select m.* from messages m where ${inConversation} and (m.sent_at, m.id) >= ${start} order by m.sent_at, m.id limit ${sql.lit(half)})
        union all
        (select m.* from messages m where ${inConversation} and (m.sent_at, m.id) < ${start} order by m.sent_at desc, m.id desc limit ${sql.lit(half + 1)})`,
  )
  const position = rows.findIndex((row) => row.id === id)
  const older = position < 0 ? rows.length : rows.length - 1 - position
  return { messages: rows.toReversed().slice(older > half ? 1 : 0), count: rows.length, hasMore: older > half }
}

/** Only for a message that the actor sees: the page around a hidden one would reveal when it was written. */
const positionOf = (ctx: Ctx, id: number) =>
  sql`(select m.sent_at, m.id from messages m where m.company_id = ${ctx.companyId} and m.id = ${id} and ${messageIsSeen(ctx.actor)})`

const inConversationOf = (ctx: Ctx, ticketId: number) =>
  sql<SqlBool>`m.conversation_id = (select conversation_id from tickets where company_id = ${ctx.companyId} and id = ${ticketId})`

/** Matches the selected queues, and always the open ticket, the actor's own tickets and those without a queue. */
function inSelectedQueues(
  { actor, companyId }: Ctx,
  ticketId: number,
  selectedQueues: number[] | undefined,
): RawBuilder<SqlBool> {
  if (!selectedQueues) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (
    select from tickets c where c.company_id = ${companyId} and c.id = m.ticket_id
      and (c.id = ${ticketId} or c.user_id = ${userIdOf(actor)} or c.queue_id is null or c.queue_id = any (${selectedQueues}::bigint[])))`
}
