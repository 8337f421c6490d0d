import { isWaiting } from '@guiche/contract'
import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { postAutomaticMessage } from '#modules/messages'
import { readSettings } from '#modules/settings'
import type { LockedTicket } from '#modules/tickets'

/** Sends the user's own farewell, or that of the connection. */
export async function sayFarewell(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if (ticket.is_group && !ticket.group_as_ticket) return
  if (isWaiting(ticket.status) && (await readSettings(ctx)).sendFarewellWaitingTicket !== 'enabled') return
  const ofHouse = ticket.connection_settings.complationMessage
  if (ofHouse.trim() === '') return
  const { rows } = await sql<{ farewell_message: string }>`
    select farewell_message from users where company_id = ${ctx.companyId} and id = ${userIdOf(ctx.actor)}`.execute(
    ctx.db,
  )
  await postAutomaticMessage(ctx, ticket, rows[0]?.farewell_message.trim() || ofHouse)
}
