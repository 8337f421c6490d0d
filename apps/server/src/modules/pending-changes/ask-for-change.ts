import type { PendingTicketChange } from '@guiche/contract'
import type { z } from 'zod'
import type { Channels } from '#channels/registry'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { deleteMessage, findTicketOf } from '#modules/messages'
import { changeTicket } from '#modules/serving'
import { type LockedTicket, accessTicketForChange, conflict } from '#modules/tickets'
import { ticketChangeOf } from './do-change.ts'
import { type NewPendingChange, insertPendingChange } from './pending-changes.repository.ts'

type Run = <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
type Asked = z.output<typeof PendingTicketChange>

/** Closes, ignores or transfers the ticket when the time to undo has passed. Returns the id of the pending change. */
export async function askTicketChange(run: Run, ticketId: number, asked: Asked): Promise<number> {
  const wanted: NewPendingChange = {
    kind: asked.kind,
    messageId: null,
    toUserId: asked.userId,
    toQueueId: asked.queueId,
    note: asked.transferNote,
    sendsFarewell: asked.sendFarewellMessage,
    asksRating: asked.asksRating,
    seenUntil: asked.seenUntil,
  }
  await tryOut(run, async (ctx) => {
    const change = ticketChangeOf({
      kind: wanted.kind,
      to_user_id: wanted.toUserId,
      to_queue_id: wanted.toQueueId,
      note: wanted.note,
      sends_farewell: wanted.sendsFarewell,
      asks_rating: wanted.asksRating,
    })
    const { id } = await changeTicket(ctx, ticketId, change)
    if (id !== ticketId) throw await conflict(ctx, id)
  })
  return run(async (ctx) => {
    const ticket = await accessTicketForChange(ctx, ticketId)
    if (ticket.status === 'closed') throw badRequest('ERR_TICKET_NOT_OPEN')
    return store(ctx, ticket, wanted)
  })
}

/** The same for the deletion of a message. */
export async function askMessageDeletion(run: Run, channels: Channels, messageId: number): Promise<number> {
  await tryOut(run, (ctx) => deleteMessage(ctx, channels, messageId))
  return run(async (ctx) => {
    const ticketId = await findTicketOf(ctx, messageId)
    if (ticketId === undefined) throw notFound('ERR_NO_MESSAGE_FOUND')
    const ticket = await accessTicketForChange(ctx, ticketId)
    return store(ctx, ticket, {
      kind: 'delete',
      messageId,
      toUserId: null,
      toQueueId: null,
      note: '',
      sendsFarewell: false,
      asksRating: false,
    })
  })
}

async function store(ctx: UserCtx, ticket: LockedTicket, wanted: NewPendingChange): Promise<number> {
  const { userId } = ctx.actor
  const pendingChangeId = await insertPendingChange(ctx, userId, ticket, wanted)
  ctx.emit('pendingChange.asked', { pendingChangeId, userId })
  return pendingChangeId
}

/** Does it and rolls it back, so that whatever refuses the change refuses it at once and not when it is due. */
async function tryOut(run: Run, work: (ctx: UserCtx) => Promise<unknown>): Promise<void> {
  const works = new Error('it would work')
  const tried = run(async (ctx) => {
    await work(ctx)
    throw works
  })
  await tried.catch((error: unknown) => {
    if (error !== works) throw error
  })
}
