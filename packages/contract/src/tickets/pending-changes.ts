import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, IdParams, OptionalId, When } from '../shared/fields.ts'
import { TicketConflict } from './tickets.ts'

export const PendingKind = z.enum(['close', 'ignore', 'transfer', 'delete'])
export type PendingKind = z.output<typeof PendingKind>

/** A change that somebody has asked for and may still undo (docs/adr/0016). */
export const PendingChangeView = z.object({
  id: z.number(),
  kind: PendingKind,
  ticketId: z.number(),
  ticketUuid: z.string(),
  /** Of a deletion. */
  messageId: z.number().nullable(),
  contactName: z.string(),
  /** In ms; at least 0. */
  dueIn: z.number(),
})
export type PendingChangeView = z.output<typeof PendingChangeView>

export const PendingTicketChange = z.object({
  kind: PendingKind.exclude(['delete']),
  /** Of a transfer; without a user to the queue. */
  userId: OptionalId.default(null),
  queueId: OptionalId.default(null),
  transferNote: z.string().trim().max(2000).default(''),
  /** Of a closing. */
  sendFarewellMessage: z.boolean().default(true),
  /** Of a closing with the farewell: whether it asks the customer for a rating, if the company wants ratings. */
  asksRating: z.boolean().default(true),
  /** `lastMessageAt` of the ticket as the author sees it. What the customer wrote later stops closing and ignoring. */
  seenUntil: When.optional(),
})

export const pendingChangeCalls = {
  listPendingChanges: endpoint({
    method: 'GET',
    path: '/pending-changes',
    summary: 'The changes that one has asked for and may still undo',
    access: 'user',
    feature: 'none',
    answer: z.array(PendingChangeView),
  }),
  askTicketChange: endpoint({
    method: 'POST',
    path: '/pending-changes/tickets/:id',
    summary: 'Close, ignore or transfer a ticket in 8 seconds, unless that is undone',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: PendingTicketChange,
    conflict: TicketConflict,
    answer: PendingChangeView,
  }),
  askMessageDeletion: endpoint({
    method: 'POST',
    path: '/pending-changes/messages/:id',
    summary: 'Delete a message in 8 seconds, unless that is undone',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: PendingChangeView,
  }),
  undoPendingChange: endpoint({
    method: 'DELETE',
    path: '/pending-changes/:id',
    summary: 'Undo a change that was not done yet; 404: it was done, or is not one of the caller',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
} as const
