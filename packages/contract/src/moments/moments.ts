import { z } from 'zod'
import { ContactView } from '../contacts/contact-view.ts'
import { endpoint } from '../shared/call.ts'
import { Day, Flag, IdList, OptionalId } from '../shared/fields.ts'
import { QueueRef } from '../shared/refs.ts'
import { TicketList } from '../tickets/tickets.ts'
import { TicketView } from '../tickets/ticket-view.ts'

/**
 * The part of a ticket that the board shows, which most messages do not change. Events about tickets have it too, so
 * they keep the board up to date.
 */
export const MomentsTicket = TicketView.pick({
  id: true,
  uuid: true,
  status: true,
  channel: true,
  isBot: true,
  userId: true,
  queueId: true,
  queue: true,
  waitingSince: true,
}).extend({ contact: ContactView.pick({ id: true, name: true, urlPicture: true }) })
export type MomentsTicket = z.output<typeof MomentsTicket>

export const MomentsAttendant = z.object({
  id: z.number(),
  name: z.string(),
  /** A file name under /public/company{id}/user/. */
  profileImage: z.string().nullable(),
  online: z.boolean(),
  queues: z.array(QueueRef),
  /** All of them, also those that the viewer does not see. */
  openTickets: z.number(),
})
export type MomentsAttendant = z.output<typeof MomentsAttendant>

/** `tickets`: at most `limits.momentsTickets`, the longest wait first; `count`: all of them. */
const MomentsTickets = z.object({ tickets: z.array(MomentsTicket), count: z.number() })

export const MomentsBoard = z.object({
  attendants: z.array(MomentsAttendant),
  /** Somebody serves them. */
  served: MomentsTickets,
  /** Nobody serves them, including those that the bot talks to. */
  waiting: MomentsTickets,
})
export type MomentsBoard = z.output<typeof MomentsBoard>

/** How many tickets of a queue somebody serves. */
export const QueueLoad = z.object({ id: z.number(), served: z.number() })
export type QueueLoad = z.output<typeof QueueLoad>

export const momentsCalls = {
  moments: endpoint({
    method: 'GET',
    path: '/dashboard/moments',
    summary: 'The newest ticket of each contact, queue and connection: own ones, for managers all that they see',
    access: 'realTime',
    feature: 'none',
    query: z.object({
      status: TicketList.exclude(['search']).or(z.literal('')).default('open'),
      /** Sent by existing clients; managers get all tickets in any case. */
      showAll: Flag.optional(),
      /** Empty for all; 0 for tickets without a queue. */
      queueIds: IdList.default([]),
      /** Days on which the ticket changed last. */
      dateStart: Day.or(z.literal('')).optional(),
      dateEnd: Day.or(z.literal('')).optional(),
      userId: OptionalId.optional(),
    }),
    answer: z.array(TicketView),
  }),
  momentsBoard: endpoint({
    method: 'GET',
    path: '/dashboard/moments/board',
    summary: 'Who is online and serves what, and who waits',
    access: 'realTime',
    feature: 'none',
    answer: MomentsBoard,
  }),
  queueLoads: endpoint({
    method: 'GET',
    path: '/dashboard/moments/queues',
    summary: 'How many tickets of each queue are being served, without queues that have none',
    access: 'admin',
    feature: 'none',
    answer: z.array(QueueLoad),
  }),
} as const
