import { type OnCallView, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { amendData } from '../../lib/cache/fetches.ts'
import { upserted, without } from '../../lib/cache/list-cache.ts'
import { refetchSoon } from '../../lib/cache/refetch-soon.ts'
import { useLive } from '../../lib/live.ts'
import { type OnCallValues, bodyOf } from './on-call-values.ts'

/** Nothing updates them while the screen is closed, so it always fetches them anew. */
export const roster = queryOptions({
  queryKey: ['on-call'],
  queryFn: ({ signal }) => call(api.listOnCall, undefined, { signal }),
  staleTime: 0,
})

/** In ms. No event tells of notices that go out as messages. */
const renewEvery = 15_000

export const notices = queryOptions({
  queryKey: ['on-call-notices'],
  queryFn: ({ signal }) => call(api.listOnCallNotices, undefined, { signal }),
  staleTime: 0,
  refetchInterval: renewEvery,
})

export function useLiveOnCall(): void {
  const client = useQueryClient()
  useLive('onCall', (event) =>
    amendData(client, roster.queryKey, (rows) =>
      event.action === 'delete' ? without(rows, event.id) : upserted(rows, event.record),
    ),
  )
  useLive('onCallNotice', () => refetchSoon(client, notices.queryKey))
}

export function useSaveOnCall(id: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: OnCallValues) =>
      id
        ? call(api.updateOnCall, { params: { id }, body: bodyOf(values) })
        : call(api.createOnCall, { body: bodyOf(values) }),
    onSuccess: (row) => client.setQueryData(roster.queryKey, (rows) => upserted(rows, row)),
    meta: { handles: ['ERR_ON_CALL_ALREADY_EXISTS', 'ERR_NO_USER_FOUND'] },
  })
}

export function useDeleteOnCall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: OnCallView) => call(api.deleteOnCall, { params: { id } }),
    onSuccess: (_, { id }) => client.setQueryData(roster.queryKey, (rows) => without(rows, id)),
  })
}
