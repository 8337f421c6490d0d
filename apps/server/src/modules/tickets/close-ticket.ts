import { type Ctx, type UserCtx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'
import { readSettings } from '#modules/settings'
import { removeKanbanTags } from '#modules/tags'
import { moveTicket } from './move-ticket.ts'
import type { LockedTicket } from './tickets.repository.ts'
import type { AutoReplies } from './auto-replies.ts'

/** Closes a ticket without a word, whoever acts. Whoever closes a ticket that nobody had has had it. */
export async function closeTicket(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  const userId = ticket.user_id ?? userIdOf(ctx.actor)
  await moveTicket(ctx, ticket, { status: 'closed', userId, queueId: ticket.queue_id }, 'close')
  await removeKanbanTags(ctx, ticket.id)
}

/** A person closes the ticket that is before them: with a tag where the company wants one, and a farewell where one is set and wanted. */
export async function closeByHand(
  ctx: UserCtx,
  autoReplies: AutoReplies,
  ticket: LockedTicket,
  { sendFarewell }: { sendFarewell: boolean },
): Promise<void> {
  if (ticket.status === 'closed') return
  if (ticket.status !== 'pending') await requireTag(ctx, ticket)
  if (sendFarewell) await sayFarewell(ctx, autoReplies, ticket)
  await closeTicket(ctx, ticket)
}

async function requireTag(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if ((await readSettings(ctx)).requiredTag !== 'enabled') return
  const { rows } =
    await sql`select from contact_tags where company_id = ${ctx.companyId} and contact_id = ${ticket.contact_id} limit 1`.execute(
      ctx.db,
    )
  if (rows.length === 0) throw new AppError('ERR_TAG_REQUIRED', 422)
}

async function sayFarewell(ctx: UserCtx, autoReplies: AutoReplies, ticket: LockedTicket): Promise<void> {
  if (ticket.is_group && !ticket.group_as_ticket) return
  if (ticket.status === 'pending' && (await readSettings(ctx)).sendFarewellWaitingTicket !== 'enabled') return
  const ofHouse = ticket.connection_settings['complationMessage']
  if (typeof ofHouse !== 'string' || ofHouse.trim() === '') return
  const { rows } = await sql<{
    farewell_message: string
  }>`select farewell_message from users where company_id = ${ctx.companyId} and id = ${ctx.actor.userId}`.execute(
    ctx.db,
  )
  await autoReplies.send(ctx, ticket, rows[0]?.farewell_message.trim() || ofHouse)
}
