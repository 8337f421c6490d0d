import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { maySeeTicket } from '#modules/visibility'
import { type LockedTicket, type TicketRow, findTicket, findTicketByUuid, lockTicket } from './tickets.repository.ts'

/**
 * The only ways to obtain a ticket on behalf of whoever acts. One that exists but may not be seen answers exactly like one that
 * does not exist, so ids cannot be probed.
 */
export async function accessTicket(ctx: Ctx, id: number): Promise<TicketRow> {
  return visible(ctx, await findTicket(ctx, id))
}

export async function accessTicketByUuid(ctx: Ctx, uuid: string): Promise<TicketRow> {
  return visible(ctx, await findTicketByUuid(ctx, uuid))
}

/** The same to change it: its conversation is locked until the end of the unit of work. */
export async function accessTicketForChange(ctx: Ctx, id: number): Promise<LockedTicket> {
  return visible(ctx, await lockTicket(ctx, id))
}

function visible<T extends { user_id: number | null; queue_id: number | null; is_group: boolean }>(
  ctx: Ctx,
  ticket: T | undefined,
): T {
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND')
  if (!maySeeTicket(ctx.actor, ticket)) throw notFound('ERR_NO_TICKET_FOUND')
  return ticket
}
