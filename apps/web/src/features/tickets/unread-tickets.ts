import type { MessageEvent, TicketBrief, TicketEvent } from '@guiche/contract'

/** Tickets with unread messages, newest first. */
export interface Unread {
  tickets: TicketBrief[]
  count: number
}

/** The user's own open tickets and all waiting ones, the same as the server's choice for the bell. */
export function concerns(meId: number, { status, userId }: Pick<TicketBrief, 'status' | 'userId'>): boolean {
  if (status === 'pending' || status === 'group') return true
  return status === 'open' && userId === meId
}

export function withMessage(unread: Unread, event: MessageEvent, meId: number): Unread {
  if (event.action !== 'create') return unread
  return withTicket(unread, event.ticket, meId)
}

export function withTicketEvent(unread: Unread, event: TicketEvent, meId: number): Unread {
  if (event.action === 'update') return withTicket(unread, event.ticket, meId)
  // It was read or has left a list; if it is still visible, an update event follows.
  return without(unread, event.ticketId)
}

function withTicket(unread: Unread, ticket: TicketBrief, meId: number): Unread {
  const rest = without(unread, ticket.id)
  if (ticket.unreadMessages === 0 || !concerns(meId, ticket)) return rest
  const index = rest.tickets.findIndex(({ lastMessageAt }) => lastMessageAt <= ticket.lastMessageAt)
  const tickets = rest.tickets.toSpliced(index === -1 ? rest.tickets.length : index, 0, ticket)
  return { tickets, count: rest.count + 1 }
}

function without(unread: Unread, ticketId: number): Unread {
  const tickets = unread.tickets.filter(({ id }) => id !== ticketId)
  return tickets.length === unread.tickets.length ? unread : { tickets, count: unread.count - 1 }
}
