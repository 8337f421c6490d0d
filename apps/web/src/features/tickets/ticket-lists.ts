import type { FoundText, TicketBrief, TicketStatus, TicketView } from '@guiche/contract'

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
  text: string
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
  Partial<Pick<TicketView, 'useIntegration'>> & {
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
  if (choice.list === 'search') return 'unknown'
  return hasTag(ticket, choice.tags)
}

function isInList({ status, userId }: ListedTicket, { list, showAll }: ListChoice, viewer: Viewer): boolean {
  if (list === 'search') return true
  if (list === 'open') return status === 'open' && (userId === viewer.id || (showAll && viewer.isAdmin))
  return status === list
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
export function byOrderOf(list: ListName): (a: ListedTicket, b: ListedTicket) => number {
  const time = (ticket: ListedTicket) =>
    list === 'closed' ? (ticket.closedAt ?? ticket.lastMessageAt) : ticket.lastMessageAt
  return (a, b) => {
    const [earlier, later] = [time(a), time(b)]
    if (earlier === later) return b.id - a.id
    return earlier < later ? 1 : -1
  }
}
