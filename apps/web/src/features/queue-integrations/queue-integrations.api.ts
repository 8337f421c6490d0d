import { type IntegrationView, api } from '@guiche/contract'
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { type IntegrationValues, bodyOf } from './integration-values.ts'

const lists = { key: ['queue-integrations'], field: 'queueIntegrations' } as const

/** Integrations by page. */
export const integrations = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listIntegrations, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** What uses an integration, asked when it is about to be deleted. */
export const usesOfIntegration = (id: number) =>
  queryOptions({
    queryKey: ['queue-integration-uses', id],
    queryFn: ({ signal }) => call(api.integrationUses, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Whether the services answer. */
export const answererStates = queryOptions({
  queryKey: ['answerer-states'],
  queryFn: ({ signal }) => call(api.listAnswererStates, undefined, { signal }),
  staleTime: 0,
})

export function useLiveIntegrations(): void {
  const client = useQueryClient()
  useLive('integration', (event) => {
    if (event.action === 'testSession') return
    if (event.action === 'delete') dropRow(client, lists, event.integrationId)
    else mergeRow(client, lists, event.queueIntegration)
    renew(client)
  })
  useLive('answerer', () => void client.invalidateQueries({ queryKey: answererStates.queryKey }))
}

/** A change may move a row in the lists, which are sorted by name. */
function renew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: lists.key })
}

const refusals = ['ERR_NAME_ALREADY_EXISTS', 'ERR_URL_NOT_ALLOWED', 'ERR_URL_NOT_FOUND', 'ERR_SERVICE_ACCOUNT'] as const

export function useSaveIntegration(id: number | undefined, before: IntegrationValues) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: IntegrationValues) =>
      id
        ? call(api.updateIntegration, { params: { id }, body: changesOf(bodyOf(before), bodyOf(values)) })
        : call(api.createIntegration, { body: bodyOf(values) }),
    onSettled: () => renew(client),
    meta: { handles: [...refusals] },
  })
}

/** Asks the service as it stands in the dialog, without saving it. */
export function useTestIntegration(id: number | undefined) {
  return useMutation({
    mutationFn: (values: IntegrationValues) =>
      call(api.testIntegration, { body: { ...bodyOf(values), id: id ?? null } }),
    meta: { handles: [...refusals] },
  })
}

export function useDeleteIntegration() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: IntegrationView) => call(api.deleteIntegration, { params: { id } }),
    onSuccess: (_, { id }) => {
      dropRow(client, lists, id)
      renew(client)
    },
  })
}
