import { z } from 'zod'
import { Channel } from '../connections/channels.ts'
import { ContactView } from '../contacts/contact-view.ts'
import { endpoint } from '../shared/call.ts'
import { IdParams, SearchParam } from '../shared/fields.ts'
import { QueueRef } from '../shared/refs.ts'
import { TicketStatus } from '../tickets/ticket-view.ts'
import { FoundText } from './found-text.ts'

export const SearchKind = z.enum(['contacts', 'messages', 'notes', 'files'])
export type SearchKind = z.output<typeof SearchKind>

/** A hit in a conversation: a message, a private note, a ticket note or the name of a file. */
export const Found = z.object({
  ...FoundText.shape,
  /** Id of the ticket note; null: the hit is a message. */
  noteId: z.number().nullable(),
  /** The ticket to open: the newest one of the conversation if it may be seen, else that of the hit. */
  ticket: z.object({ id: z.number(), uuid: z.string(), status: TicketStatus, queue: QueueRef.nullable() }),
  contact: z.object({ id: z.number(), name: z.string(), urlPicture: z.string().nullable(), channel: Channel }),
})
export type Found = z.output<typeof Found>

const pageOf = <T extends z.ZodType>(item: T) =>
  /** `next`: for `from`, null at the end. */
  z.object({ results: z.array(item), next: z.string().nullable() })

export const SearchResults = z.object({
  contacts: pageOf(ContactView),
  messages: pageOf(Found),
  notes: pageOf(Found),
  files: pageOf(Found),
})
export type SearchResults = z.output<typeof SearchResults>

export const searchCalls = {
  search: endpoint({
    method: 'GET',
    path: '/search',
    summary: 'Contacts, messages, notes and names of files with all words of a text, newest first; 20 of each kind',
    access: 'user',
    feature: 'none',
    query: z.object({
      searchParam: SearchParam,
      /** Only results of this kind; the others are empty. */
      kind: SearchKind.optional(),
      /** `next` of the page before; only with a kind. */
      from: z
        .string()
        .regex(/^(\d{1,4}|\d{1,6}\.-?\d{1,17}\.\d{1,16})$/, 'invalidCursor')
        .optional(),
    }),
    answer: SearchResults,
  }),
  searchConversation: endpoint({
    method: 'GET',
    path: '/messages/:id/search',
    summary: 'The messages of a conversation with all words of a text, newest first, at most 1,000',
    access: 'user',
    feature: 'none',
    params: IdParams,
    query: z.object({ searchParam: SearchParam }),
    answer: z.object({ ids: z.array(z.number()), hasMore: z.boolean() }),
  }),
} as const
