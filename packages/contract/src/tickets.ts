import { z } from 'zod'
import { endpoint } from './call.ts'
import {
  Day,
  Done,
  Flag,
  Id,
  IdList,
  IdParams,
  OptionalId,
  PageNumber,
  SearchParam,
  hasLetters,
  jsonList,
  whole,
} from './fields.ts'
import { limits } from './limits.ts'
import { NoteView, TicketLogView, TicketStatus, TicketView } from './views.ts'

export const TicketList = z.enum(['open', 'pending', 'group', 'closed', 'search'])

export const TicketFilter = z.object({
  status: TicketList.optional(),
  searchParam: SearchParam,
  pageNumber: PageNumber,
  queueIds: IdList.optional(),
  tags: IdList.default([]),
  users: IdList.default([]),
  whatsapps: IdList.default([]),
  statusFilter: jsonList(TicketStatus).default([]),
  showAll: Flag.default(false),
  withUnreadMessages: Flag.default(false),
  date: Day.or(z.literal('')).optional(),
  updatedAt: Day.or(z.literal('')).optional(),
})

/** One call for what the family does with it; the server tells accept, transfer, close, … apart (specification part 1, section 4). */
export const TicketChange = z.object({
  status: TicketStatus.exclude(['nps', 'lgpd']).optional(),
  userId: OptionalId.optional(),
  queueId: OptionalId.optional(),
  useIntegration: z.boolean().nullish(),
  integrationId: OptionalId.optional(),
  promptId: OptionalId.optional(),
  sendFarewellMessage: z.boolean().optional(),
  amountUsedBotQueues: whole(0, 1000).optional(),
  isBot: z.boolean().optional(),
  /** For the colleague who receives a transfer; becomes a private note. */
  transferNote: z.string().trim().max(2000).optional(),
})

/** The 409 answer's `error` is the JSON text of this (wire contract 2.6). */
export const TicketConflict = z.object({
  id: z.number(),
  uuid: z.string(),
  status: TicketStatus,
  userId: z.number().nullable(),
  user: z.object({ id: z.number(), name: z.string() }),
  queue: z.object({ id: z.number(), name: z.string(), color: z.string() }),
  /** Since when that person has it. */
  since: z.string(),
})
export type TicketConflict = z.output<typeof TicketConflict>

export const ticketCalls = {
  listTickets: endpoint({
    method: 'GET',
    path: '/tickets',
    summary: 'Tickets that one may see, a page of 40',
    access: 'user',
    query: TicketFilter,
    answer: z.object({ tickets: z.array(TicketView), count: z.number(), hasMore: z.boolean() }),
  }),
  getTicketByUuid: endpoint({
    method: 'GET',
    path: '/tickets/u/:uuid',
    summary: 'One ticket by its public id',
    access: 'user',
    params: z.object({ uuid: z.uuid() }),
    answer: TicketView,
  }),
  getTicket: endpoint({
    method: 'GET',
    path: '/tickets/:id',
    summary: 'One ticket',
    access: 'user',
    params: IdParams,
    answer: TicketView,
  }),
  createTicket: endpoint({
    method: 'POST',
    path: '/tickets',
    summary: 'Open a ticket with a contact; 409 names who has it already',
    access: 'user',
    body: z.object({
      contactId: Id,
      queueId: OptionalId.default(null),
      whatsappId: OptionalId.default(null),
      userId: OptionalId.default(null),
      status: z.enum(['open', 'pending']).default('open'),
      companyId: Id.optional(),
    }),
    conflict: TicketConflict,
    answer: TicketView,
  }),
  updateTicket: endpoint({
    method: 'PUT',
    path: '/tickets/:id',
    summary: 'Accept, transfer, return, close, reopen',
    access: 'user',
    params: IdParams,
    body: TicketChange,
    conflict: TicketConflict,
    answer: TicketView,
  }),
  deleteTicket: endpoint({
    method: 'DELETE',
    path: '/tickets/:id',
    summary: 'Delete a ticket with its messages',
    access: 'admin',
    params: IdParams,
    answer: Done,
  }),
  closeAllTickets: endpoint({
    method: 'POST',
    path: '/tickets/closeAll',
    summary: 'Close all tickets of a status, silently',
    access: 'admin',
    body: z.object({
      status: z.enum(['open', 'pending', 'group']),
      queueIds: z.array(whole(0, Number.MAX_SAFE_INTEGER).nullable()).max(500).optional(),
    }),
    answer: z.object({ closed: z.number() }),
  }),
  ticketLog: endpoint({
    method: 'GET',
    path: '/tickets-log/:id',
    summary: 'What happened to a ticket, newest first',
    access: 'user',
    params: IdParams,
    answer: z.array(TicketLogView),
  }),
  ticketViewers: endpoint({
    method: 'GET',
    path: '/tickets/:id/viewers',
    summary: 'Who else has the ticket open',
    access: 'user',
    params: IdParams,
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
} as const

const NotesQuery = z.object({ ticketId: Id, contactId: Id.optional() })
export const NoteBody = z.object({
  note: z.string('required').trim().min(2, 'tooShort').max(5000, 'tooLong').refine(hasLetters(2), 'tooShort'),
  ticketId: Id,
  contactId: Id.optional(),
})

export const noteCalls = {
  listNotes: endpoint({
    method: 'GET',
    path: '/ticket-notes/list',
    summary: 'Notes of a ticket and its contact, newest first',
    access: 'user',
    query: NotesQuery,
    answer: z.array(NoteView),
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/ticket-notes',
    summary: 'A new note',
    access: 'user',
    body: NoteBody,
    answer: NoteView,
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/ticket-notes/:id',
    summary: 'Remove a note: the author and admins',
    access: 'user',
    params: IdParams,
    answer: Done,
  }),
} as const

export const Draft = z.object({ ticketId: z.number(), body: z.string() })
export const draftCalls = {
  listDrafts: endpoint({
    method: 'GET',
    path: '/drafts',
    summary: 'What one has typed and not sent',
    access: 'user',
    answer: z.array(Draft),
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/drafts/:id',
    summary: 'Keep what was typed for a ticket; empty removes it',
    access: 'user',
    params: IdParams,
    body: z.object({ body: z.string().max(limits.messageText) }),
    answer: Draft,
  }),
} as const
