import { type ContactListView, api } from '@guiche/contract'
import { useThrottledCallback } from '@mantine/hooks'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, download } from '../../lib/api.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'

const lists = { key: ['contact-lists'], field: 'records' } as const

/** Lists of people for campaigns by page. */
export const contactLists = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listContactLists, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** All lists, for select fields. */
export const contactListChoices = queryOptions({
  queryKey: ['contact-list-choices'],
  queryFn: ({ signal }) => call(api.pickContactLists, { query: {} }, { signal }),
  staleTime: 0,
})

export const contactListOf = (id: number) =>
  queryOptions({
    queryKey: ['contact-list-of', id],
    queryFn: ({ signal }) => call(api.getContactList, { params: { id } }, { signal }),
  })

/** In ms: an import changes the number of people several times a second. */
const renewPause = 2000

export function useLiveContactLists(): void {
  const client = useQueryClient()
  const renewSoon = useThrottledCallback(() => void client.invalidateQueries({ queryKey: lists.key }), renewPause)
  useLive('contactList', (event) => {
    if (event.action === 'delete') return dropRow(client, lists, event.id)
    client.setQueryData(contactListOf(event.record.id).queryKey, event.record)
    // A row that is known stays where it is: an import changes its number of people all the time.
    if (!mergeRow(client, lists, event.record) || event.action === 'create') renewSoon()
  })
}

export function useSaveContactList(id: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      id
        ? call(api.updateContactList, { params: { id }, body: { name } })
        : call(api.createContactList, { body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: lists.key }),
  })
}

export function useDeleteContactList() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ContactListView) => call(api.deleteContactList, { params: { id } }),
    onSuccess: (_, { id }) => {
      dropRow(client, lists, id)
      void client.invalidateQueries({ queryKey: lists.key })
    },
  })
}

/** A workbook that shows how a sheet of people may look. */
export const exampleSheet = (): Promise<Blob> => download(api.exampleContactListSheet, {})
