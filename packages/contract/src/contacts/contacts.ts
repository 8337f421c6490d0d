import { z } from 'zod'
import { ContactView } from './contact-view.ts'
import { Channel } from '../connections/channels.ts'
import { endpoint } from '../shared/call.ts'
import { Done, Flag, Id, IdList, IdParams, Name, PageNumber, SearchParam, changeOf } from '../shared/fields.ts'
import { TicketStatus } from '../tickets/ticket-view.ts'

export const ContactBody = z.object({
  name: Name,
  number: z.string('required').trim().min(8, 'tooShort').max(50, 'tooLong'),
  email: z.email('invalidEmail').max(254, 'tooLong').or(z.literal('')).default(''),
  extraInfo: z
    .array(z.object({ id: Id.nullish(), name: z.string().trim().max(100), value: z.string().trim().max(1000) }))
    .max(50)
    .optional(),
  disableBot: z.boolean().optional(),
  acceptAudioMessage: z.boolean().optional(),
})

/** An empty number changes nothing, because contacts of a web chat have none. */
export const ContactChange = changeOf(ContactBody.extend({ number: ContactBody.shape.number.or(z.literal('')) }))

const contactFilter = {
  searchParam: SearchParam,
  contactTag: IdList.default([]),
  channel: Channel.or(z.literal('')).optional(),
  /** False: only blocked contacts. */
  active: Flag.optional(),
}

const ListedContact = ContactView.extend({
  tickets: z.array(z.object({ id: z.number(), status: TicketStatus, createdAt: z.string(), updatedAt: z.string() })),
})

export const contactCalls = {
  listContacts: endpoint({
    method: 'GET',
    path: '/contacts',
    summary: 'Contacts by name, or found by a part of name, number or e-mail',
    access: 'user',
    feature: 'none',
    query: z.object({ ...contactFilter, pageNumber: PageNumber, isGroup: Flag.optional() }),
    answer: z.object({ contacts: z.array(ListedContact), count: z.number(), hasMore: z.boolean() }),
  }),
  exportContacts: endpoint({
    method: 'GET',
    path: '/contacts/export',
    summary: 'The contacts of a list as a workbook (xlsx), without groups',
    access: 'manager',
    feature: 'none',
    query: z.object(contactFilter),
    answer: z.string(),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  pickContacts: endpoint({
    method: 'GET',
    path: '/contacts/list',
    summary: 'Contacts for pick lists',
    access: 'user',
    feature: 'none',
    query: z.object({ name: SearchParam, companyId: Id.optional() }),
    answer: z.array(ContactView),
  }),
  getContact: endpoint({
    method: 'GET',
    path: '/contacts/:id',
    summary: 'One contact',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: ContactView,
  }),
  contactByNumber: endpoint({
    method: 'GET',
    path: '/contacts/profile/:number',
    summary: 'The contact of a number; contactId 0: none',
    access: 'user',
    feature: 'none',
    params: z.object({ number: z.string().max(20) }),
    answer: z.object({
      contactId: z.number(),
      urlPicture: z.string().nullable(),
      profilePicUrl: z.string(),
    }),
  }),
  createContact: endpoint({
    method: 'POST',
    path: '/contacts',
    summary: 'A new contact',
    access: 'user',
    feature: 'none',
    body: ContactBody,
    answer: ContactView,
  }),
  updateContact: endpoint({
    method: 'PUT',
    path: '/contacts/:id',
    summary: 'Change a contact',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: ContactChange,
    answer: ContactView,
  }),
  deleteContact: endpoint({
    method: 'DELETE',
    path: '/contacts/:id',
    summary: 'Remove a contact without tickets',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  toggleDisableBot: endpoint({
    method: 'PUT',
    path: '/contacts/toggleDisableBot/:id',
    summary: 'Bot on or off for a contact',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: ContactView,
  }),
  toggleAcceptAudio: endpoint({
    method: 'PUT',
    path: '/contacts/toggleAcceptAudio/:id',
    summary: 'Audio on or off for a contact',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: ContactView,
  }),
  blockContact: endpoint({
    method: 'PUT',
    path: '/contacts/block/:id',
    summary: 'Block (active false) or unblock',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: z.object({ active: z.boolean() }),
    answer: ContactView,
  }),
  contactHasTags: endpoint({
    method: 'GET',
    path: '/contactTags/:id',
    summary: 'Whether the contact has any tag',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: z.object({ tags: z.boolean() }),
  }),
} as const
