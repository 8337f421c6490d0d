import { api } from '@guiche/contract'
import { useThrottledCallback } from '@mantine/hooks'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, download } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'

const key = ['opted-out'] as const

/** The people who get no campaigns. Each page begins after the last person of the one before. */
export const optedOutPeople = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.listOptOuts,
        { query: { searchParam, ...(pageParam !== undefined && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ people, hasMore }) => (hasMore ? people.at(-1)?.id : undefined),
  })

/** In ms: after a campaign many people may opt out in a short time. */
const renewPause = 2000

export function useLiveOptedOut(): void {
  const client = useQueryClient()
  const renewSoon = useThrottledCallback(() => void client.invalidateQueries({ queryKey: key }), renewPause)
  useLive('optOut', renewSoon)
}

export function useEndOptOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(api.endOptOut, { params: { id }, body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export const exportedOptOuts = (searchParam: string): Promise<Blob> =>
  download(api.exportOptOuts, { query: { searchParam } })
