import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { addToOutbox } from '#modules/delivery'
import { type LockedTicket, accessTicketForChange, clearUnread } from '#modules/tickets'

/** What the customer wrote has been read, by somebody who opened it or who answers: their network is told so. */
export async function markSeen(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  const told = addToOutbox(ctx, {
    connectionId: ticket.connection_id,
    conversationId: ticket.conversation_id,
    action: 'read',
    messageId: sql`max(id)`,
    payload: sql`jsonb_build_object('readIds', jsonb_agg(external_id order by id))`,
    from: sql`seen having count(*) > 0`,
  })
  await sql`
    with seen as (
      update messages set ack = 3
      where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id} and ticket_id = ${ticket.id} and not from_me and ack < 3
      returning id, external_id)
    ${told}`.execute(ctx.db)
}

/**
 * Its attendant has seen it. Whoever only looks in leaves it unread: a supervisor for the one who serves it, anybody for the
 * one who will take it from those that wait. A group that nobody has alone is everybody's.
 */
export async function markRead(ctx: UserCtx, ticketId: number): Promise<void> {
  const ticket = await accessTicketForChange(ctx, ticketId)
  const isTheirs = ticket.user_id === null ? ticket.status === 'group' : ticket.user_id === ctx.actor.userId
  if (!isTheirs || ticket.unread_count === 0) return
  await clearUnread(ctx, ticketId)
  await markSeen(ctx, ticket)
  ctx.emit('ticket.read', { ticketId })
}
