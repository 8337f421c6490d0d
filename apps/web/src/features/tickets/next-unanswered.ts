import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type TicketPage, ticketKeys } from './ticket-cache.ts'
import type { ListedTicket } from './ticket-lists.ts'

interface Choice {
  userId: number
  without: ReadonlySet<number>
}

/** The user's open ticket whose customer has waited longest for an answer, of those that are loaded. */
export function nextUnanswered(cache: QueryClient, { userId, without }: Choice): ListedTicket | undefined {
  const kept = cache.getQueriesData<InfiniteData<TicketPage, number>>({ queryKey: ticketKeys.lists })
  return kept
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.tickets)
    .filter((ticket) => ticket.status === 'open' && ticket.userId === userId && !without.has(ticket.id))
    .reduce<ListedTicket | undefined>((longest, ticket) => (waitsLonger(ticket, longest) ? ticket : longest), undefined)
}

const waitsLonger = ({ waitingSince }: ListedTicket, other: ListedTicket | undefined): boolean =>
  waitingSince !== null && (!other?.waitingSince || waitingSince < other.waitingSince)
