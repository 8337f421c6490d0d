import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { addToOutbox } from '#modules/delivery'
import { type LockedTicket, accessTicketForChange, clearUnread, markTransferSeen } from '#modules/tickets'

/** Marks the customer's messages as read and queues a read receipt for them. */
export async function markSeen(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  const receipt = addToOutbox(ctx, {
    connectionId: ticket.connection_id,
    conversationId: ticket.conversation_id,
    action: 'read',
    messageId: sql`max(id)`,
    payload: sql`jsonb_build_object('readIds', jsonb_agg(external_id order by id))`,
    // A call has no receipt.
    from: sql`seen where media_type <> 'call_log' having count(*) > 0`,
  })
  await sql`
    with seen as (
      update messages set ack = 3
      where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id} and ticket_id = ${ticket.id} and not from_me and ack < 3
      returning id, external_id, media_type)
    ${receipt}`.execute(ctx.db)
}

/**
 * Marks a ticket as read when its attendant opens it. It stays unread when a supervisor opens it, or when anybody opens it
 * while it waits. Groups without a user become read when any user opens them.
 */
export async function markRead(ctx: UserCtx, ticketId: number): Promise<void> {
  const ticket = await accessTicketForChange(ctx, ticketId)
  const isTheirs = ticket.user_id === null ? ticket.status === 'group' : ticket.user_id === ctx.actor.userId
  if (!isTheirs || (ticket.unread_count === 0 && ticket.transferred_at === null)) return
  if (ticket.transferred_at !== null) await markTransferSeen(ctx, ticketId)
  await clearUnread(ctx, ticketId)
  await markSeen(ctx, ticket)
  ctx.emit('ticket.read', { ticketId })
}
