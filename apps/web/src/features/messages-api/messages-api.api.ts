import { type Input, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'

/** Nothing updates them while the screen is closed, so it always fetches them anew. */
export const apiTokens = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => call(api.listApiTokens, undefined, { signal }),
  staleTime: 0,
})

export const apiUsages = queryOptions({
  queryKey: ['api-usages'],
  queryFn: ({ signal }) => call(api.listApiUsages, undefined, { signal }),
  staleTime: 0,
})

/** The connections that programs can send on. A web chat is none of them: its customers write first. */
export const sendingConnections = queryOptions({
  queryKey: ['api-tokens', 'connections'],
  queryFn: async ({ signal }) => {
    const connections = await call(api.listConnections, { query: { session: '0' } }, { signal })
    return connections.filter(({ channel }) => channel === 'whatsapp')
  },
  staleTime: 0,
})

export function useLiveTokens(): void {
  const client = useQueryClient()
  useLive('apiToken', () => void client.invalidateQueries({ queryKey: apiTokens.queryKey }))
}

export function useCreateToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof api.createApiToken>['body']) => call(api.createApiToken, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: apiTokens.queryKey }),
    meta: { handles: ['ERR_NAME_ALREADY_EXISTS'] },
  })
}

export function useDeleteToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.deleteApiToken, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: apiTokens.queryKey }),
  })
}

export interface TestMessage {
  token: string
  number: string
  body: string
  queueId: string
  userId: string
  marketing: boolean
  file: File | null
}

/** Sends as a program does: with the token that was typed, and not with the session. */
export function useSendTest() {
  return useMutation({
    mutationFn: ({ token, file, ...fields }: TestMessage) =>
      file
        ? upload(api.sendApiMessage, { form: fields }, { field: 'medias', files: [file], token: () => token })
        : call(api.sendApiMessage, { body: fields }, { token: () => token }),
    meta: { handles: 'all' },
  })
}
