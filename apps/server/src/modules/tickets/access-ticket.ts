import type { UserCtx } from '#platform/context'
import { notFound } from '#platform/errors'
import { canRead } from './tickets.policy.ts'
import { type LockedTicket, type TicketRow, findTicket, findTicketByUuid, lockTicket } from './tickets.repository.ts'

/**
 * The only ways to obtain a ticket on behalf of a user. One that exists but may not be seen answers exactly like one that
 * does not exist, so ids cannot be probed.
 */
export async function accessTicket(ctx: UserCtx, id: number): Promise<TicketRow> {
  return visible(ctx, await findTicket(ctx, id))
}

export async function accessTicketByUuid(ctx: UserCtx, uuid: string): Promise<TicketRow> {
  return visible(ctx, await findTicketByUuid(ctx, uuid))
}

/** The same to change it: its conversation is locked until the end of the unit of work. */
export async function accessTicketForChange(ctx: UserCtx, id: number): Promise<LockedTicket> {
  return visible(ctx, await lockTicket(ctx, id))
}

function visible<T extends { user_id: number | null; queue_id: number | null; is_group: boolean }>(
  ctx: UserCtx,
  ticket: T | undefined,
): T {
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND')
  if (!canRead(ctx.actor, ticket)) throw notFound('ERR_NO_TICKET_FOUND')
  return ticket
}
