import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Email, Id, IdParams, Name, PageNumber, SearchParam, changeOf, cleanLine } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'

/** Something that is known of one person of a list; campaigns write it where their message has `{key}`. */
export const ListVariable = z.object({ key: z.string(), value: z.string() })
export type ListVariable = z.output<typeof ListVariable>

/** A person of a list. */
export const ContactListItemView = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string(),
  /** Empty: none. */
  email: z.string(),
  /** Null: not checked yet, or too long ago. */
  isWhatsappValid: z.boolean().nullable(),
  companyId: z.number(),
  contactListId: z.number(),
  variables: z.array(ListVariable),
  ...Timestamps,
})
export type ContactListItemView = z.output<typeof ContactListItemView>

const VariableBody = z.object({
  key: z.string('required').overwrite(cleanLine).min(1, 'required').max(limits.variableName, 'tooLong'),
  value: z.string().trim().max(limits.variableText, 'tooLong'),
})

/** Existing clients also send `companyId`; that of the session counts. */
export const ContactListItemBody = z.object({
  name: Name,
  number: z.string('required').trim().min(8, 'tooShort').max(50, 'tooLong'),
  email: Email.or(z.literal('')).default(''),
  variables: z.array(VariableBody).max(limits.sheetColumns, 'tooMany').optional(),
})

export const contactListItemCalls = {
  listContactListItems: endpoint({
    method: 'GET',
    path: '/contact-list-items',
    summary: 'People of a list by name, or found by a part of name, number or e-mail',
    access: 'manager',
    feature: 'useCampaigns',
    query: z.object({
      searchParam: SearchParam,
      pageNumber: PageNumber,
      contactListId: Id,
      /** Without a search: the last person that is known, instead of a page. Pages far into a list are found faster so. */
      after: Id.optional(),
      afterName: z.string().max(100, 'tooLong').default(''),
    }),
    answer: z.object({ contacts: z.array(ContactListItemView), count: z.number(), hasMore: z.boolean() }),
  }),
  getContactListItem: endpoint({
    method: 'GET',
    path: '/contact-list-items/:id',
    summary: 'One person of a list',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: ContactListItemView,
  }),
  createContactListItem: endpoint({
    method: 'POST',
    path: '/contact-list-items',
    summary: 'Add a person to a list',
    access: 'manager',
    feature: 'useCampaigns',
    body: ContactListItemBody.extend({ contactListId: Id }),
    answer: ContactListItemView,
  }),
  updateContactListItem: endpoint({
    method: 'PUT',
    path: '/contact-list-items/:id',
    summary: 'Change a person of a list',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    body: changeOf(ContactListItemBody),
    answer: ContactListItemView,
  }),
  deleteContactListItem: endpoint({
    method: 'DELETE',
    path: '/contact-list-items/:id',
    summary: 'Remove a person from a list',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: Done,
  }),
} as const
