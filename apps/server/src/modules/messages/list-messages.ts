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

/** A page of the conversation, over all of its tickets that the person sees. */
export async function listMessages(ctx: Ctx, ticketId: number, query: PageQuery): Promise<MessagePage> {
  const inConversation = sql<SqlBool>`m.company_id = ${ctx.companyId} and ${ofConversation(ctx, ticketId)} and ${messageIsSeen(ctx.actor)} and ${ofQueues(ctx, ticketId, query.selectedQueues)}`
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
  ctx: Ctx,
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
async function selectAround(ctx: Ctx, inConversation: RawBuilder<SqlBool>, id: number): Promise<Page> {
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

/** Only of a message that the person sees: the page around it would tell when it was written. */
const placeOf = (ctx: Ctx, id: number) =>
  sql`(select m.sent_at, m.id from messages m where m.company_id = ${ctx.companyId} and m.id = ${id} and ${messageIsSeen(ctx.actor)})`

const ofConversation = (ctx: Ctx, ticketId: number) =>
  sql<SqlBool>`m.conversation_id = (select conversation_id from tickets where company_id = ${ctx.companyId} and id = ${ticketId})`

/** The queues that the person has chosen to see; always the ticket that is open, their own, and those without a queue. */
function ofQueues(
  { actor, companyId }: Ctx,
  ticketId: number,
  selectedQueues: number[] | undefined,
): RawBuilder<SqlBool> {
  if (!selectedQueues) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (
    select from tickets c where c.company_id = ${companyId} and c.id = m.ticket_id
      and (c.id = ${ticketId} or c.user_id = ${userIdOf(actor)} or c.queue_id is null or c.queue_id = any (${selectedQueues}::bigint[])))`
}
