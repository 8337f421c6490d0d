import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Who a ticket can be given to. */
export const colleagues = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => call(api.pickUsers, { query: {} }, { signal }),
  staleTime: 60_000,
})
