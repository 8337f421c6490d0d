import { isWaiting } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { AppError } from '#platform/errors'
import { readSettings } from '#modules/settings'
import { contactHasTags } from '#modules/tags'
import { type LockedTicket, closeTicket, wasJustAskedForRating } from '#modules/tickets'
import { askForRating } from './ask-for-rating.ts'
import { sayFarewell } from './say-farewell.ts'

interface Closing {
  sendFarewell: boolean
  asksRating: boolean
}

/**
 * Closes a ticket: requires a tag if the company wants that, and sends a farewell if one is set. If the customer is asked for
 * a rating, the ticket is closed and the farewell is sent after that.
 */
export async function closeWithFarewell(ctx: Ctx, ticket: LockedTicket, closing: Closing): Promise<void> {
  const { sendFarewell, asksRating } = closing
  if (ticket.status === 'closed') return
  if (ticket.status === 'nps' && !(await endsRating(ctx, ticket, closing))) return
  if (isAskedForTag(ctx, ticket)) await requireTag(ctx, ticket)
  if (sendFarewell && asksRating && (await askForRating(ctx, ticket))) return
  if (sendFarewell) await sayFarewell(ctx, ticket)
  await closeTicket(ctx, ticket)
}

/**
 * Whether a closing ends the wait for the rating. One that asks for a rating finds it asked for. One without a rating ends
 * the wait, but not right after the request: then it was decided on for the ticket before that, by a colleague or by a
 * click that came twice.
 */
const endsRating = async (ctx: Ctx, { id }: LockedTicket, { sendFarewell, asksRating }: Closing): Promise<boolean> =>
  !(sendFarewell && asksRating) && !(await wasJustAskedForRating(ctx, id))

/**
 * Only people are asked, because only they can choose a tag: a bot, a job or a program could never close the ticket
 * (docs/requirements/workspace.md, section 4). A waiting ticket is ignored without a tag.
 */
const isAskedForTag = ({ actor }: Ctx, { status }: LockedTicket) => actor.kind === 'user' && !isWaiting(status)

async function requireTag(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if ((await readSettings(ctx)).requiredTag !== 'enabled') return
  if (!(await contactHasTags(ctx, ticket.contact_id))) throw new AppError('ERR_TAG_REQUIRED', 422)
}
