import { type Channel, type ContactView, api } from '@guiche/contract'
import { useThrottledCallback } from '@mantine/hooks'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, download } from '../../lib/api.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'

const lists = { key: ['contact-list'], field: 'contacts' } as const

/** Which contacts are shown. Null: all of them. */
export interface ContactFilter {
  tagIds: number[]
  channel: Channel | null
  active: boolean | null
}

export const everyContact: ContactFilter = { tagIds: [], channel: null, active: null }

export const isFiltered = ({ tagIds, channel, active }: ContactFilter): boolean =>
  tagIds.length > 0 || channel !== null || active !== null

export const contactList = (searchParam: string, filter: ContactFilter) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam, filter],
    queryFn: ({ pageParam, signal }) =>
      call(api.listContacts, { query: { searchParam, pageNumber: pageParam, ...filterQuery(filter) } }, { signal }),
    ...pageByNumber,
  })

/** The shown contacts as a workbook. */
export const exportedContacts = (searchParam: string, filter: ContactFilter): Promise<Blob> =>
  download(api.exportContacts, { query: { searchParam, ...filterQuery(filter) } })

/** Adds the contacts of a connection's phone. */
export const importPhoneBook = (whatsappId: number) => call(api.importPhoneBook, { body: { whatsappId } })

const filterQuery = ({ tagIds, channel, active }: ContactFilter) => ({
  contactTag: tagIds,
  ...(channel && { channel }),
  ...(active !== null && { active }),
})

/** In ms: a busy company gets new contacts faster than a list should be refetched. */
const refreshPause = 5000

/**
 * A new contact refetches the list; changes of contacts that are not in the loaded rows are ignored. What oneself has
 * changed is shown at once by `noteContact` and `refresh`.
 */
export function useLiveContacts() {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: lists.key })
  const refreshSoon = useThrottledCallback(refresh, refreshPause)
  useLive('contact', (event) => {
    if (event.action === 'delete') return dropRow(client, lists, Number(event.contactId))
    if (event.action === 'reload') return refreshSoon()
    if (!mergeRow(client, lists, event.contact) && event.action === 'create') refreshSoon()
  })
  return { noteContact: (contact: ContactView) => void mergeRow(client, lists, contact), refresh }
}

export function useDeleteContact() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ContactView, 'id'>) => call(api.deleteContact, { params: { id } }),
    onSuccess: (_, { id }) => dropRow(client, lists, id),
  })
}
