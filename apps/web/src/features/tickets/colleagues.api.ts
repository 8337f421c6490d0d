import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

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
