import { type ContactListItemView, type Input, api } from '@guiche/contract'
import { useThrottledCallback } from '@mantine/hooks'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { useLive } from '../../lib/live.ts'

const listOf = (contactListId: number) => ({ key: ['contact-list-items', contactListId], field: 'contacts' }) as const

/** The next page of a search, or of the list: after the last person that is known. */
type PageParam = Pick<Input<typeof api.listContactListItems>['query'], 'pageNumber' | 'after' | 'afterName'>

const firstPage: PageParam = {}

/** The people of a list by page. */
export const contactListItems = (contactListId: number, searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...listOf(contactListId).key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listContactListItems, { query: { searchParam, contactListId, ...pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ hasMore }, pages): PageParam | undefined => {
      if (!hasMore) return undefined
      if (searchParam !== '') return { pageNumber: pages.length + 1 }
      const last = pages.flatMap(({ contacts }) => contacts).at(-1)
      return last ? { after: last.id, afterName: last.name } : {}
    },
  })

/** In ms: an import adds people several times a second. */
const renewPause = 2000

export function useLiveContactListItems(contactListId: number): void {
  const client = useQueryClient()
  const list = listOf(contactListId)
  const renewSoon = useThrottledCallback(() => void client.invalidateQueries({ queryKey: list.key }), renewPause)
  useLive('contactListItem', (event) => {
    const belongsTo = 'record' in event ? event.record.contactListId : event.contactListId
    if (belongsTo !== contactListId) return
    if (event.action === 'reload') return renewSoon()
    if (event.action === 'delete') return dropRow(client, list, event.id)
    if (!mergeRow(client, list, event.record)) renewSoon()
  })
}

type ItemBody = Omit<Input<typeof api.createContactListItem>['body'], 'contactListId'>

/** Undefined: a new one. */
export function useSaveContactListItem(contactListId: number, id: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<ItemBody> & Pick<ItemBody, 'name' | 'number'>) =>
      id
        ? call(api.updateContactListItem, { params: { id }, body })
        : call(api.createContactListItem, { body: { ...body, contactListId } }),
    onSettled: () => client.invalidateQueries({ queryKey: listOf(contactListId).key }),
    meta: { handles: ['ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT'] },
  })
}

export function useDeleteContactListItem(contactListId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ContactListItemView) => call(api.deleteContactListItem, { params: { id } }),
    onSuccess: (_, { id }) => dropRow(client, listOf(contactListId), id),
  })
}
