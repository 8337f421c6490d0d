import type { ContactEvent, MessageEvent, TicketEvent, TicketView } from '@guiche/contract'
import { createOvertaken, limits } from '@guiche/contract'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { afterFetches } from '../../lib/cache/fetches.ts'
import { createJournal } from '../../lib/cache/journal.ts'
import { perCache } from '../../lib/cache/per-cache.ts'
import { refetchSoon } from '../../lib/cache/refetch-soon.ts'
import {
  type ListRows,
  type RowsUpdate,
  amendTicket,
  dismissTicket,
  removeOlderTickets,
  mergeTicket,
  upsertTicket,
} from './list-rows.ts'
import type { ListChoice, ListedTicket, Viewer } from './ticket-lists.ts'

/** All changes of cached tickets are made here. After any event, each list equals what a fetch would give. */

export interface TicketPage {
  tickets: ListedTicket[]
  count: number
  hasMore: boolean
}
type Pages = InfiniteData<TicketPage, number>

const lists = ['tickets', 'list'] as const
const singles = ['tickets', 'one'] as const
export const ticketKeys = {
  all: ['tickets'] as const,
  lists,
  list: (choice: ListChoice) => [...lists, choice] as const,
  one: (uuid: string) => [...singles, uuid] as const,
}

/** The effect of an event on the rows of a list. */
type Effect = (rows: ListRows, choice: ListChoice) => RowsUpdate

export function applyTicketEvent(cache: QueryClient, event: TicketEvent, viewer: Viewer): void {
  if (isOvertaken(cache, event.ticketId, event)) return
  switch (event.action) {
    case 'update':
      return rememberTicket(cache, event.ticket, viewer)
    case 'delete':
      if (event.status === null) return forgetTicket(cache, event.ticketId)
      return applyEffect(cache, (rows, { list }) =>
        list === event.status ? dismissTicket(rows, event.ticketId) : sure(rows),
      )
    case 'updateUnread':
      return markTicketRead(cache, event.ticketId)
  }
}

/** A message event carries its ticket's current state. */
export function applyMessageEvent(cache: QueryClient, event: MessageEvent, viewer: Viewer): void {
  if (event.action === 'delete' || !event.ticket || isOvertaken(cache, event.ticket.id, event)) return
  rememberTicket(cache, event.ticket, viewer)
}

export function rememberTicket(cache: QueryClient, ticket: ListedTicket | TicketView, viewer: Viewer): void {
  amendSingles(cache, ticket.id, (known) => mergeTicket(known, ticket))
  applyEffect(cache, (rows, choice) => {
    const placed = upsertTicket(rows, ticket, choice, viewer)
    return choice.list === 'closed' && ticket.status !== 'closed' ? removeOlderTickets(placed.rows, ticket) : placed
  })
}

export function markTicketRead(cache: QueryClient, ticketId: number): void {
  amendSingles(cache, ticketId, (ticket) => ({ ...ticket, unreadMessages: 0, transfer: null }))
  applyEffect(cache, (rows) =>
    sure(amendTicket(rows, ticketId, (ticket) => ({ ...ticket, unreadMessages: 0, transfer: null }))),
  )
}

/** Removes a deleted or no longer visible ticket. An older ticket of the contact may take its position in the list. */
export function forgetTicket(cache: QueryClient, ticketId: number): void {
  for (const [key, ticket] of cache.getQueriesData<TicketView>({ queryKey: singles })) {
    if (ticket?.id === ticketId) cache.removeQueries({ queryKey: key, exact: true })
  }
  applyEffect(cache, (rows, { list }) => {
    const placed = dismissTicket(rows, ticketId)
    return { ...placed, isSure: placed.isSure && list !== 'closed' && list !== 'search' }
  })
}

export function applyContactEvent(cache: QueryClient, event: ContactEvent): void {
  if (event.action === 'delete' || event.action === 'reload') return
  const { contact } = event
  const renew = <T extends ListedTicket>(ticket: T): T =>
    ticket.contactId === contact.id
      ? {
          ...ticket,
          contact: { ...ticket.contact, ...contact },
        }
      : ticket
  for (const [key, ticket] of cache.getQueriesData<TicketView>({ queryKey: singles })) {
    if (ticket?.contactId === contact.id) cache.setQueryData<TicketView>(key, renew(ticket))
  }
  applyEffect(cache, (rows, { tags }) => {
    if (!rows.tickets.some(({ contactId }) => contactId === contact.id)) return { rows, isSure: tags.length === 0 }
    return { rows: { ...rows, tickets: rows.tickets.map(renew) }, isSure: tags.length === 0 }
  })
}

/** Finds a ticket in any cached list. */
export function findListed(cache: QueryClient, uuid: string): ListedTicket | undefined {
  const kept = cache.getQueriesData<Pages>({ queryKey: lists })
  return kept
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.tickets)
    .find((ticket) => ticket.uuid === uuid)
}

const sure = (rows: ListRows): RowsUpdate => ({ rows, isSure: true })

function applyEffect(cache: QueryClient, effect: Effect): void {
  journalOf(cache).note(effect)
  for (const [key] of cache.getQueriesData<Pages>({ queryKey: lists })) changeList(cache, key, [effect])
}

function changeList(cache: QueryClient, key: QueryKey, effects: Effect[]): void {
  const pages = cache.getQueryData<Pages>(key)
  const choice = choiceOf(key)
  if (!pages || !choice) return
  const before = rowsOf(pages)
  const { rows, isSure } = effects.reduce<RowsUpdate>((placed, effect) => {
    const next = effect(placed.rows, choice)
    return { ...next, isSure: placed.isSure && next.isSure }
  }, sure(before))
  if (rows !== before) cache.setQueryData<Pages>(key, pagesOf(rows, pages))
  if (!isSure) refetchSoon(cache, key)
}

function amendSingles(cache: QueryClient, ticketId: number, change: (ticket: TicketView) => TicketView): void {
  for (const [key, ticket] of cache.getQueriesData<TicketView>({ queryKey: singles })) {
    if (ticket?.id === ticketId) cache.setQueryData<TicketView>(key, change(ticket))
  }
}

/** The rows of all pages. A ticket can be on two pages, because pages are fetched one by one. */
export function rowsOf({ pages }: Pages): ListRows {
  const seen = new Set<number>()
  const tickets = pages.flatMap((page) => page.tickets).filter(({ id }) => !seen.has(id) && seen.add(id))
  const last = pages.at(-1)
  return { tickets, count: last?.count ?? 0, hasMore: last?.hasMore ?? false }
}

function pagesOf({ tickets, count, hasMore }: ListRows, { pages, pageParams }: Pages): Pages {
  const last = pages.length - 1
  return {
    pageParams,
    pages: pages.map((_page, index) => ({
      tickets: tickets.slice(
        index * limits.ticketsPerPage,
        index === last ? undefined : (index + 1) * limits.ticketsPerPage,
      ),
      count,
      hasMore: index < last || hasMore,
    })),
  }
}

const choiceOf = (key: QueryKey): ListChoice | undefined => key.find(isChoice)
const isChoice = (part: unknown): part is ListChoice => typeof part === 'object' && part !== null && 'list' in part

const journalOf = perCache((cache) => {
  const journal = createJournal<Effect>()
  afterFetches(cache, lists, (key, since) => changeList(cache, key, journal.since(since)))
  return journal
})
const overtakenIn = perCache(createOvertaken)

/** A newer event of the ticket was applied already. */
export const isOvertaken = (cache: QueryClient, ticketId: number, event: Pick<TicketEvent, 'seq' | 'asOf'>): boolean =>
  overtakenIn(cache)(ticketId, event)
