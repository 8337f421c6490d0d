import { type Answer, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

const key = ['dead-letters'] as const

export type DeadLetter = Answer<typeof api.listDeadLetters>[number]

/** Work that failed after all tries, the newest first. It fails without an event, so it is always fetched anew. */
export const deadLetters = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(api.listDeadLetters, undefined, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** Answers whether it runs again: somebody else may have been first. */
export function useRetryDeadLetter() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, id }: DeadLetter) => call(api.retryDeadLetter, { params: { kind, id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  })
}
