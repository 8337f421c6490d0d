import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'
import { postAutomaticMessage } from '#modules/messages'
import { readSettings } from '#modules/settings'
import { contactHasTags } from '#modules/tags'
import { type LockedTicket, closeTicket } from '#modules/tickets'

/** Closes a ticket: requires a tag if the company wants that, and sends a farewell if one is set. */
export async function closeWithFarewell(
  ctx: Ctx,
  ticket: LockedTicket,
  { sendFarewell }: { sendFarewell: boolean },
): Promise<void> {
  if (ticket.status === 'closed') return
  if (isAskedForTag(ctx, ticket)) await requireTag(ctx, ticket)
  if (sendFarewell) await sayFarewell(ctx, ticket)
  await closeTicket(ctx, ticket)
}

/**
 * Only people are asked, because only they can choose a tag: a bot, a job or a program could never close the ticket
 * (docs/requirements/workspace.md, section 4). A waiting ticket is ignored without a tag.
 */
const isAskedForTag = ({ actor }: Ctx, { status }: LockedTicket) => actor.kind === 'user' && status !== 'pending'

async function requireTag(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if ((await readSettings(ctx)).requiredTag !== 'enabled') return
  if (!(await contactHasTags(ctx, ticket.contact_id))) throw new AppError('ERR_TAG_REQUIRED', 422)
}

/** Sends the user's own farewell, or that of the connection. */
async function sayFarewell(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if (ticket.is_group && !ticket.group_as_ticket) return
  if (ticket.status === 'pending' && (await readSettings(ctx)).sendFarewellWaitingTicket !== 'enabled') return
  const ofHouse = ticket.connection_settings.complationMessage
  if (ofHouse.trim() === '') return
  const { rows } = await sql<{ farewell_message: string }>`
    select farewell_message from users where company_id = ${ctx.companyId} and id = ${userIdOf(ctx.actor)}`.execute(
    ctx.db,
  )
  await postAutomaticMessage(ctx, ticket, rows[0]?.farewell_message.trim() || ofHouse)
}
