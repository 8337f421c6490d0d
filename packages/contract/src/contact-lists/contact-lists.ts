import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Id, IdParams, Name, PageNumber, SearchParam } from '../shared/fields.ts'
import { Timestamps } from '../shared/refs.ts'

/** A named list of people that campaigns write to. */
export const ContactListView = z.object({
  id: z.number(),
  name: z.string(),
  companyId: z.number(),
  contactsCount: z.number(),
  ...Timestamps,
})
export type ContactListView = z.output<typeof ContactListView>

export const ContactListRef = z.object({ id: z.number(), name: z.string() })
export type ContactListRef = z.output<typeof ContactListRef>

/** Existing clients also send `companyId`; that of the session counts. */
export const ContactListBody = z.object({ name: Name })

export const contactListCalls = {
  listContactLists: endpoint({
    method: 'GET',
    path: '/contact-lists',
    summary: 'Lists of people for campaigns, by name',
    access: 'manager',
    feature: 'useCampaigns',
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ records: z.array(ContactListView), count: z.number(), hasMore: z.boolean() }),
  }),
  pickContactLists: endpoint({
    method: 'GET',
    path: '/contact-lists/list',
    summary: 'All lists of people, for pick lists',
    access: 'manager',
    feature: 'useCampaigns',
    query: z.object({ companyId: Id.optional() }),
    answer: z.array(ContactListRef),
  }),
  exampleContactListSheet: endpoint({
    method: 'GET',
    path: '/contact-lists/example',
    summary: 'A workbook (xlsx) that shows how a sheet of people may look',
    access: 'manager',
    feature: 'useCampaigns',
    answer: z.string(),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  getContactList: endpoint({
    method: 'GET',
    path: '/contact-lists/:id',
    summary: 'One list of people',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: ContactListView,
  }),
  createContactList: endpoint({
    method: 'POST',
    path: '/contact-lists',
    summary: 'A new, empty list of people',
    access: 'manager',
    feature: 'useCampaigns',
    body: ContactListBody,
    answer: ContactListView,
  }),
  updateContactList: endpoint({
    method: 'PUT',
    path: '/contact-lists/:id',
    summary: 'Rename a list of people',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    body: ContactListBody,
    answer: ContactListView,
  }),
  deleteContactList: endpoint({
    method: 'DELETE',
    path: '/contact-lists/:id',
    summary: 'Remove a list and its people',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: Done,
  }),
} as const
