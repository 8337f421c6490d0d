import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
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
  jsonList,
  whole,
} from '../shared/fields.ts'
import { FoundText } from '../search/found-text.ts'
import { TicketLogView } from './ticket-log.ts'
import { TicketStatus, TicketView } from './ticket-view.ts'

export const TicketList = z.enum(['open', 'pending', 'group', 'closed', 'search'])

/** The orders of the lists of tickets that are not closed. */
export const ticketOrders = ['newest', 'longestWait'] as const
export type TicketOrder = (typeof ticketOrders)[number]

/** Tickets without a queue are chosen by 0 or null only. */
const QueuesToClose = z.array(whole(0, Number.MAX_SAFE_INTEGER).nullable()).max(500).optional()
const StatusToClose = z.enum(['open', 'pending', 'group'])

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
  /** `longestWait`: the customers who wait for an answer, the first who wrote at the top; then the others. */
  sort: z.enum(ticketOrders).default('newest'),
})

/**
 * Existing clients use this one call to accept, transfer, close, …; the server tells these apart
 * (docs/requirements/workspace.md, section 4).
 */
export const TicketChange = z.object({
  status: TicketStatus.exclude(['nps', 'lgpd']).optional(),
  userId: OptionalId.optional(),
  queueId: OptionalId.optional(),
  useIntegration: z.boolean().nullish(),
  integrationId: OptionalId.optional(),
  promptId: OptionalId.optional(),
  sendFarewellMessage: z.boolean().optional(),
  /** Whether a closing asks the customer for a rating, if the company wants ratings; by default it does. */
  asksRating: z.boolean().optional(),
  amountUsedBotQueues: whole(0, 1000).optional(),
  isBot: z.boolean().optional(),
  /** For the colleague who receives a transfer; stored as a private note. */
  transferNote: z.string().trim().max(2000).optional(),
})

/** Details of a conflict, the JSON text in the answer's `error` (docs/requirements/service.md, section 7). */
export const TicketConflict = z.object({
  id: z.number(),
  uuid: z.string(),
  status: TicketStatus,
  userId: z.number().nullable(),
  user: z.object({ id: z.number(), name: z.string() }),
  queue: z.object({ id: z.number(), name: z.string(), color: z.string() }),
  /** When that person got the ticket. */
  since: z.string(),
})
export type TicketConflict = z.output<typeof TicketConflict>

/** In a search, the message with the words; null: the contact or the ticket's number was found. */
const ListedTicket = TicketView.extend({ found: FoundText.nullish() })

export const ticketCalls = {
  listTickets: endpoint({
    method: 'GET',
    path: '/tickets',
    summary: 'Tickets that one may see, a page of 40',
    access: 'user',
    feature: 'none',
    query: TicketFilter,
    answer: z.object({ tickets: z.array(ListedTicket), count: z.number(), hasMore: z.boolean() }),
  }),
  getTicketByUuid: endpoint({
    method: 'GET',
    path: '/tickets/u/:uuid',
    summary: 'One ticket by its public id',
    access: 'user',
    feature: 'none',
    params: z.object({ uuid: z.uuid() }),
    answer: TicketView,
  }),
  getTicket: endpoint({
    method: 'GET',
    path: '/tickets/:id',
    summary: 'One ticket',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: TicketView,
  }),
  createTicket: endpoint({
    method: 'POST',
    path: '/tickets',
    summary: 'Open a ticket with a contact; 409 names who has it already',
    access: 'user',
    feature: 'none',
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
    feature: 'none',
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
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  closeAllTickets: endpoint({
    method: 'POST',
    path: '/tickets/closeAll',
    summary: 'Close all tickets of a status, silently',
    access: 'admin',
    feature: 'none',
    body: z.object({ status: StatusToClose, queueIds: QueuesToClose }),
    answer: z.object({ closed: z.number() }),
  }),
  countTicketsToClose: endpoint({
    method: 'GET',
    path: '/tickets/closeAll/count',
    summary: 'How many tickets closeAll would close',
    access: 'admin',
    feature: 'none',
    query: z.object({ status: StatusToClose, queueIds: IdList.optional() }),
    answer: z.object({ count: z.number() }),
  }),
  ticketLog: endpoint({
    method: 'GET',
    path: '/tickets-log/:id',
    summary: 'What happened to a ticket, newest first',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: z.array(TicketLogView),
  }),
  ticketViewers: endpoint({
    method: 'GET',
    path: '/tickets/:id/viewers',
    summary: 'Who else has the ticket open',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
} as const
