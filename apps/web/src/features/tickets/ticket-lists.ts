import {
  type FoundText,
  type TicketBrief,
  type TicketOrder,
  type TicketStatus,
  type TicketView,
  isWaiting,
} from '@guiche/contract'

export type ListName = 'open' | 'pending' | 'group' | 'closed' | 'search'

/** The selection of a list: the arguments of its call and its cache key. */
export interface ListChoice {
  list: ListName
  /** Empty for all queues; 0 means "no queue". */
  queueIds: number[]
  showAll: boolean
  tags: number[]
  users: number[]
  connections: number[]
  statuses: TicketStatus[]
  /** The day on which the tickets were opened, YYYY-MM-DD; empty for all. */
  date: string
  text: string
  sort: TicketOrder
}

/** The properties of the user that decide which tickets are listed. */
export interface Viewer {
  id: number
  isAdmin: boolean
  /** Admins, and users with allTicket. */
  seesAllTickets: boolean
}

/** A row: message events carry fewer fields than fetched tickets. */
export type ListedTicket = TicketBrief &
  Partial<Pick<TicketView, 'useIntegration' | 'integrationId' | 'promptId'>> & {
    whatsapp: Partial<NonNullable<TicketView['whatsapp']>> | null
    contact: { active?: boolean }
    /** In a search: the message with the words. */
    found?: FoundText | null | undefined
  }

/**
 * Whether the server would list a ticket that is visible to this user (docs/requirements/workspace.md, sections 4 and
 * 6). `unknown`: only the server can tell.
 */
export function belongsToList(ticket: ListedTicket, choice: ListChoice, viewer: Viewer): boolean | 'unknown' {
  if (!isInList(ticket, choice, viewer)) return false
  if (!isChosen(ticket, choice, viewer)) return false
  if (choice.list !== 'search' && !hasTag(ticket, choice.tags)) return false
  // The server knows the company's days. A ticket that is listed stays: the day on which it was opened does not change.
  return choice.list === 'search' || choice.date !== '' ? 'unknown' : true
}

function isInList({ status, userId }: ListedTicket, { list, showAll }: ListChoice, viewer: Viewer): boolean {
  if (list === 'search') return true
  if (list === 'open') return status === 'open' && (userId === viewer.id || (showAll && viewer.isAdmin))
  return list === 'pending' ? isWaiting(status) : status === list
}

function isChosen(ticket: ListedTicket, choice: ListChoice, viewer: Viewer): boolean {
  const { users, connections, statuses } = choice
  if (!inQueues(ticket, choice.queueIds, viewer)) return false
  if (users.length > 0 && viewer.isAdmin && !(ticket.userId !== null && users.includes(ticket.userId))) return false
  if (connections.length > 0 && !(ticket.whatsappId !== null && connections.includes(ticket.whatsappId))) return false
  return statuses.length === 0 || statuses.includes(ticket.status)
}

/** Tickets without a queue are listed with any selection, for those who may see them and for their owner. */
function inQueues({ queueId, userId, isGroup }: ListedTicket, queueIds: number[], viewer: Viewer): boolean {
  if (queueIds.length === 0) return true
  if (queueId !== null) return queueIds.includes(queueId)
  return viewer.seesAllTickets || queueIds.includes(0) || userId === viewer.id || isGroup
}

function hasTag({ contact }: ListedTicket, tags: number[]): boolean {
  if (tags.length === 0) return true
  return contact.tags.some(({ id }) => tags.includes(id))
}

/** The server's order of a list. */
export function byOrderOf({ list, sort }: Pick<ListChoice, 'list' | 'sort'>) {
  return (a: ListedTicket, b: ListedTicket): number => {
    const waits = sort === 'longestWait' && isSortable(list) ? compareWaits(a, b) : 0
    if (waits !== 0) return waits
    const [earlier, later] = [timeIn(list, a), timeIn(list, b)]
    if (earlier === later) return b.id - a.id
    return earlier < later ? 1 : -1
  }
}

/** Closed tickets and search results have an order of their own. */
export const isSortable = (list: ListName): boolean => list !== 'closed' && list !== 'search'

/** Customers who do not wait come last. */
function compareWaits({ waitingSince: a }: ListedTicket, { waitingSince: b }: ListedTicket): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

const timeIn = (list: ListName, { closedAt, lastMessageAt }: ListedTicket): string =>
  list === 'closed' ? (closedAt ?? lastMessageAt) : lastMessageAt
