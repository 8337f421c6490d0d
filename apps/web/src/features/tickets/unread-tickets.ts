import { type SessionUser, type TicketBrief, type TicketEvent, isWaiting, isWithBot } from '@guiche/contract'

/** Tickets with unread messages or transferred to the user, newest first. */
export interface Unread {
  tickets: TicketBrief[]
  count: number
}

/** `isSure` false: only the server knows the count; this is the best guess until it answers. */
export interface UnreadUpdate {
  unread: Unread
  isSure: boolean
}

/** The user, as far as their bell depends on them. */
export type Me = Pick<SessionUser, 'id'> & { queues: readonly { id: number }[] }

/** Something in the ticket that nobody has seen yet. */
export const isNews = ({ unreadMessages, transfer }: Pick<TicketBrief, 'unreadMessages' | 'transfer'>): boolean =>
  unreadMessages > 0 || transfer !== null

/** The user's own open tickets and all that wait for a person, the same as the server's choice for the bell. */
export function concerns(meId: number, ticket: Pick<TicketBrief, 'status' | 'userId' | 'isBot'>): boolean {
  if (ticket.status === 'group') return true
  if (isWaiting(ticket.status)) return !isWithBot(ticket)
  return ticket.status === 'open' && ticket.userId === meId
}

type Transferred = Pick<TicketBrief, 'transfer' | 'userId' | 'queueId'>

/** Somebody else has transferred the ticket to the user, or to a queue of theirs, and they have not seen it yet. */
export function isTransferredTo(me: Me, { transfer, userId, queueId }: Transferred): boolean {
  if (!transfer || transfer.by?.id === me.id) return false
  return userId === null ? me.queues.some(({ id }) => id === queueId) : userId === me.id
}

/** The bell did not show this transfer before. */
export function isNewTransfer(me: Me, ticket: TicketBrief, before: Unread | undefined): boolean {
  if (!isTransferredTo(me, ticket) || !concerns(me.id, ticket)) return false
  const known = before?.tickets.find(({ id }) => id === ticket.id)
  return known?.transfer?.at !== ticket.transfer?.at
}

/** `ticket`: its state after a message. */
export function withMessage(unread: Unread, ticket: TicketBrief, me: Me): UnreadUpdate {
  // A ticket that does not belong in the bell has left it by an event of its own.
  const isSure = !belongs(ticket, me) || isKnown(unread, ticket.id)
  return { unread: withTicket(unread, ticket, me), isSure }
}

export function withTicketEvent(unread: Unread, event: TicketEvent, me: Me): UnreadUpdate {
  const isSure = isKnown(unread, event.ticketId)
  if (event.action === 'update') return { unread: withTicket(unread, event.ticket, me), isSure }
  // It was read or has left a list; if it is still visible, an update event follows.
  return { unread: without(unread, event.ticketId), isSure }
}

/** Whether it is known if the ticket was counted: of many, only the newest are listed. */
const isKnown = ({ tickets, count }: Unread, ticketId: number) =>
  count <= tickets.length || tickets.some(({ id }) => id === ticketId)

const belongs = (ticket: TicketBrief, me: Me) =>
  (ticket.unreadMessages > 0 || isTransferredTo(me, ticket)) && concerns(me.id, ticket)

function withTicket(unread: Unread, ticket: TicketBrief, me: Me): Unread {
  const rest = without(unread, ticket.id)
  if (!belongs(ticket, me)) return rest
  const index = rest.tickets.findIndex(({ lastMessageAt }) => lastMessageAt <= ticket.lastMessageAt)
  const tickets = rest.tickets.toSpliced(index === -1 ? rest.tickets.length : index, 0, ticket)
  return { tickets, count: rest.count + 1 }
}

function without(unread: Unread, ticketId: number): Unread {
  const tickets = unread.tickets.filter(({ id }) => id !== ticketId)
  return tickets.length === unread.tickets.length ? unread : { tickets, count: unread.count - 1 }
}
