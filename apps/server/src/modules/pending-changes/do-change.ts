import { type ErrorCode, isServiceOver } from '@guiche/contract'
import type { Channels } from '#channels/registry'
import type { Ctx, UserCtx } from '#platform/context'
import { AppError } from '#platform/errors'
import { deleteMessage } from '#modules/messages'
import { type Change, changeTicket } from '#modules/serving'
import { type LockedTicket, accessTicketForChange } from '#modules/tickets'
import { type PendingChange, findPendingChange, hasCustomerWritten, removeOwn } from './pending-changes.repository.ts'

/**
 * Does a change with its author's rights of now, and removes it in the same unit of work: so it is done once, whatever is
 * killed and however many processes do this. Who removes it first, this or the undo, wins.
 */
export async function doChange(ctx: UserCtx, channels: Channels, id: number): Promise<void> {
  const pending = await findPendingChange(ctx, id)
  if (!pending) return
  if (ctx.actor.subscriptionExpired) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', 402)
  // The ticket is locked before its pending changes, as by everything that locks both.
  const ticket = await accessTicketForChange(ctx, pending.ticket_id)
  if (!(await removeOwn(ctx, pending.user_id, id))) return
  const isDone = ends(pending) && isServiceOver(ticket.status) && ticket.status !== pending.seen_status
  const reason = isDone ? null : await reasonToStop(ctx, pending, ticket)
  if (!isDone && reason === null) await perform(ctx, channels, pending)
  tellEnd(ctx, pending, reason)
}

/** Ends a change that cannot be done, and tells its author why. */
export async function giveUpChange(ctx: Ctx, id: number, reason: ErrorCode): Promise<void> {
  const pending = await findPendingChange(ctx, id)
  if (pending && (await removeOwn(ctx, pending.user_id, id))) tellEnd(ctx, pending, reason)
}

function tellEnd(ctx: Ctx, { id, user_id }: PendingChange, reason: ErrorCode | null): void {
  const outcome = reason === null ? 'done' : 'stopped'
  ctx.emit('pendingChange.ended', { pendingChangeId: id, userId: user_id, outcome, reason })
}

/** docs/adr/0016 says why these stop it. A deletion concerns its message only, which nobody else can change. */
async function reasonToStop(ctx: Ctx, pending: PendingChange, ticket: LockedTicket): Promise<ErrorCode | null> {
  if (pending.kind === 'delete') return null
  if (hasMoved(pending, ticket)) return 'ERR_TICKET_CHANGED'
  return ends(pending) && (await hasCustomerWritten(ctx, pending)) ? 'ERR_CUSTOMER_WROTE' : null
}

/** Whether it ends the service of the ticket. */
const ends = ({ kind }: PendingChange) => kind === 'close' || kind === 'ignore'

const hasMoved = (pending: PendingChange, { status, user_id, queue_id }: LockedTicket) =>
  pending.seen_status !== status || pending.seen_user_id !== user_id || pending.seen_queue_id !== queue_id

async function perform(ctx: UserCtx, channels: Channels, pending: PendingChange): Promise<void> {
  if (pending.message_id !== null) await deleteMessage(ctx, channels, pending.message_id)
  else await changeTicket(ctx, pending.ticket_id, ticketChangeOf(pending))
}

type Wanted = Pick<PendingChange, 'kind' | 'to_user_id' | 'to_queue_id' | 'note' | 'sends_farewell' | 'asks_rating'>

/** The immediate call of the same change. */
export function ticketChangeOf({ kind, to_user_id, to_queue_id, note, sends_farewell, asks_rating }: Wanted): Change {
  switch (kind) {
    case 'transfer':
      return {
        status: to_user_id === null ? 'pending' : 'open',
        userId: to_user_id,
        queueId: to_queue_id,
        transferNote: note,
      }
    case 'ignore':
      return { status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 }
    case 'close':
      return { status: 'closed', sendFarewellMessage: sends_farewell, asksRating: asks_rating }
    case 'delete':
      throw new Error('a deletion does not change the ticket')
  }
}
