import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** The prompts that a queue or a connection can hand its customers to. One may have been added since. */
export const promptChoices = queryOptions({
  queryKey: ['prompt-choices'],
  queryFn: ({ signal }) => call(api.pickPrompts, undefined, { signal }),
  staleTime: 0,
})
