import { type Ctx, userIdOf } from '#platform/context'
import { removeKanbanTags } from '#modules/tags'
import { moveTicket } from './move-ticket.ts'
import type { LockedTicket } from './tickets.repository.ts'

/** Closes a ticket without a farewell. If it had no user, it is assigned to the person who closes it. */
export async function closeTicket(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  await moveTicket(ctx, ticket, { status: 'closed', ...lastHolder(ctx, ticket) }, 'close')
  await removeKanbanTags(ctx, ticket.id)
}

/** Nobody has written for too long. */
export async function closeInactive(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  await moveTicket(ctx, ticket, { status: 'closed', ...lastHolder(ctx, ticket) }, 'autoClose')
  await removeKanbanTags(ctx, ticket.id)
}

/** The service is over; the ticket is closed when its customer has rated it. The caller has asked for the rating. */
export async function awaitRating(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  await moveTicket(ctx, ticket, { status: 'nps', ...lastHolder(ctx, ticket) }, 'rate')
  await removeKanbanTags(ctx, ticket.id)
}

const lastHolder = (ctx: Ctx, ticket: LockedTicket) => ({
  userId: ticket.user_id ?? userIdOf(ctx.actor),
  queueId: ticket.queue_id,
})
