import { isWaiting } from '@guiche/contract'
import { type Ctx, userIdOf } from '#platform/context'
import { AppError, badRequest } from '#platform/errors'
import { connectionFor } from '#modules/connections'
import { type LockedTicket, acceptTicket, accessTicketForChange, conflict, lockUnclosedTicket } from '#modules/tickets'
import { maySeeTicket } from '#modules/visibility'
import { conversationOf, getContact } from './conversation-of.ts'
import { createTicket } from './create-ticket.ts'

export interface Reached {
  contactId: number
  connectionId: number
  conversationId: number
}

/** Finds or creates the conversation with a contact, and locks it. Falls back to the actor's own connection. */
export async function reachContact(ctx: Ctx, contactId: number, connectionId: number): Promise<Reached> {
  const found = await reachContactOn(ctx, contactId, [connectionId])
  if (found) return found
  const { id } = await connectionFor(ctx, null)
  const own = await reachContactOn(ctx, contactId, [id])
  if (!own) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  return own
}

/** The same on the first of these connections where the contact can be reached; undefined if there is none. */
export async function reachContactOn(
  ctx: Ctx,
  contactId: number,
  connectionIds: readonly number[],
): Promise<Reached | undefined> {
  const contact = await getContact(ctx, contactId)
  for (const connectionId of connectionIds) {
    const conversationId = await conversationOf(ctx, contact, connectionId).catch(noneIfUnreachable)
    if (conversationId !== undefined) return { contactId, connectionId, conversationId }
  }
  return undefined
}

function noneIfUnreachable(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'ERR_WAPP_INVALID_CONTACT') throw error
}

/**
 * Finds the ticket to write in (docs/requirements/service.md, section 6), or creates one. A waiting ticket, and one that
 * awaits a rating, is assigned to the user who writes. A ticket that the user may not see, or that waits for a colleague,
 * is a conflict. `ownerId`: who gets a new ticket that a machine creates. The caller has locked the conversation.
 */
export async function openTicketWith(
  ctx: Ctx,
  { contactId, connectionId, conversationId }: Reached,
  queueId: number | null,
  ownerId: number | null = null,
): Promise<LockedTicket> {
  const userId = userIdOf(ctx.actor)
  const current = await lockUnclosedTicket(ctx, conversationId)
  if (!current) {
    const { id } = await createTicket(ctx, {
      status: 'open',
      userId: userId ?? ownerId,
      queueId,
      contactId,
      whatsappId: connectionId,
    })
    return accessTicketForChange(ctx, id)
  }
  if (!maySeeTicket(ctx.actor, current)) throw await conflict(ctx, current.id)
  // Machines do not accept tickets, and write in waiting ones too.
  if (!(isWaiting(current.status) || current.status === 'nps') || userId === null) return current
  if (isWaiting(current.status) && current.user_id !== null && current.user_id !== userId)
    throw await conflict(ctx, current.id)
  await acceptTicket(ctx, current, { userId, queueId: current.queue_id ?? queueId })
  return accessTicketForChange(ctx, current.id)
}
