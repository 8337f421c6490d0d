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

export async function removeMessages(ctx: Ctx, { conversationId, ticketId }: TicketRef): Promise<void> {
  await sql`
    delete from messages
    where company_id = ${ctx.companyId} and conversation_id = ${conversationId} and ticket_id = ${ticketId}`.execute(
    ctx.db,
  )
}
