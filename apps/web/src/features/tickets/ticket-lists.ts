import type { TicketBrief, TicketStatus, TicketView } from '@guiche/contract'

export type ListName = 'open' | 'pending' | 'group' | 'closed' | 'search'

/** What a list shows: the arguments of the call, and the key that it is cached under. */
export interface ListChoice {
  list: ListName
  /** All of them when empty; 0 stands for "no queue". */
  queueIds: number[]
  showAll: boolean
  tags: number[]
  users: number[]
  connections: number[]
  statuses: TicketStatus[]
  text: string
}

/** Who looks, as far as it decides what stands in a list. */
export interface Viewer {
  id: number
  isAdmin: boolean
  /** Admins, and users with allTicket. */
  seesAllTickets: boolean
}

/** A row can be made of what comes along with each message; what was fetched has more. */
export type ListedTicket = TicketBrief &
  Partial<Pick<TicketView, 'useIntegration'>> & {
    whatsapp: Partial<NonNullable<TicketView['whatsapp']>> | null
    contact: { active?: boolean }
  }

/**
 * Whether the server would put a ticket, which it has just shown to this person, into a list
 * (docs/requirements/workspace.md, sections 4 and 6). `unknown`: only the server can tell.
 */
export function belongs(ticket: ListedTicket, choice: ListChoice, viewer: Viewer): boolean | 'unknown' {
  if (!standsIn(ticket, choice, viewer)) return false
  if (!isChosen(ticket, choice, viewer)) return false
  if (choice.list === 'search') return 'unknown'
  return hasTag(ticket, choice.tags)
}

function standsIn({ status, userId }: ListedTicket, { list, showAll }: ListChoice, viewer: Viewer): boolean {
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

/** Tickets without a queue stand beside any choice for those who see them, and for their owner. */
function inQueues({ queueId, userId, isGroup }: ListedTicket, queueIds: number[], viewer: Viewer): boolean {
  if (queueIds.length === 0) return true
  if (queueId !== null) return queueIds.includes(queueId)
  return viewer.seesAllTickets || queueIds.includes(0) || userId === viewer.id || isGroup
}

function hasTag({ contact }: ListedTicket, tags: number[]): boolean {
  if (tags.length === 0) return true
  return contact.tags.some(({ id }) => tags.includes(id))
}

/** The order of a list, as the server has it. */
export function byOrderOf(list: ListName): (a: ListedTicket, b: ListedTicket) => number {
  const time = (ticket: ListedTicket) =>
    list === 'closed' ? (ticket.closedAt ?? ticket.lastMessageAt) : ticket.lastMessageAt
  return (a, b) => {
    const [earlier, later] = [time(a), time(b)]
    if (earlier === later) return b.id - a.id
    return earlier < later ? 1 : -1
  }
}
