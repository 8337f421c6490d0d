import { type NumberGuardView, api } from '@guiche/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { useLive } from '../../lib/live.ts'
import { type GuardValues, bodyOf } from './guard-values.ts'

/** What was used today grows without any event, so refetch regularly. */
const refetchInterval = 60_000

export const numberGuards = queryOptions({
  queryKey: ['sending-guard'],
  queryFn: ({ signal }) => call(api.listNumberGuards, undefined, { signal }),
  refetchInterval,
})

export function useLiveGuards(): void {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: numberGuards.queryKey })
  useLive('sendingGuard', refetch)
  // It is online or offline now, or its network limits it.
  useLive('connection', refetch)
}

export function useResumeNumbers() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly number[]) => Promise.all(ids.map((id) => call(api.resumeNumber, { params: { id } }))),
    onSuccess: (saved) => keep(client, saved),
  })
}

export function useSaveGuard(id: number, before: GuardValues) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: GuardValues) =>
      call(api.updateNumberGuard, { params: { id }, body: changesOf(bodyOf(before), bodyOf(values)) }),
    onSuccess: (saved) => keep(client, [saved]),
  })
}

function keep(client: QueryClient, saved: readonly NumberGuardView[]): void {
  const newer = new Map(saved.map((guard) => [guard.whatsappId, guard]))
  client.setQueryData(numberGuards.queryKey, (guards) => guards?.map((guard) => newer.get(guard.whatsappId) ?? guard))
}
