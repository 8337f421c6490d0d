import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { dropOfTicket } from '#modules/delivery'
import { accessTicketForChange, markLatest, stateOf, removeTicket } from '#modules/tickets'
import { setComparedTo } from './compared.repository.ts'
import { removeMessages } from './messages-of-conversation.repository.ts'

/** The ticket with what was said in it. Who did it stays in the audit log. */
export async function deleteTicket(ctx: Ctx, id: number): Promise<void> {
  const ticket = await accessTicketForChange(ctx, id)
  // What is being sent holds its entry, and then wants its message: whoever takes both takes them in that order.
  const conversationId = ticket.conversation_id
  await dropOfTicket(ctx, { conversationId, ticketId: id })
  await removeMessages(ctx, { conversationId, ticketId: id })
  // The phone has it still: what is gone on purpose is not to be found missing there.
  await setComparedTo(ctx, [{ conversationId, at: 'now' }])
  await removeTicket(ctx, id)
  await markLatest(ctx, conversationId)
  await audit(ctx, {
    action: 'ticket.delete',
    object: 'ticket',
    objectId: id,
    detail: { uuid: ticket.uuid, contactId: ticket.contact_id },
  })
  ctx.emit('ticket.removed', { ticketId: id, from: stateOf(ticket) })
}
