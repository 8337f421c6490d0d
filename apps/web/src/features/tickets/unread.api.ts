import { type MessageEvent, type TicketEvent, api } from '@guiche/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { createJournal } from '../../lib/cache/journal.ts'
import { perCache } from '../../lib/cache/per-cache.ts'
import { refetchSoon } from '../../lib/cache/refetch-soon.ts'
import { isOvertaken } from './ticket-cache.ts'
import { type Me, type Unread, type UnreadUpdate, withMessage, withTicketEvent } from './unread-tickets.ts'

type Change = (unread: Unread) => UnreadUpdate
const journalOf = perCache(() => createJournal<Change>())

export const unreadTickets = queryOptions({
  queryKey: ['tickets', 'unread'],
  queryFn: async ({ client, signal }): Promise<Unread> => {
    const askedAt = performance.now()
    const { tickets, count } = await call(api.listTickets, { query: { withUnreadMessages: true } }, { signal })
    // The answer may be older than events that arrived meanwhile.
    return journalOf(client)
      .since(askedAt)
      .reduce<Unread>((unread, change) => changed(client, unread, change), { tickets, count })
  },
  // Live events keep it up to date.
  staleTime: Infinity,
})

export function applyTicketEvent(cache: QueryClient, event: TicketEvent, me: Me): void {
  if (isOvertaken(cache, event.ticketId, event)) return
  amendUnread(cache, (unread) => withTicketEvent(unread, event, me))
}

export function applyMessageEvent(cache: QueryClient, event: MessageEvent, me: Me): void {
  if (event.action === 'delete' || !event.ticket || isOvertaken(cache, event.ticket.id, event)) return
  const { ticket } = event
  amendUnread(cache, (unread) => withMessage(unread, ticket, me))
}

function amendUnread(cache: QueryClient, change: Change): void {
  journalOf(cache).note(change)
  cache.setQueryData(unreadTickets.queryKey, (unread) => unread && changed(cache, unread, change))
}

function changed(cache: QueryClient, before: Unread, change: Change): Unread {
  const { unread, isSure } = change(before)
  if (!isSure) refetchSoon(cache, unreadTickets.queryKey)
  return unread
}

const nothing: Unread = { tickets: [], count: 0 }

export const useUnread = (): Unread => useQuery(unreadTickets).data ?? nothing

/** Only the count, so that the component is not rerendered by every message. */
export function useUnreadCount(isOn = true): number {
  const { data } = useQuery({ ...unreadTickets, enabled: isOn, select: ({ count }) => count })
  return (isOn && data) || 0
}
