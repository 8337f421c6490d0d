import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

interface TicketRef {
  conversationId: number
  ticketId: number
}

export async function moveMessagesOfTicket(ctx: Ctx, from: TicketRef, into: TicketRef): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update messages set ticket_id = ${into.ticketId}, conversation_id = ${into.conversationId}
    where company_id = ${ctx.companyId} and ticket_id = ${from.ticketId} and conversation_id = ${from.conversationId} returning id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** Moves these messages, if they still exist. */
export async function putMessages(
  ctx: Ctx,
  ids: readonly number[],
  { ticketId, conversationId }: TicketRef,
): Promise<void> {
  await sql`
    update messages set ticket_id = ${ticketId}, conversation_id = ${conversationId}
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[])`.execute(ctx.db)
}

/** Moves the messages of tickets from one conversation to another. */
export async function moveMessagesOfTickets(
  ctx: Ctx,
  ticketIds: readonly number[],
  { from, into }: { from: number; into: number },
): Promise<void> {
  await sql`
    update messages set conversation_id = ${into}
    where company_id = ${ctx.companyId} and conversation_id = ${from} and ticket_id = any (${[...ticketIds]}::bigint[])`.execute(
    ctx.db,
  )
}

export async function moveMessages(ctx: Ctx, conversationId: number, into: number): Promise<void> {
  await sql`update messages set conversation_id = ${into} where company_id = ${ctx.companyId} and conversation_id = ${conversationId}`.execute(
    ctx.db,
  )
}

/**
 * Puts messages that wait without a ticket (docs/adr/0018) into the ticket of their conversation that is not closed. For
 * browsers they are new. Call it wherever a conversation gets such a ticket.
 */
export async function putIntoTickets(ctx: Ctx, conversationIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; ticket_id: number }>`
    -- Locked in the order of ids, like everywhere, because their acks arrive at the same time.
    with waiting as (
      select m.id, m.conversation_id from messages m
      where m.company_id = ${ctx.companyId} and m.conversation_id = any (${[...conversationIds]}::bigint[]) and m.origin = 'campaign' and m.ticket_id is null
      order by m.id for no key update)
    update messages m set ticket_id = t.id
    from waiting w
    join tickets t on t.company_id = ${ctx.companyId} and t.conversation_id = w.conversation_id and t.status <> 'closed'
    where m.company_id = ${ctx.companyId} and m.id = w.id
    returning m.id, t.id as ticket_id`.execute(ctx.db)
  for (const { id, ticket_id } of rows) ctx.emit('message.created', { messageId: id, ticketId: ticket_id })
}

/** The same when a closed ticket is opened again. */
export async function putIntoTicket(ctx: Ctx, ticketId: number): Promise<void> {
  const { rows } = await sql<{ conversation_id: number }>`
    select conversation_id from tickets where company_id = ${ctx.companyId} and id = ${ticketId} and status <> 'closed'`.execute(
    ctx.db,
  )
  await putIntoTickets(
    ctx,
    rows.map(({ conversation_id }) => conversation_id),
  )
}

export async function removeMessages(ctx: Ctx, { conversationId, ticketId }: TicketRef): Promise<void> {
  await sql`
    delete from messages
    where company_id = ${ctx.companyId} and conversation_id = ${conversationId} and ticket_id = ${ticketId}`.execute(
    ctx.db,
  )
}

/** Nobody writes in them until the end of the unit of work. */
export async function lockConversationsOf(ctx: Ctx, contactId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from conversations where company_id = ${ctx.companyId} and contact_id = ${contactId} order by id for update`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

export async function messagesIn(ctx: Ctx, conversationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where company_id = ${ctx.companyId} and conversation_id = any (${[...conversationIds]}::bigint[])`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Removes all messages of these conversations, with their outbox entries. */
export async function removeMessagesIn(ctx: Ctx, conversationIds: readonly number[]): Promise<void> {
  await sql`
    delete from messages
    where company_id = ${ctx.companyId} and conversation_id = any (${[...conversationIds]}::bigint[])`.execute(ctx.db)
}
