import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const mergeContacts = (keptId: number, mergedId: number) =>
  call(api.mergeContacts, { params: { id: keptId }, body: { contactId: mergedId } })

/** Contacts that people have merged into this one. */
export const mergesOf = (id: number) =>
  queryOptions({
    queryKey: ['contact-merges', id],
    queryFn: ({ signal }) => call(api.listContactMerges, { params: { id } }, { signal }),
    staleTime: 0,
  })

export const partContacts = (keptId: number, mergeId: number) =>
  call(api.partContacts, { params: { id: keptId }, body: { mergeId } })
