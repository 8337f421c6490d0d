import { type TicketStatus, api } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { ticketKeys } from './ticket-cache.ts'
import type { ListChoice, ListedTicket } from './ticket-lists.ts'

/** One of the lists (open, pending, group, closed, search), 40 tickets per page. Live events keep it up to date. */
export const ticketList = (choice: ListChoice) =>
  infiniteQueryOptions({
    queryKey: ticketKeys.list(choice),
    queryFn: ({ pageParam, signal }) => call(api.listTickets, { query: queryOf(choice, pageParam) }, { signal }),
    ...pageByNumber,
    // Live events update it while it is shown; coming back to it refetches once.
    staleTime: 0,
  })

function queryOf(choice: ListChoice, pageNumber: number) {
  const { list, queueIds, showAll, tags, users, connections, statuses, date, text, sort } = choice
  return {
    status: list,
    pageNumber,
    showAll,
    ...(queueIds.length > 0 && { queueIds }),
    ...(tags.length > 0 && { tags }),
    ...(users.length > 0 && { users }),
    ...(connections.length > 0 && { whatsapps: connections }),
    ...(statuses.length > 0 && { statusFilter: statuses }),
    ...(date !== '' && { date }),
    ...(text !== '' && { searchParam: text }),
    ...(sort !== 'newest' && { sort }),
  }
}

/** How many tickets of a connection are not closed. */
export const openTicketsOf = (connectionId: number) =>
  queryOptions({
    queryKey: ['open-tickets', connectionId],
    queryFn: async ({ signal }) => {
      const { count } = await call(
        api.listTickets,
        { query: { status: 'search', whatsapps: [connectionId], statusFilter: notClosed } },
        { signal },
      )
      return count
    },
    staleTime: 0,
  })

const notClosed: TicketStatus[] = ['open', 'pending', 'lgpd', 'group']

/** The user's open ticket whose customer has waited longest for an answer; the first page has it, those without left out. */
export async function fetchNextUnanswered(without: ReadonlySet<number>): Promise<ListedTicket | undefined> {
  const { tickets } = await call(api.listTickets, { query: { status: 'open', sort: 'longestWait' } })
  return tickets.find(({ id, waitingSince }) => waitingSince !== null && !without.has(id))
}

export const ticketByUuid = (uuid: string) =>
  queryOptions({
    queryKey: ticketKeys.one(uuid),
    queryFn: ({ signal }) => call(api.getTicketByUuid, { params: { uuid } }, { signal }),
    staleTime: 0,
    meta: { handles: ['ERR_NO_TICKET_FOUND', 'ERR_VALIDATION'] },
  })

/** For admins. */
export const ticketExchanges = (ticketId: number) =>
  queryOptions({
    queryKey: ['ticket-exchanges', ticketId],
    queryFn: ({ signal }) => call(api.listExchanges, { params: { id: ticketId } }, { signal }),
    staleTime: 0,
  })

export const ticketLog = (ticketId: number) =>
  queryOptions({
    queryKey: ['ticket-log', ticketId],
    queryFn: ({ signal }) => call(api.ticketLog, { params: { id: ticketId } }, { signal }),
  })
