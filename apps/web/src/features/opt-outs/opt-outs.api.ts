import { type Input, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'

/** Whether a contact gets campaigns. */
export const optOutOf = (contactId: number) =>
  queryOptions({
    queryKey: ['opt-out', contactId],
    queryFn: ({ signal }) => call(api.getOptOut, { params: { id: contactId } }, { signal }),
  })

/** A number that was added, or came with another contact, may have opted out. */
export function useLiveOptOut(contactId: number): void {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: optOutOf(contactId).queryKey })
  useLive('optOut', (event) => {
    if (event.action === 'reload' || event.contactId === contactId) refresh()
  })
  useLive('contact', (event) => {
    if (event.action === 'update' && event.contact.id === contactId) refresh()
  })
}

export function useChangeOptOut(contactId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof api.changeOptOut>['body']) =>
      call(api.changeOptOut, { params: { id: contactId }, body }),
    onSuccess: (saved) => client.setQueryData(optOutOf(contactId).queryKey, saved),
  })
}

/** Nothing updates them while no screen shows them, so they are always fetched anew. */
export const optOutWordList = queryOptions({
  queryKey: ['opt-out-words'],
  queryFn: async ({ signal }) => (await call(api.listOptOutWords, undefined, { signal })).words,
  staleTime: 0,
})

export function useLiveOptOutWords(): void {
  const client = useQueryClient()
  useLive('optOutWords', () => void client.invalidateQueries({ queryKey: optOutWordList.queryKey }))
}

export function useSaveOptOutWords() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (words: string[]) => call(api.saveOptOutWords, { body: { words } }),
    onSuccess: ({ words }) => client.setQueryData(optOutWordList.queryKey, words),
  })
}
