import { type PromptView, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { amendData } from '../../lib/cache/fetches.ts'
import { upserted, without } from '../../lib/cache/list-cache.ts'
import { useLive } from '../../lib/live.ts'
import { type PromptValues, bodyOf } from './prompt-values.ts'

/** All prompts of the company. Nothing updates them while the screen is closed, so it always fetches them anew. */
export const promptList = queryOptions({
  queryKey: ['prompts'],
  queryFn: ({ signal }) => call(api.listPrompts, { query: {} }, { signal }),
  staleTime: 0,
})

/** Whether models answer. */
export const promptStates = queryOptions({
  queryKey: ['prompt-states'],
  queryFn: ({ signal }) => call(api.listAnswererStates, undefined, { signal }),
  select: (states) => new Map(states.flatMap((state) => (state.kind === 'prompt' ? [[state.id, state] as const] : []))),
  staleTime: 0,
})

/** What hands its customers to a prompt, asked when it is about to be deleted. */
export const usesOfPrompt = (id: number) =>
  queryOptions({
    queryKey: ['prompt-uses', id],
    queryFn: ({ signal }) => call(api.promptUses, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Updates the rows of the list in the cache. */
function useRows(): (change: (rows: PromptView[]) => PromptView[] | undefined) => void {
  const client = useQueryClient()
  return (change) =>
    amendData(client, promptList.queryKey, (list) => {
      const prompts = change(list.prompts)
      return prompts && { ...list, prompts, count: prompts.length }
    })
}

export function useLivePrompts(): void {
  const client = useQueryClient()
  const change = useRows()
  useLive('answerer', () => void client.invalidateQueries({ queryKey: promptStates.queryKey }))
  useLive('prompt', (event) =>
    change((rows) => (event.action === 'delete' ? without(rows, event.promptId) : upserted(rows, event.prompt))),
  )
}

export function useSavePrompt(id: number | undefined, before: PromptValues) {
  const change = useRows()
  return useMutation({
    mutationFn: (values: PromptValues) =>
      id
        ? call(api.updatePrompt, { params: { id }, body: changesOf(bodyOf(before), bodyOf(values)) })
        : call(api.createPrompt, { body: bodyOf(values) }),
    onSuccess: (prompt) => change((rows) => upserted(rows, prompt)),
    meta: { handles: ['ERR_NO_QUEUE_FOUND'] },
  })
}

export function useDeletePrompt() {
  const change = useRows()
  return useMutation({
    mutationFn: ({ id }: PromptView) => call(api.deletePrompt, { params: { id } }),
    onSuccess: (_, { id }) => change((rows) => without(rows, id)),
  })
}
