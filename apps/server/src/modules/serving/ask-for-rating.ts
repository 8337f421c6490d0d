import type { Ctx } from '#platform/context'
import { postAutomaticMessage } from '#modules/messages'
import { readSettings } from '#modules/settings'
import { type LockedTicket, awaitRating } from '#modules/tickets'

/**
 * Asks the customer to rate the service, in place of closing the ticket. False: the company or the connection does not
 * ask, nobody has served the ticket, or nobody could answer (docs/requirements/service.md, section 8).
 */
export async function askForRating(ctx: Ctx, ticket: LockedTicket): Promise<boolean> {
  if (ticket.status !== 'open' || ticket.is_group || !ticket.contact_active || ticket.connection_archived) return false
  if ((await readSettings(ctx)).userRating !== 'enabled') return false
  if (!(await postAutomaticMessage(ctx, ticket, ticket.connection_settings.ratingMessage))) return false
  await awaitRating(ctx, ticket)
  return true
}
