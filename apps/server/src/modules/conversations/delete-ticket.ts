import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { deleteEntriesOfTicket } from '#modules/delivery'
import { accessTicketForChange, markLatest, stateOf, removeTicket } from '#modules/tickets'
import { setComparedTo } from './tables/compared.repository.ts'
import { removeMessages } from './tables/messages-of-conversation.repository.ts'

/** Deletes a ticket with its messages. The audit log keeps who did it. */
export async function deleteTicket(ctx: Ctx, id: number): Promise<void> {
  const ticket = await accessTicketForChange(ctx, id)
  // Delivery locks the outbox entry first and the message second. The same order here avoids deadlocks.
  const conversationId = ticket.conversation_id
  await deleteEntriesOfTicket(ctx, { conversationId, ticketId: id })
  await removeMessages(ctx, { conversationId, ticketId: id })
  // The phone still has the messages. The comparison with it must not report or import them as missing.
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
