import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

interface TicketRef {
  conversationId: number
  ticketId: number
}

export async function moveMessagesOfTicket(ctx: Ctx, from: TicketRef, into: TicketRef): Promise<void> {
  await sql`
    update messages set ticket_id = ${into.ticketId}, conversation_id = ${into.conversationId}
    where company_id = ${ctx.companyId} and ticket_id = ${from.ticketId} and conversation_id = ${from.conversationId}`.execute(
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
