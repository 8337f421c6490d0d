import { type ContactView, type Input, api } from '@guiche/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const contactOf = (id: number) =>
  queryOptions({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => call(api.getContact, { params: { id } }, { signal }),
  })

/** Contacts whose name, number or e-mail contains the text; groups only if requested. */
export const contactsFound = (searchParam: string, withGroups = false) =>
  queryOptions({
    queryKey: ['contacts-found', searchParam, withGroups],
    queryFn: ({ signal }) =>
      call(api.listContacts, { query: { searchParam, ...(!withGroups && { isGroup: false }) } }, { signal }),
    staleTime: 30_000,
  })

export function rememberContact(cache: QueryClient, contact: ContactView): void {
  cache.setQueryData(contactOf(contact.id).queryKey, contact)
}

type ContactBody = Input<typeof api.createContact>['body']
type ContactChange = Input<typeof api.updateContact>['body']

export const createContact = (body: ContactBody) => call(api.createContact, { body })
export const updateContact = (id: number, body: ContactChange) => call(api.updateContact, { params: { id }, body })
export const blockContact = (id: number, active: boolean) =>
  call(api.blockContact, { params: { id }, body: { active } })
export const contactHasTags = async (id: number) => (await call(api.contactHasTags, { params: { id } })).tags

/** The contact with this number, or null. */
export const contactOfCard = (number: string) =>
  queryOptions({
    queryKey: ['contact-of-card', number],
    queryFn: async ({ signal }) => {
      const { contactId } = await call(api.contactByNumber, { params: { number } }, { signal })
      return contactId === 0 ? null : call(api.getContact, { params: { id: contactId } }, { signal })
    },
  })
