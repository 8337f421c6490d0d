import { api } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useLive } from '../../../lib/live.ts'

/** The half hours advance without any event, so refetch regularly. */
const refetchInterval = 5 * 60_000

export const connectionHealth = queryOptions({
  queryKey: ['connection-health'],
  queryFn: ({ signal }) => call(api.connectionHealth, undefined, { signal }),
  refetchInterval,
})

export const connectionEvents = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['connection-events', id],
    queryFn: ({ signal, pageParam }) =>
      call(api.connectionEvents, { params: { id }, query: pageParam ? { before: pageParam } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?.id : undefined),
  })

/** Every event of a session also changes its connection, which all users are told about. */
export function useLiveHealth(): void {
  const client = useQueryClient()
  useLive('connection', (event) => {
    const id = event.action === 'delete' ? event.whatsappId : event.whatsapp.id
    void client.invalidateQueries({ queryKey: connectionHealth.queryKey })
    void client.invalidateQueries({ queryKey: connectionEvents(id).queryKey })
  })
}
