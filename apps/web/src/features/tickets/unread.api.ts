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
  // Live events keep it up to date.
  staleTime: Infinity,
})

const nothing: Unread = { tickets: [], count: 0 }

export const useUnread = (): Unread => useQuery(unreadTickets).data ?? nothing

/** Only the count, so that the component is not rerendered by every message. */
export function useUnreadCount(isOn = true): number {
  const { data } = useQuery({ ...unreadTickets, enabled: isOn, select: ({ count }) => count })
  return (isOn && data) || 0
}
