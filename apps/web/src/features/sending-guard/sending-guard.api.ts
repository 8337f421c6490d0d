import { api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'

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

export function useResumeNumber(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.resumeNumber, { params: { id } }),
    onSuccess: (saved) =>
      client.setQueryData(numberGuards.queryKey, (guards) =>
        guards?.map((guard) => (guard.whatsappId === saved.whatsappId ? saved : guard)),
      ),
  })
}
