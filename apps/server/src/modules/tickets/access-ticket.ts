import type { Ctx, UserActor } from '#platform/context'
import { notFound } from '#platform/errors'
import { maySeeTicket } from '#modules/visibility'
import { type LockedTicket, type TicketRow, findTicket, findTicketByUuid, lockTicket } from './tickets.repository.ts'

/**
 * Every read of a ticket on behalf of an actor goes through these functions. A ticket that the actor may not see gives the
 * same error as a missing one, so ids cannot be probed.
 */
export async function accessTicket(ctx: Ctx, id: number): Promise<TicketRow> {
  return visible(ctx, await findTicket(ctx, id))
}

export async function accessTicketByUuid(ctx: Ctx, uuid: string): Promise<TicketRow> {
  return visible(ctx, await findTicketByUuid(ctx, uuid))
}

/** Locks the ticket and its conversation until the end of the unit of work. */
export async function accessTicketForChange(ctx: Ctx, id: number): Promise<LockedTicket> {
  return visible(ctx, await lockTicket(ctx, id))
}

type CalledTicket = Pick<TicketRow, 'status' | 'user_id' | 'has_calls'>

/** Whether there is a token and somebody who serves the ticket. */
export const mayBeCalled = ({ status, user_id, has_calls }: CalledTicket): boolean =>
  has_calls && status === 'open' && user_id !== null

/**
 * Whether somebody may call the customer with the token of the connection: who serves the ticket, and sees the number that
 * the page of the service shows.
 */
export const mayCall = ({ userId, numbersMasked }: UserActor, ticket: CalledTicket): boolean =>
  mayBeCalled(ticket) && ticket.user_id === userId && !numbersMasked

function visible<T extends { user_id: number | null; queue_id: number | null; is_group: boolean }>(
  ctx: Ctx,
  ticket: T | undefined,
): T {
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND')
  if (!maySeeTicket(ctx.actor, ticket)) throw notFound('ERR_NO_TICKET_FOUND')
  return ticket
}
