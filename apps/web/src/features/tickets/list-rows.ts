import { type ListChoice, type ListedTicket, type Viewer, belongs, byOrderOf } from './ticket-lists.ts'

/** What is known of a list: its rows from the top as far as they were loaded, and how many there are. */
export interface ListRows {
  tickets: ListedTicket[]
  count: number
  hasMore: boolean
}

/** `isSure` false: only the server knows how the list looks now; what is shown until it answers is the best guess. */
export interface Placed {
  rows: ListRows
  isSure: boolean
}

/** Puts a ticket, as it is now, where it stands in a list, or takes it away from there. */
export function placeTicket(rows: ListRows, ticket: ListedTicket, choice: ListChoice, viewer: Viewer): Placed {
  const known = rows.tickets.find(({ id }) => id === ticket.id)
  const whole = known ? mergeTicket(known, ticket) : ticket
  const place = belongs(whole, choice, viewer)
  if (place === false) return takeAway(rows, ticket.id)

  const older = choice.list === 'closed' ? rows.tickets.filter((row) => isEarlierOfSame(row, whole)) : []
  const others = rows.tickets.filter((row) => row.id !== ticket.id && !older.includes(row))
  // Found by its words, not by its time: it stays where it is.
  if (choice.list === 'search' && known) {
    return {
      rows: { ...rows, tickets: rows.tickets.map((row) => (row.id === ticket.id ? whole : row)) },
      isSure: choice.text !== '',
    }
  }
  if (place === 'unknown' && !known) return { rows, isSure: false }

  const tickets = [...others, whole].toSorted(byOrderOf(choice.list))
  const isBeyond = rows.hasMore && tickets.at(-1) === whole
  if (isBeyond) return { rows: { ...rows, tickets: others }, isSure: false }
  const count = rows.count + (known ? 0 : 1) - older.length
  return { rows: { ...rows, tickets, count }, isSure: Boolean(known) || (isWhole(ticket) && !rows.hasMore) }
}

/** The server says that it has left the list. Where more rows follow than were loaded, it may have been one of those. */
export function dismissTicket(rows: ListRows, ticketId: number): Placed {
  return { rows: takeAway(rows, ticketId).rows, isSure: !rows.hasMore }
}

function takeAway(rows: ListRows, ticketId: number): Placed {
  const tickets = rows.tickets.filter(({ id }) => id !== ticketId)
  const gone = rows.tickets.length - tickets.length
  if (gone === 0) return { rows, isSure: true }
  return { rows: { ...rows, tickets, count: Math.max(0, rows.count - gone) }, isSure: !rows.hasMore }
}

/** In a list of what is over, a contact on a connection has one row: its newest ticket. */
export function leaveOlder(rows: ListRows, ticket: ListedTicket): Placed {
  return rows.tickets
    .filter((row) => isEarlierOfSame(row, ticket))
    .reduce<Placed>((placed, row) => takeAway(placed.rows, row.id), { rows, isSure: true })
}

export function amendTicket(
  rows: ListRows,
  ticketId: number,
  change: (ticket: ListedTicket) => ListedTicket,
): ListRows {
  if (!rows.tickets.some(({ id }) => id === ticketId)) return rows
  return { ...rows, tickets: rows.tickets.map((ticket) => (ticket.id === ticketId ? change(ticket) : ticket)) }
}

/** What comes along with a message has less of the contact. */
const isWhole = ({ contact }: ListedTicket) => contact.active !== undefined

/** What was known of contact and connection stays, and the number, which is masked there for some who see it otherwise. */
export function mergeTicket<T extends ListedTicket>(known: T, news: ListedTicket): T {
  if (isWhole(news)) return { ...known, ...news }
  const contact = { ...known.contact, ...news.contact, number: known.contact.number }
  return { ...known, ...news, contact, whatsapp: known.whatsapp ?? news.whatsapp }
}

const isEarlierOfSame = (row: ListedTicket, { id, contactId, whatsappId }: ListedTicket) =>
  row.id < id && row.contactId === contactId && row.whatsappId === whatsappId
