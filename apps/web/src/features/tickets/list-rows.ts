import { type ListChoice, type ListedTicket, type Viewer, belongsToList, byOrderOf } from './ticket-lists.ts'

/** The loaded rows of a list, from the top, and its total count. */
export interface ListRows {
  tickets: ListedTicket[]
  count: number
  hasMore: boolean
}

/** `isSure` false: only the server knows the list's rows; these are the best guess until it answers. */
export interface RowsUpdate {
  rows: ListRows
  isSure: boolean
}

/** Inserts, moves or removes a ticket in a list according to its current state. */
export function upsertTicket(rows: ListRows, ticket: ListedTicket, choice: ListChoice, viewer: Viewer): RowsUpdate {
  const known = rows.tickets.find(({ id }) => id === ticket.id)
  const whole = known ? mergeTicket(known, ticket) : ticket
  const membership = belongsToList(whole, choice, viewer)
  if (membership === false) return withoutTicket(rows, ticket.id)

  const older = choice.list === 'closed' ? rows.tickets.filter((row) => isEarlierOfSame(row, whole)) : []
  const others = rows.tickets.filter((row) => row.id !== ticket.id && !older.includes(row))
  // Search results are not ordered by time, so the row keeps its position.
  if (choice.list === 'search' && known) {
    return {
      rows: { ...rows, tickets: rows.tickets.map((row) => (row.id === ticket.id ? whole : row)) },
      isSure: choice.text !== '',
    }
  }
  if (membership === 'unknown' && !known) return { rows, isSure: false }

  const tickets = [...others, whole].toSorted(byOrderOf(choice))
  const isBeyond = rows.hasMore && tickets.at(-1) === whole
  if (isBeyond) return { rows: { ...rows, tickets: others }, isSure: false }
  const count = rows.count + (known ? 0 : 1) - older.length
  return { rows: { ...rows, tickets, count }, isSure: Boolean(known) || (isWhole(ticket) && !rows.hasMore) }
}

/**
 * Removes a ticket that has left the list. If more rows exist than are loaded, the ticket may have been one of those.
 */
export function dismissTicket(rows: ListRows, ticketId: number): RowsUpdate {
  return { rows: withoutTicket(rows, ticketId).rows, isSure: !rows.hasMore }
}

function withoutTicket(rows: ListRows, ticketId: number): RowsUpdate {
  const tickets = rows.tickets.filter(({ id }) => id !== ticketId)
  const gone = rows.tickets.length - tickets.length
  if (gone === 0) return { rows, isSure: true }
  return { rows: { ...rows, tickets, count: Math.max(0, rows.count - gone) }, isSure: !rows.hasMore }
}

/** Without the tickets that the user has closed, ignored or transferred and may still undo. */
export function withoutTickets(rows: ListRows, hidden: ReadonlySet<number>): ListRows {
  if (hidden.size === 0) return rows
  const tickets = rows.tickets.filter(({ id }) => !hidden.has(id))
  return { ...rows, tickets, count: rows.count - (rows.tickets.length - tickets.length) }
}

/** The list of closed tickets shows one row per contact and connection: the newest ticket. */
export function removeOlderTickets(rows: ListRows, ticket: ListedTicket): RowsUpdate {
  return rows.tickets
    .filter((row) => isEarlierOfSame(row, ticket))
    .reduce<RowsUpdate>((placed, row) => withoutTicket(placed.rows, row.id), { rows, isSure: true })
}

export function amendTicket(
  rows: ListRows,
  ticketId: number,
  change: (ticket: ListedTicket) => ListedTicket,
): ListRows {
  if (!rows.tickets.some(({ id }) => id === ticketId)) return rows
  return { ...rows, tickets: rows.tickets.map((ticket) => (ticket.id === ticketId ? change(ticket) : ticket)) }
}

/** A ticket that comes with a message event has fewer contact fields. */
const isWhole = ({ contact }: ListedTicket) => contact.active !== undefined

/**
 * Keeps known fields of contact and connection. Also keeps the number, because events mask it even for users who may
 * see it.
 */
export function mergeTicket<T extends ListedTicket>(known: T, news: ListedTicket): T {
  if (isWhole(news)) return { ...known, ...news }
  const contact = { ...known.contact, ...news.contact, number: known.contact.number }
  return { ...known, ...news, contact, whatsapp: known.whatsapp ?? news.whatsapp }
}

const isEarlierOfSame = (row: ListedTicket, { id, contactId, whatsappId }: ListedTicket) =>
  row.id < id && row.contactId === contactId && row.whatsappId === whatsappId
