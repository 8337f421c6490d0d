import type { Ctx } from '#platform/context'
import { armTimers } from '#modules/ticket-timers'
import { type LockedTicket, closeTicket, keepBotMemory } from '#modules/tickets'
import { hasGoneOn } from './close-option.repository.ts'

/**
 * After the message of an option that ends the conversation, without a farewell. Not if a person has taken the ticket or
 * answered on the phone, nor if the customer has written since, which a person reads.
 */
export async function closeOption(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if (ticket.status !== 'pending' || ticket.user_id !== null) return
  if (!(await hasGoneOn(ctx, ticket.id))) return closeTicket(ctx, ticket)
  await keepBotMemory(ctx, ticket.id, { ...ticket.bot, isBot: false })
  await armTimers(ctx, [ticket.id])
}
