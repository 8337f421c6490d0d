import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Users to whom a ticket can be transferred. */
export const colleagues = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => call(api.pickUsers, { query: {} }, { signal }),
  staleTime: 60_000,
})
