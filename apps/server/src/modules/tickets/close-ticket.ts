import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'
import { readSettings } from '#modules/settings'
import { logTicket } from './ticket-log.ts'
import { placeOf } from './tickets.live.ts'
import type { LockedTicket } from './tickets.repository.ts'
import type { Voice } from './voice.ts'

/** Ends the service, with a farewell where one is set and wanted (behaviour of the family, section 3). */
export async function closeTicket(
  ctx: UserCtx,
  voice: Voice,
  ticket: LockedTicket,
  { sendFarewell }: { sendFarewell: boolean },
): Promise<void> {
  if (ticket.status === 'closed') return
  if (ticket.status !== 'pending') await requireTag(ctx, ticket)
  if (sendFarewell) await sayFarewell(ctx, voice, ticket)
  await endService(ctx, ticket, ctx.actor.userId)
}

/** Silently: closed in bulk, by a timer, or because its user is gone. */
export async function endService(ctx: Ctx, ticket: LockedTicket, userId: number | null): Promise<void> {
  const lastUser = ticket.user_id ?? userId
  await sql`
    update tickets set status = 'closed', closed_at = now(), user_id = ${lastUser}, unread_count = 0, waiting_since = null,
      bot = bot - 'useIntegration' - 'integrationId' - 'promptId' - 'amountUsedBotQueues', updated_at = now()
    where company_id = ${ctx.companyId} and id = ${ticket.id}`.execute(ctx.db)
  await sql`
    update ticket_turns set closed_at = coalesce(closed_at, now()), finished_at = now(), user_id = ${lastUser}, queue_id = ${ticket.queue_id}
    where company_id = ${ctx.companyId} and ticket_id = ${ticket.id} and finished_at is null`.execute(ctx.db)
  await sql`
    delete from ticket_tags tt using tags g
    where tt.company_id = ${ctx.companyId} and tt.ticket_id = ${ticket.id} and g.company_id = tt.company_id and g.id = tt.tag_id and g.is_kanban`.execute(
    ctx.db,
  )
  await logTicket(ctx, ticket.id, 'closed', { userId, queueId: ticket.queue_id })
  ctx.emit('ticket.changed', { ticketId: ticket.id, from: placeOf(ticket) })
  ctx.emit('ticket.closed', { ticketId: ticket.id, contactId: ticket.contact_id })
}

async function requireTag(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if ((await readSettings(ctx)).requiredTag !== 'enabled') return
  const { rows } =
    await sql`select from contact_tags where company_id = ${ctx.companyId} and contact_id = ${ticket.contact_id} limit 1`.execute(
      ctx.db,
    )
  if (rows.length === 0) throw new AppError('ERR_TAG_REQUIRED', 422)
}

async function sayFarewell(ctx: UserCtx, voice: Voice, ticket: LockedTicket): Promise<void> {
  if (ticket.is_group && !ticket.group_as_ticket) return
  if (ticket.status === 'pending' && (await readSettings(ctx)).sendFarewellWaitingTicket !== 'enabled') return
  const ofHouse = ticket.connection_settings['complationMessage']
  if (typeof ofHouse !== 'string' || ofHouse.trim() === '') return
  const { rows } = await sql<{
    farewell_message: string
  }>`select farewell_message from users where company_id = ${ctx.companyId} and id = ${ctx.actor.userId}`.execute(
    ctx.db,
  )
  await voice.say(ctx, ticket, rows[0]?.farewell_message.trim() || ofHouse)
}
