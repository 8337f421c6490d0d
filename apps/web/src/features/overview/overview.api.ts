import { type Overview, api, companyStates } from '@guiche/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { refetchSoon } from '../../lib/cache/refetch-soon.ts'
import { useLive } from '../../lib/live.ts'

const key = ['overview'] as const

/** In ms. Connections and what waits change without an event for operators. */
const renewEvery = 60_000

export const overview = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(api.overview, undefined, { signal }),
  staleTime: 0,
  refetchInterval: renewEvery,
  refetchOnWindowFocus: true,
})

/** A company came, went or changed. */
export function useLiveOverview(): void {
  const client = useQueryClient()
  useLive('listedCompany', () => refetchSoon(client, key))
}

/** There is no customer yet, and there was none. */
export const isEmpty = ({ states, movement, revenue }: Overview): boolean =>
  companyStates.every((state) => states[state] === 0) &&
  movement.every(({ gone }) => gone === 0) &&
  revenue.every(({ amount }) => Number(amount) === 0)
