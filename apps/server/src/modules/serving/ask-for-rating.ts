import type { Ctx } from '#platform/context'
import { companyTexts } from '#modules/companies'
import { postAutomaticMessage } from '#modules/messages'
import { readSettings } from '#modules/settings'
import { type LockedTicket, awaitRating, countRatingTry, ratingTriesOf } from '#modules/tickets'

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

/** After an answer that is no rating. False: it was asked often enough. */
export async function askAgain(ctx: Ctx, ticket: LockedTicket): Promise<boolean> {
  const { ratingMessage, maxUseBotQueuesNPS } = ticket.connection_settings
  if (ratingMessage.trim() === '' || ratingTriesOf(ticket) >= maxUseBotQueuesNPS) return false
  await countRatingTry(ctx, ticket)
  await postAutomaticMessage(ctx, ticket, (await companyTexts(ctx)).noRating)
  await postAutomaticMessage(ctx, ticket, ratingMessage)
  return true
}
