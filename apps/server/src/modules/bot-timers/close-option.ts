import type { Ctx } from '#platform/context'
import { type LockedTicket, closeTicket } from '#modules/tickets'

/** After the message of an option that ends the conversation, without a farewell. Not if a person has taken the ticket. */
export async function closeOption(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if (ticket.status !== 'pending' || ticket.user_id !== null) return
  await closeTicket(ctx, ticket)
}
