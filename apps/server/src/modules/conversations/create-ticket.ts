import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, badRequest, notFound } from '#platform/errors'
import { connectionFor } from '#modules/connections'
import { type TicketRow, beginTickets, conflict, findTicket } from '#modules/tickets'
import './conversations.facts.ts'
import { conversationOf, getContact } from './conversation-of.ts'
import { putIntoTickets } from './tables/messages-of-conversation.repository.ts'

interface NewTicket {
  contactId: number
  queueId: number | null
  whatsappId: number | null
  userId: number | null
  status: 'open' | 'pending'
}

/**
 * Creates a ticket for a contact. If the conversation has a ticket that is not closed, the error (409) says who has it. The
 * ticket is assigned to the given user, else to the user who creates it. Without either it waits.
 */
export async function createTicket(ctx: Ctx, input: NewTicket): Promise<TicketRow> {
  const contact = await getContact(ctx, input.contactId)
  const connection = await connectionFor(ctx, input.whatsappId)
  await assertQueueAndUser(ctx, input)
  const conversationId = await conversationOf(ctx, contact, connection.id)
  const { rows: unclosed } = await sql<{ id: number }>`
    select id from tickets where company_id = ${ctx.companyId} and conversation_id = ${conversationId} and status <> 'closed'`.execute(
    ctx.db,
  )
  if (unclosed[0]) throw await conflict(ctx, unclosed[0].id)

  const isGroupTicket = contact.is_group && !connection.group_as_ticket
  const isServed = input.status === 'open' && !isGroupTicket
  const userId = isServed ? (input.userId ?? userIdOf(ctx.actor)) : null
  const [begun] = await beginTickets(ctx, [{ conversationId, chosen: { userId, queueId: input.queueId } }])
  if (!begun) throw notCreated()
  await putIntoTickets(ctx, [conversationId])
  ctx.emit('ticket.changed', { ticketId: begun.id })
  if (ctx.actor.kind === 'user') ctx.emit('talk.started', { ticketId: begun.id })
  const ticket = await findTicket(ctx, begun.id)
  if (!ticket) throw notCreated()
  return ticket
}

const notCreated = () => new AppError('ERR_CREATING_TICKET', 500)

/**
 * Throws unless both belong to the company. Users other than admins have to give a queue
 * (docs/requirements/workspace.md, section 5).
 */
export async function assertQueueAndUser(
  ctx: Ctx,
  { queueId, userId }: Pick<NewTicket, 'queueId' | 'userId'>,
): Promise<void> {
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
