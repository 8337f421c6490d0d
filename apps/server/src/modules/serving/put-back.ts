import type { Ctx } from '#platform/context'
import { type LockedTicket, moveTickets, waitingStatus } from '#modules/tickets'

/** A ticket that nobody rates waits in its queue, where a person reads it. */
export const putBack = (ctx: Ctx, ticket: LockedTicket): Promise<void> =>
  moveTickets(
    ctx,
    [{ ticket, to: { status: waitingStatus(ticket), userId: null, queueId: ticket.queue_id } }],
    'reopen',
  )
