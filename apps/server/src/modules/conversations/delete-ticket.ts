import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { accessTicketForChange, placeOf } from '#modules/tickets'

/** The ticket with what was said in it. Who did it stays in the audit log. */
export async function deleteTicket(ctx: UserCtx, id: number): Promise<void> {
  const ticket = await accessTicketForChange(ctx, id)
  // What is being sent holds its entry, and then wants its message: whoever takes both takes them in that order.
  await sql`
    delete from outbox o using messages m
    where o.company_id = ${ctx.companyId} and o.conversation_id = ${ticket.conversation_id}
      and m.company_id = o.company_id and m.id = o.message_id and m.ticket_id = ${id}`.execute(ctx.db)
  await sql`delete from messages where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id} and ticket_id = ${id}`.execute(
    ctx.db,
  )
  // The phone has it still: what is gone on purpose is not to be found missing there.
  await sql`
    update conversations set compared_to = greatest(compared_to, now())
    where company_id = ${ctx.companyId} and id = ${ticket.conversation_id}`.execute(ctx.db)
  await sql`delete from tickets where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  await sql`
    update tickets set is_latest = true
    where company_id = ${ctx.companyId} and id = (select max(id) from tickets where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id})`.execute(
    ctx.db,
  )
  await audit(ctx, {
    action: 'ticket.delete',
    object: 'ticket',
    objectId: id,
    detail: { uuid: ticket.uuid, contactId: ticket.contact_id },
  })
  ctx.emit('ticket.removed', { ticketId: id, from: placeOf(ticket) })
}
