import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Day, IdList, OptionalId, SearchParam, When, jsonList, whole } from '../shared/fields.ts'
import { TicketStatus } from '../tickets/ticket-view.ts'

/** The status of an attendance in the words that existing clients show. */
export const ReportStatus = z.enum(['ABERTO', 'FECHADO', 'PENDENTE', 'GRUPO', 'NPS', 'LGPD'])
export type ReportStatus = z.output<typeof ReportStatus>

/** An attendance. The fields up to `NPS` are those that existing clients show. */
export const ReportRow = z.object({
  id: z.number(),
  uuid: z.string(),
  whatsappName: z.string(),
  contactName: z.string(),
  userName: z.string().nullable(),
  queueName: z.string().nullable(),
  /** Of the ticket. */
  lastMessage: z.string(),
  status: ReportStatus,
  /** DD/MM/YYYY HH:mm in the time zone of the company, as `closedAt`. */
  createdAt: z.string(),
  closedAt: z.string().nullable(),
  /** "0 d, 1 hrs e 5 m"; empty: nobody has served the customer, or the service is not over. */
  supportTime: z.string(),
  NPS: z.number().nullable(),
  /** The best rating of the scale that the customer was asked for. */
  ratingBest: z.number().nullable(),
  /** What the customer wrote when they were asked why. */
  ratingComment: z.string().nullable(),
  ticketId: z.number(),
  isGroup: z.boolean(),
  startedAt: When,
  acceptedAt: When.nullable(),
  endedAt: When.nullable(),
  /** In seconds: until somebody accepted, from then to the end, and from the start to the end. */
  waitSeconds: z.number().nullable(),
  supportSeconds: z.number().nullable(),
  totalSeconds: z.number().nullable(),
})
export type ReportRow = z.output<typeof ReportRow>

export const reportKinds = ['all', 'tickets', 'groups', 'rated'] as const
export type ReportKind = (typeof reportKinds)[number]

const OptionalDay = Day.or(z.literal('')).optional()

const filter = {
  /** A part of the name or number of a contact, from three letters on, or the number of a ticket. */
  searchParam: SearchParam,
  contactId: OptionalId.optional(),
  whatsappId: IdList.default([]),
  /** Tags of the contact. */
  tags: IdList.default([]),
  /** 0: nobody. */
  users: IdList.default([]),
  /** 0: no queue. */
  queueIds: IdList.default([]),
  status: jsonList(TicketStatus).default([]),
  /** The days on which attendances began, in the time zone of the company. */
  dateFrom: OptionalDay,
  dateTo: OptionalDay,
  /** Groups only, without groups, or only what was rated. */
  kind: z.enum(reportKinds).default('all'),
}
export const ReportFilter = z.object(filter)
export type ReportFilter = z.output<typeof ReportFilter>

export const reportPageSizes = [5, 10, 20, 50] as const
/** Existing clients ask for all rows with this page size. */
const mostRows = 9_999_999

export const reportCalls = {
  ticketReport: endpoint({
    method: 'GET',
    path: '/ticket/reports',
    summary: 'The attendances that the caller sees, the newest first; large pages are sent while they are read',
    access: 'dashboard',
    feature: 'none',
    query: z.object({
      ...filter,
      /** Names of the same two days in existing clients. */
      initialDate: OptionalDay,
      finalDate: OptionalDay,
      page: whole(1, mostRows).default(1),
      pageSize: whole(1, mostRows).default(10),
    }),
    answer: z.object({
      tickets: z.array(ReportRow),
      /** Of those that the caller sees. */
      totalTickets: z.object({ total: z.string() }),
      /** So many more there are that the caller does not see. */
      hidden: z.number(),
    }),
    streams: true,
  }),
} as const
