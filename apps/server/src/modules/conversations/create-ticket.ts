import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { connectionFor } from '#modules/connections'
import { type TicketRow, beginTickets, conflict, findTicket } from '#modules/tickets'
import { conversationOf, getContact } from './conversation-of.ts'

interface NewTicket {
  contactId: number
  queueId: number | null
  whatsappId: number | null
  userId: number | null
  status: 'open' | 'pending'
}

/**
 * Opens a ticket with a contact. Whoever has one with them already is named (409). It is served by whoever is named, or by the
 * person who opens it; what a machine opens for nobody waits.
 */
export async function createTicket(ctx: Ctx, input: NewTicket): Promise<TicketRow> {
  const contact = await getContact(ctx, input.contactId)
  const connection = await connectionFor(ctx, input.whatsappId)
  await assertQueueAndUser(ctx, input)
  const conversationId = await conversationOf(ctx, contact, connection.id)
  const { rows: living } = await sql<{ id: number }>`
    select id from tickets where company_id = ${ctx.companyId} and conversation_id = ${conversationId} and status <> 'closed'`.execute(
    ctx.db,
  )
  if (living[0]) throw await conflict(ctx, living[0].id)

  const isGroups = contact.is_group && !connection.group_as_ticket
  const isServed = input.status === 'open' && !isGroups
  const userId = isServed ? (input.userId ?? userIdOf(ctx.actor)) : null
  const [begun] = await beginTickets(ctx, [{ conversationId, chosen: { userId, queueId: input.queueId } }])
  const id = begun?.id ?? 0
  ctx.emit('ticket.changed', { ticketId: id })
  const ticket = await findTicket(ctx, id)
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND')
  return ticket
}

/** A queue is required of people unless they are admins (docs/requirements/workspace.md, section 5). */
async function assertQueueAndUser(ctx: Ctx, { queueId, userId }: NewTicket): Promise<void> {
  if (queueId === null && ctx.actor.kind === 'user' && ctx.actor.profile !== 'admin')
    throw badRequest('ERR_QUEUE_REQUIRED')
  const { rows } = await sql<{ queue: boolean; user: boolean }>`
    select (${queueId}::bigint is null or exists (select from queues where company_id = ${ctx.companyId} and id = ${queueId} and archived_at is null)) as queue,
           (${userId}::bigint is null or exists (select from users where company_id = ${ctx.companyId} and id = ${userId} and archived_at is null)) as user`.execute(
    ctx.db,
  )
  if (!rows[0]?.queue) throw notFound('ERR_NO_QUEUE_FOUND')
  if (!rows[0].user) throw notFound('ERR_NO_USER_FOUND')
}
