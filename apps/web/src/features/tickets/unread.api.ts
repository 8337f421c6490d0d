import { api } from '@guiche/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { createJournal } from '../../lib/cache/journal.ts'
import { perCache } from '../../lib/cache/per-cache.ts'
import type { Unread } from './unread-tickets.ts'

type Change = (unread: Unread) => Unread
const journalOf = perCache(() => createJournal<Change>())

export const unreadTickets = queryOptions({
  queryKey: ['tickets', 'unread'],
  queryFn: async ({ client, signal }): Promise<Unread> => {
    const askedAt = performance.now()
    const { tickets, count } = await call(api.listTickets, { query: { withUnreadMessages: true } }, { signal })
    // The answer may be older than events that arrived meanwhile.
    return journalOf(client)
      .since(askedAt)
      .reduce<Unread>((unread, change) => change(unread), { tickets, count })
  },
  // Live events keep it up to date.
  staleTime: Infinity,
})

/** Applies a live event. */
export function amendUnread(cache: QueryClient, change: Change): void {
  journalOf(cache).note(change)
  cache.setQueryData(unreadTickets.queryKey, (unread) => unread && change(unread))
}

const nothing: Unread = { tickets: [], count: 0 }

export const useUnread = (): Unread => useQuery(unreadTickets).data ?? nothing

/** Only the count, so that the component is not rerendered by every message. */
export function useUnreadCount(isOn = true): number {
  const { data } = useQuery({ ...unreadTickets, enabled: isOn, select: ({ count }) => count })
  return (isOn && data) || 0
}
