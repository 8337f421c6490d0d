import { z } from 'zod'
import { ContactView } from '../contacts/contact-view.ts'
import { endpoint } from '../shared/call.ts'
import { Done, Flag, Id, IdList, IdParams, SearchParam, whole } from '../shared/fields.ts'
import { TagView } from '../tags/tags.ts'
import { type TicketStatus, TicketView } from '../tickets/ticket-view.ts'

/** A ticket on the board: it is served or waits. Groups, and customers who are asked for consent, are not on it. */
export const isOnBoard = (status: TicketStatus): boolean => status === 'open' || status === 'pending'

/** What a card shows. Events about tickets have all of it but the e-mail and the place. */
export const KanbanCard = TicketView.pick({
  id: true,
  uuid: true,
  status: true,
  channel: true,
  isGroup: true,
  unreadMessages: true,
  lastMessage: true,
  fromMe: true,
  lastMessageAt: true,
  userId: true,
  user: true,
  queueId: true,
  queue: true,
  /** Its lanes only. */
  tags: true,
}).extend({
  contact: ContactView.pick({ id: true, name: true, number: true, email: true }),
  /** Cards with a higher one stand above; of equal ones the newer ticket does. */
  place: z.number(),
})
export type KanbanCard = z.output<typeof KanbanCard>

/** `tag` is null for the lane of the tickets that have no kanban tag. */
export const KanbanLane = z.object({ tag: TagView.nullable(), count: z.number() })
export type KanbanLane = z.output<typeof KanbanLane>

/** The id of the lane without a tag, as the last part of its name for existing clients. */
export const defaultLane = 0

/** Queues of the cards; 0 or null for those without a queue. Left out: all that one sees. */
const Shown = z.object({ queueIds: IdList.optional(), searchParam: SearchParam })

/** The last card of the page before, as `place.id`. */
const After = z.string().regex(/^-?\d{1,16}\.\d{1,16}$/, 'invalidCursor')

export const kanbanCalls = {
  kanbanTags: endpoint({
    method: 'GET',
    path: '/tags/kanban',
    summary: 'The lanes of the board, in their order',
    access: 'user',
    feature: 'useKanban',
    answer: z.object({ lista: z.array(TagView) }),
  }),
  kanbanTickets: endpoint({
    method: 'GET',
    path: '/ticket/kanban',
    summary: 'All cards of the board at once, for existing clients; hasMore: there are more than 1000',
    access: 'user',
    feature: 'useKanban',
    /** `teste` is sent by existing clients. */
    query: z.object({ queueIds: IdList.optional(), teste: Flag.optional() }),
    answer: z.object({ tickets: z.array(KanbanCard), count: z.number(), hasMore: z.boolean() }),
  }),
  kanbanLanes: endpoint({
    method: 'GET',
    path: '/ticket/kanban/lanes',
    summary: 'The lanes of the board with the number of their cards; first that without a tag',
    access: 'user',
    feature: 'useKanban',
    query: Shown,
    answer: z.array(KanbanLane),
  }),
  kanbanCards: endpoint({
    method: 'GET',
    path: '/ticket/kanban/cards',
    summary: 'The cards of a lane (0: that without a tag), from the top, a page of 40',
    access: 'user',
    feature: 'useKanban',
    query: Shown.extend({ lane: whole(0, Number.MAX_SAFE_INTEGER).default(defaultLane), after: After.optional() }),
    answer: z.object({ cards: z.array(KanbanCard), hasMore: z.boolean() }),
  }),
  moveCard: endpoint({
    method: 'PUT',
    path: '/ticket/kanban/:id',
    summary: 'Put a ticket into one lane (null: that without a tag), below another card or at the top',
    access: 'user',
    feature: 'useKanban',
    params: IdParams,
    body: z.object({ tagId: Id.nullable(), belowId: Id.nullable().default(null) }),
    answer: KanbanCard,
  }),
  leaveLanes: endpoint({
    method: 'DELETE',
    path: '/ticket-tags/:ticketId',
    summary: 'Take all kanban tags off a ticket',
    access: 'user',
    feature: 'useKanban',
    params: z.object({ ticketId: Id }),
    answer: Done,
  }),
  enterLane: endpoint({
    method: 'PUT',
    path: '/ticket-tags/:ticketId/:tagId',
    summary: 'Add a kanban tag to a ticket. `lane0` is what existing clients call the lane without a tag',
    access: 'user',
    feature: 'useKanban',
    params: z.object({ ticketId: Id, tagId: Id.or(z.literal('lane0')) }),
    status: 201,
    answer: z.object({ ticketId: z.number(), tagId: z.number().nullable() }),
  }),
} as const
