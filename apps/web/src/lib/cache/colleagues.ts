import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** All users of the company, for pick lists. */
export const colleagues = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => call(api.pickUsers, { query: {} }, { signal }),
  staleTime: 60_000,
})
