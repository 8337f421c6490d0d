import { api } from '@guiche/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { amendData } from '../../lib/cache/fetches.ts'
import { useLive } from '../../lib/live.ts'
import { useAfterLoss } from '../../lib/live/after-loss.ts'

/** In ms. Events may be missed. */
const renewEvery = 60_000

/** How many tickets of each queue are being served, by the queue's id. */
const queueLoads = queryOptions({
  queryKey: ['queue-loads'],
  queryFn: async ({ signal }) => {
    const loads = await call(api.queueLoads, undefined, { signal })
    return new Map(loads.map(({ id, served }) => [id, served]))
  },
  staleTime: 0,
  refetchInterval: renewEvery,
})

/** Undefined until it is known; queues that are missing have none. */
export function useQueueLoads(): ReadonlyMap<number, number> | undefined {
  const client = useQueryClient()
  const { data } = useQuery(queueLoads)
  useLive('queueLoads', ({ queues }) =>
    amendData(
      client,
      queueLoads.queryKey,
      (loads) => new Map([...loads, ...queues.map(({ id, served }) => [id, served] as const)]),
    ),
  )
  useAfterLoss(() => void client.invalidateQueries({ queryKey: queueLoads.queryKey }))
  return data
}
