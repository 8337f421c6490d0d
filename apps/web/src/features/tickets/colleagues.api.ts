import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Users to whom a ticket can be transferred. */
export const colleagues = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => call(api.pickUsers, { query: {} }, { signal }),
  staleTime: 60_000,
})

/** The first of those who can reconnect a phone. */
export const managersOfConnections = queryOptions({
  queryKey: ['colleagues', 'connections'],
  queryFn: async ({ signal }) => {
    const { users } = await call(api.listUsers, { query: {} }, { signal })
    return users
      .filter(({ profile, allowConnections }) => profile === 'admin' || allowConnections === 'enabled')
      .slice(0, 3)
  },
  staleTime: 60_000,
})
