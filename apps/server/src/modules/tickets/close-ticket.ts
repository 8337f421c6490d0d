import { type Ctx, userIdOf } from '#platform/context'
import { removeKanbanTags } from '#modules/tags'
import { moveTicket } from './move-ticket.ts'
import type { LockedTicket } from './tickets.repository.ts'

/** Closes a ticket without a farewell. If it had no user, it is assigned to the person who closes it. */
export async function closeTicket(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  const userId = ticket.user_id ?? userIdOf(ctx.actor)
  await moveTicket(ctx, ticket, { status: 'closed', userId, queueId: ticket.queue_id }, 'close')
  await removeKanbanTags(ctx, ticket.id)
}
