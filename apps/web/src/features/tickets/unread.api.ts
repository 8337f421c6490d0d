import { api } from '@guiche/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { Unread } from './unread-tickets.ts'

export const unreadTickets = queryOptions({
  queryKey: ['tickets', 'unread'],
  queryFn: async ({ signal }): Promise<Unread> => {
    const { tickets, count } = await call(api.listTickets, { query: { withUnreadMessages: true } }, { signal })
    return { tickets, count }
  },
  // Events keep it.
  staleTime: Infinity,
})

const nothing: Unread = { tickets: [], count: 0 }

export const useUnread = (): Unread => useQuery(unreadTickets).data ?? nothing

/** How many they are: for whoever need not be drawn anew with each message. */
export function useUnreadCount(isOn = true): number {
  const { data } = useQuery({ ...unreadTickets, enabled: isOn, select: ({ count }) => count })
  return (isOn && data) || 0
}
