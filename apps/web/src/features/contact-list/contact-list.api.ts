import { type ContactView, api } from '@guiche/contract'
import { useThrottledCallback } from '@mantine/hooks'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'

const lists = { key: ['contact-list'], field: 'contacts' } as const

export interface ContactChoice {
  searchParam: string
  tagIds: number[]
}

export const contactList = ({ searchParam, tagIds }: ContactChoice) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam, tagIds],
    queryFn: ({ pageParam, signal }) =>
      call(api.listContacts, { query: { searchParam, pageNumber: pageParam, contactTag: tagIds } }, { signal }),
    ...pageByNumber,
  })

/** In ms: a busy company gets new contacts faster than a list should be refetched. */
const refreshPause = 5000

/** A new contact refetches the list; changes of contacts that are not in the loaded rows are ignored. */
export function useLiveContacts(): void {
  const client = useQueryClient()
  const refresh = useThrottledCallback(() => void client.invalidateQueries({ queryKey: lists.key }), refreshPause)
  useLive('contact', (event) => {
    if (event.action === 'delete') return dropRow(client, lists, Number(event.contactId))
    if (!mergeRow(client, lists, event.contact) && event.action === 'create') refresh()
  })
}

export function useDeleteContact() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ContactView, 'id'>) => call(api.deleteContact, { params: { id } }),
    onSuccess: (_, { id }) => dropRow(client, lists, id),
  })
}
