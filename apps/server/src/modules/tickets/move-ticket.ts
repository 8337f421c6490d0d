import { type TicketStatus, isServiceOver } from '@guiche/contract'
import { type Ctx, userIdOf } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { armTimers, clearTimers } from '#modules/ticket-timers'
import { awaitRatings, beginAttendances, endAttendances, moveAttendances } from './attendances.repository.ts'
import { markMoved } from './counted/changed-days.repository.ts'
import { type LogEntry, logTickets } from './ticket-log.ts'
import { endUnanswered, keepServiceTime } from './counted/waits.repository.ts'
import type { TicketState } from '#modules/visibility'
import { markOpened } from './tickets-of-conversation.repository.ts'
import { stateOf } from './tickets.live.ts'

/**
 * Why a ticket moves. `rate`: its customer is asked for a rating. `join`: it is merged with another ticket. `autoClose`:
 * nobody has written for too long. `bot`: the bot has decided so, `rotate`: it is the turn of this attendant; both log the
 * decision themselves.
 */
export type MoveCause =
  | 'accept'
  | 'transfer'
  | 'return'
  | 'rate'
  | 'close'
  | 'reopen'
  | 'join'
  | 'queueDeleted'
  | 'autoClose'
  | 'bot'
  | 'rotate'

/** A ticket before its move. The caller has locked its row. */
export interface MovableTicket {
  id: number
  contact_id: number
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
  is_group: boolean
}

export interface Move {
  ticket: MovableTicket
  to: Omit<TicketState, 'isGroup'>
}

interface GroupPart {
  is_group: boolean
  group_as_ticket: boolean
}

/** Groups have a status of their own, unless the connection treats them like other customers (`group_as_ticket`). */
export const waitingStatus = (ticket: GroupPart) => (ticket.is_group && !ticket.group_as_ticket ? 'group' : 'pending')
export const servedStatus = (ticket: GroupPart) => (ticket.is_group && !ticket.group_as_ticket ? 'group' : 'open')

export const moveTicket = (ctx: Ctx, ticket: MovableTicket, to: Move['to'], cause: MoveCause): Promise<void> =>
  moveTickets(ctx, [{ ticket, to }], cause)

/**
 * Changes status, user and queue of tickets; nothing else writes these columns. Attendances, the log, timers and live events
 * follow here, so that no caller can forget them.
 */
export async function moveTickets(ctx: Ctx, moves: Move[], cause: MoveCause): Promise<void> {
  if (moves.length === 0) return
  // The statements run in one round trip, and each sees the changes of the earlier ones.
  const [waits] = await Promise.all([
    endUnanswered(
      ctx,
      moves.filter((move) => endsWait(move, cause)).map(({ ticket: { id } }) => id),
    ),
    updateTickets(ctx, moves, cause),
    followAttendances(ctx, moves),
    markMoved(
      ctx,
      moves.map(({ ticket: { id } }) => id),
    ),
    markOpened(
      ctx,
      moves.filter(isOpened).map(({ ticket: { id } }) => id),
    ),
    logTickets(
      ctx,
      moves.flatMap((move) => withMove(ctx, move, logOf(move, cause, userIdOf(ctx.actor)))),
    ),
    armTimers(
      ctx,
      moves.map(({ ticket: { id } }) => id),
    ),
    // A person may put it back before the option of a menu closes it.
    clearTimers(
      ctx,
      moves.filter((move) => isLeftToPeople(move, cause)).map(({ ticket: { id } }) => id),
      ['optionClose'],
    ),
  ])
  await keepServiceTime(ctx, waits)
  for (const move of moves) emit(ctx, move, cause)
}

const isOpened = ({ ticket, to }: Move) => isServiceOver(ticket.status) && !isServiceOver(to.status)
const isClosed = ({ to }: Move) => to.status === 'closed'
const isRated = ({ ticket, to }: Move) => to.status === 'nps' && ticket.status !== 'nps'
/** The service is over. */
const isDone = (move: Move) => isClosed(move) || isRated(move)
/** Nobody will answer any more. The wait of a ticket that is merged goes on in the other one, and a rating is no question. */
const endsWait = (move: Move, cause: MoveCause) => isDone(move) && move.ticket.status !== 'nps' && cause !== 'join'

/** The ticket is left to people: somebody has taken it or handed it on, or a person has to read what the customer wrote. */
const isLeftToPeople = ({ ticket, to }: Move, cause: MoveCause) =>
  cause === 'accept' ||
  cause === 'transfer' ||
  cause === 'return' ||
  cause === 'rotate' ||
  (cause === 'reopen' && (to.userId !== null || ticket.status === 'nps'))

/** A customer of a deleted queue is in none of its menus any more, and talks to no service of it. */
const ofQueue = sql`'{place,isBot,amountUsedBotQueues,useIntegration,integrationId,promptId}'::text[]`

/** A ticket that is closed forgets where its customer was with the bot, but not that they have consented in it. */
const forgetsAll = sql`jsonb_strip_nulls(jsonb_build_object('lgpdAcceptedAt', t.bot -> 'lgpdAcceptedAt'))`

async function updateTickets(ctx: Ctx, moves: Move[], cause: MoveCause): Promise<void> {
  const rows = moves.map((move) => ({
    id: move.ticket.id,
    to_status: move.to.status,
    to_user: move.to.userId,
    to_queue: move.to.queueId,
    is_done: isDone(move),
    is_rated: isRated(move),
    is_left: isLeftToPeople(move, cause),
  }))
  // A customer who is put back into a queue waits from now on. If a message reopens the ticket, that message sets the time.
  const isTransfer = cause === 'transfer'
  // Who gets it did not ask for it, and is told.
  const isHandedOver = isTransfer || cause === 'rotate'
  const waitsAgain = cause === 'return' || isTransfer
  await sql`
    update tickets t set status = x.to_status, user_id = x.to_user, queue_id = x.to_queue,
      closed_at = case when x.to_status = 'closed' then now() end,
      unread_count = case when x.is_done then 0 else t.unread_count end,
      waiting_since = case when x.is_done then null
                           when x.to_status = 'pending' and ${waitsAgain} then coalesce(t.waiting_since, now())
                           else t.waiting_since end,
      transferred_at = case when ${isHandedOver} and x.to_status <> 'closed' then now() end,
      transferred_by = case when ${isHandedOver} then ${userIdOf(ctx.actor)}::bigint end,
      transfer_note_id = null,
      bot = case when x.is_rated then ${forgetsAll} || '{"amountUsedBotQueuesNPS": 1}'
                 when x.to_status = 'nps' then t.bot
                 when x.to_status = 'closed' then ${forgetsAll}
                 when x.is_left then t.bot - 'amountUsedBotQueuesNPS' || '{"isBot": false, "place": "done", "useIntegration": false}'
                 when ${cause === 'queueDeleted'} and x.to_user is null then t.bot - ${ofQueue}
                 else t.bot - 'amountUsedBotQueuesNPS' end,
      updated_at = now()
    from (${recordset(rows, sql`id bigint, to_status text, to_user bigint, to_queue bigint, is_done boolean, is_rated boolean, is_left boolean`)}) as x
    where t.company_id = ${ctx.companyId} and t.id = x.id`.execute(ctx.db)
}

async function followAttendances(ctx: Ctx, moves: Move[]): Promise<void> {
  const closed = moves.filter(isClosed)
  const rated = moves.filter(isRated)
  const opened = moves.filter(isOpened)
  const unrated = opened.filter(({ ticket }) => ticket.status === 'nps')
  const running = moves.filter((move) => !isClosed(move) && !isRated(move) && !isOpened(move))
  const rowOf = ({ ticket, to: { userId, queueId } }: Move) => ({ ticketId: ticket.id, userId, queueId })
  const asItWas = ({ ticket }: Move) => ({ ticketId: ticket.id, userId: ticket.user_id, queueId: ticket.queue_id })
  await Promise.all([
    closed.length > 0 && endAttendances(ctx, closed.map(rowOf)),
    unrated.length > 0 && endAttendances(ctx, unrated.map(asItWas)),
    rated.length > 0 && moveAttendances(ctx, rated.map(rowOf)),
    rated.length > 0 &&
      awaitRatings(
        ctx,
        rated.map(({ ticket }) => ticket.id),
      ),
    opened.length > 0 &&
      beginAttendances(
        ctx,
        opened.map(({ ticket }) => ticket.id),
      ),
    running.length > 0 && moveAttendances(ctx, running.map(rowOf)),
  ])
}

/** `by`: the user who moves the ticket; null for machines. */
function logOf({ ticket, to }: Move, cause: MoveCause, by: number | null): LogEntry[] {
  const entry = (kind: LogEntry['kind'], userId: number | null, queueId: number | null): LogEntry => ({
    ticketId: ticket.id,
    kind,
    userId,
    queueId,
  })
  switch (cause) {
    case 'accept':
      return [entry('open', by, to.queueId)]
    case 'transfer':
      return to.userId === null
        ? [entry('transfered', by, to.queueId)]
        : [entry('transfered', ticket.user_id ?? by, ticket.queue_id), entry('receivedTransfer', to.userId, to.queueId)]
    case 'return':
      return [entry('pending', by, to.queueId)]
    case 'rate':
      return [entry('nps', by, to.queueId)]
    case 'close':
      return [entry('closed', by, to.queueId)]
    case 'reopen':
      return [entry('reopen', by, to.queueId)]
    case 'join':
      return [entry('merge', null, null)]
    case 'autoClose':
      return [entry('autoClose', by, to.queueId)]
    case 'queueDeleted':
      return to.queueId === null ? [] : [entry('queue', null, to.queueId)]
    case 'bot':
    case 'rotate':
      return []
  }
}

/** The log has the facts of each move in one entry. What the bot does is logged where it decides; then it is one more. */
function withMove({ actor }: Ctx, { ticket, to }: Move, entries: LogEntry[]): LogEntry[] {
  const from = { status: ticket.status, userId: ticket.user_id, queueId: ticket.queue_id }
  const { status, userId, queueId } = to
  const moved = { ticketId: ticket.id, kind: 'moved', userId: userIdOf(actor), queueId } as const
  const [first = moved, ...others] = entries
  return [{ ...first, move: { by: actor.kind, from, to: { status, userId, queueId } } }, ...others]
}

function emit(ctx: Ctx, { ticket, to }: Move, cause: MoveCause): void {
  const hasMoved = ticket.status !== to.status || ticket.user_id !== to.userId || ticket.queue_id !== to.queueId
  ctx.emit('ticket.changed', { ticketId: ticket.id, ...(hasMoved && { from: stateOf(ticket) }) })
  const isServed = cause === 'accept' || cause === 'reopen'
  if (isServed && to.userId !== null) ctx.emit('ticket.accepted', { ticketId: ticket.id, userId: to.userId })
  if (cause === 'queueDeleted' && to.userId === null) ctx.emit('ticket.botStopped', { ticketId: ticket.id })
  if (cause === 'close' || cause === 'autoClose')
    ctx.emit('ticket.closed', { ticketId: ticket.id, contactId: ticket.contact_id })
}
