import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'
import { connectionFor } from '#modules/connections'
import { type LockedTicket, acceptTicket, accessTicketForChange, conflict, lockTicket } from '#modules/tickets'
import { maySeeTicket } from '#modules/visibility'
import { conversationOf, getContact } from './conversation-of.ts'
import { createTicket } from './create-ticket.ts'

export interface Reached {
  contactId: number
  connectionId: number
  conversationId: number
}

/** The conversation with a contact, locked: on this connection, or where they cannot be reached on it, on one's own. */
export async function reachContact(ctx: Ctx, contactId: number, connectionId: number): Promise<Reached> {
  const contact = await getContact(ctx, contactId)
  try {
    return { contactId, connectionId, conversationId: await conversationOf(ctx, contact, connectionId) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_WAPP_INVALID_CONTACT') throw error
    const { id } = await connectionFor(ctx, null)
    return { contactId, connectionId: id, conversationId: await conversationOf(ctx, contact, id) }
  }
}

/**
 * The ticket to write in (docs/requirements/service.md, section 6): the living one, which becomes that of the person who
 * writes where nobody has it, or a new one. What a colleague has, and one may not see, stays theirs.
 */
export async function openTicketWith(
  ctx: Ctx,
  { contactId, connectionId, conversationId }: Reached,
  queueId: number | null,
): Promise<LockedTicket> {
  const { rows } = await sql<{ id: number }>`
    select id from tickets where company_id = ${ctx.companyId} and conversation_id = ${conversationId} and status <> 'closed'`.execute(
    ctx.db,
  )
  const userId = userIdOf(ctx.actor)
  const living = rows[0] && (await lockTicket(ctx, rows[0].id))
  if (!living) {
    const { id } = await createTicket(ctx, { status: 'open', userId, queueId, contactId, whatsappId: connectionId })
    return accessTicketForChange(ctx, id)
  }
  if (!maySeeTicket(ctx.actor, living)) throw await conflict(ctx, living.id)
  // What acts by itself serves nobody: it writes to those who wait, too.
  if (living.status !== 'pending' || userId === null) return living
  if (living.user_id !== null && living.user_id !== userId) throw await conflict(ctx, living.id)
  await acceptTicket(ctx, living, { userId, queueId: living.queue_id ?? queueId })
  return accessTicketForChange(ctx, living.id)
}
