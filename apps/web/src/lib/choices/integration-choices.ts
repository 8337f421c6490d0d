import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** The integrations that a connection, a queue or an option of a menu can hand its customers to. */
export const integrationChoices = queryOptions({
  queryKey: ['integration-choices'],
  queryFn: ({ signal }) => call(api.pickIntegrations, undefined, { signal }),
  staleTime: 0,
})
