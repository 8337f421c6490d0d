import { z } from 'zod'
import { ContactView } from './contact-view.ts'
import { endpoint } from '../shared/call.ts'
import { Id, IdParams, When } from '../shared/fields.ts'
import { ContactRef, UserRef } from '../shared/refs.ts'

/** A contact that somebody has merged into another one. Without a user the network told that both are one person. */
export const ContactMerge = z.object({
  id: z.number(),
  contact: ContactRef.extend({ number: z.string() }),
  user: UserRef.nullable(),
  createdAt: When,
})
export type ContactMerge = z.output<typeof ContactMerge>

export const contactMergeCalls = {
  mergeContacts: endpoint({
    method: 'POST',
    path: '/contacts/:id/merge',
    summary: 'Merge another contact into this one, because both are one person',
    access: 'manager',
    feature: 'none',
    params: IdParams,
    body: z.object({ contactId: Id }),
    answer: ContactView,
  }),
  listContactMerges: endpoint({
    method: 'GET',
    path: '/contacts/:id/merges',
    summary: 'Contacts that were merged into this one and can be parted again',
    access: 'manager',
    feature: 'none',
    params: IdParams,
    answer: z.array(ContactMerge),
  }),
  partContacts: endpoint({
    method: 'POST',
    path: '/contacts/:id/part',
    summary: 'Undo such a merge; answers the contact that is there again',
    access: 'manager',
    feature: 'none',
    params: IdParams,
    body: z.object({ mergeId: Id }),
    answer: ContactView,
  }),
} as const
