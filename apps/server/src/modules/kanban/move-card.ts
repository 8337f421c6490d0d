import { type KanbanCard, defaultLane, isOnBoard } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { addLane, setLane } from '#modules/tags'
import { accessTicketForChange } from '#modules/tickets'
import { findCard } from './cards.repository.ts'
import { presentCard } from './kanban.presenter.ts'
import { lockBoard, putAtTop, putBelow, spreadOut } from './places.repository.ts'

interface Target {
  ticketId: number
  /** Null: the lane without a tag. */
  tagId: number | null
  /** Null: at the top. */
  belowId: number | null
}

/**
 * Puts a card into one lane and out of all others, in one step: nobody sees it between two lanes. If the card that it was
 * put below has left the lane meanwhile, it stands at the top.
 */
export async function moveCard(ctx: UserCtx, { ticketId, tagId, belowId }: Target): Promise<KanbanCard> {
  await accessCard(ctx, ticketId)
  const isMoved = await setLane(ctx, ticketId, tagId)
  await place(ctx, { ticketId, lane: tagId ?? defaultLane, belowId })
  tell(ctx, ticketId, isMoved)
  const card = await findCard(ctx, ticketId)
  if (!card) throw notFound('ERR_NO_TICKET_FOUND')
  return presentCard(card, { masked: ctx.actor.numbersMasked })
}

/** The first step of existing clients, which then add the tag of the new lane. */
export async function leaveLanes(ctx: Ctx, ticketId: number): Promise<void> {
  await accessCard(ctx, ticketId)
  if (!(await setLane(ctx, ticketId, null))) return
  await place(ctx, { ticketId, lane: defaultLane, belowId: null })
  tell(ctx, ticketId, true)
}

/** Their second step. Null: the lane without a tag, where the card is already. */
export async function enterLane(ctx: Ctx, ticketId: number, tagId: number | null): Promise<void> {
  await accessCard(ctx, ticketId)
  if (tagId === null || !(await addLane(ctx, ticketId, tagId))) return
  await place(ctx, { ticketId, lane: tagId, belowId: null })
  tell(ctx, ticketId, true)
}

/** A ticket that is closed is on no lane, so it gets no kanban tag any more. */
async function accessCard(ctx: Ctx, ticketId: number): Promise<void> {
  const { status } = await accessTicketForChange(ctx, ticketId)
  if (!isOnBoard(status)) throw badRequest('ERR_TICKET_NOT_ON_BOARD')
}

async function place(
  ctx: Ctx,
  { ticketId, lane, belowId }: { ticketId: number; lane: number; belowId: number | null },
): Promise<void> {
  await lockBoard(ctx)
  if (belowId !== null && belowId !== ticketId && (await isPutBelow(ctx, ticketId, { lane, belowId }))) return
  await putAtTop(ctx, ticketId, lane)
}

async function isPutBelow(ctx: Ctx, ticketId: number, where: { lane: number; belowId: number }): Promise<boolean> {
  const result = await putBelow(ctx, ticketId, where)
  if (result !== 'noRoom') return result === 'put'
  await spreadOut(ctx, where.lane)
  ctx.emit('lane.spread', { laneId: where.lane })
  return (await putBelow(ctx, ticketId, where)) === 'put'
}

/** The place first: a browser that moves the card to another lane then knows where in it. */
function tell(ctx: Ctx, ticketId: number, isMoved: boolean): void {
  ctx.emit('card.placed', { ticketId })
  if (isMoved) ctx.emit('ticket.changed', { ticketId })
}
