import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Day, Flag, IdList, When, whole } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { ContactRef, QueueRef, UserRef } from '../shared/refs.ts'
import { TicketStatus } from '../tickets/ticket-view.ts'
import { NumberName } from './numbers.ts'

/** The period before it is counted too, and the database has no year 0. */
const OptionalDay = Day.refine((day) => day >= '1900-01-01', 'invalidDate')
  .or(z.literal(''))
  .optional()

/** What every view and list is limited to. Empty lists mean all. */
const DashboardScope = z.object({
  /** 0: without a queue. */
  queueIds: IdList.default([]),
  /** 0: without an attendant. */
  userIds: IdList.default([]),
  whatsappIds: IdList.default([]),
  /** Whether groups count. */
  groups: Flag.default(false),
  /** Whether tickets of imported messages count. */
  imports: Flag.default(false),
})

/**
 * Days in the company's time zone, both included. A day that is missing is the first or last of the other one's month;
 * without both, and with 0 days, it is the current month. `days`: so many until today, unless there are dates. A period
 * that ends before it begins is refused (ERR_PERIOD_ORDER), and so is one of more than `limits.dashboardDays`
 * (ERR_PERIOD_TOO_LONG).
 */
const Days = z.object({ days: whole(0, limits.dashboardDays).or(z.literal('')).optional() })
export const DashboardQuery = DashboardScope.extend(Days.shape).extend({ date_from: OptionalDay, date_to: OptionalDay })
export type DashboardQuery = z.output<typeof DashboardQuery>
/** The same period, as the charts of existing clients name it. */
const ChartQuery = DashboardScope.extend(Days.shape).extend({ initialDate: OptionalDay, finalDate: OptionalDay })

const Minutes = z.number()
const Percent = z.number()

/** Existing clients read these; null and NaN would break them, so nothing is 0. */
const DashboardCounters = z.object({
  avgSupportTime: Minutes,
  avgWaitTime: Minutes,
  /** Now, whatever the period. */
  supportHappening: z.number(),
  /** Now, whatever the period. */
  supportPending: z.number(),
  supportFinished: z.number(),
  leads: z.number(),
  tickets: z.number(),
  /** Now, whatever the period. */
  waitRating: z.number(),
  withoutRating: z.number(),
  withRating: z.number(),
  percRating: Percent,
  npsPromotersPerc: Percent,
  npsPassivePerc: Percent,
  npsDetractorsPerc: Percent,
  npsScore: Percent,
})

const DashboardAttendant = z.object({
  id: z.number(),
  name: z.string(),
  /** Now, as presence says. */
  online: z.boolean(),
  /** They are no user any more; their attendances stay. */
  isArchived: z.boolean(),
  avgWaitTime: Minutes,
  avgSupportTime: Minutes,
  tickets: z.number(),
  /** Stars, from 0 to 5. */
  rating: z.number(),
  countRating: z.number(),
})
export type DashboardAttendant = z.output<typeof DashboardAttendant>

export const NumberValue = z.object({
  /** How many the list behind the number has. */
  count: z.number(),
  /** What is shown: the count, or the mean of the values. Null: there is none. */
  value: z.number().nullable(),
  /** Of the values, to three digits; null for counts. */
  median: z.number().nullable(),
  p90: z.number().nullable(),
})
export type NumberValue = z.output<typeof NumberValue>

const Period = z.object({ from: Day, to: Day })

export const DashboardNumbers = z.object({
  timezone: z.string(),
  period: Period,
  /** As many days before it; of a period that is not over, only as many as it has had. */
  before: Period,
  numbers: z.array(
    z.object({
      name: NumberName,
      now: NumberValue,
      /** Of the period before; null for numbers without a period. */
      before: NumberValue.nullable(),
    }),
  ),
})
export type DashboardNumbers = z.output<typeof DashboardNumbers>

/** `hour`: of the day, whichever day it is. */
export const SeriesBy = z.enum(['day', 'hour', 'queue', 'user', 'connection'])
export type SeriesBy = z.output<typeof SeriesBy>

export const DashboardSeries = z.object({
  by: SeriesBy,
  rows: z.array(
    NumberValue.extend({
      /** A day (YYYY-MM-DD), an hour (0 to 23), or an id, which the filter of the list takes; 0: none. */
      key: z.string(),
      /** Of queue, user or connection, also when it is archived; null: none of them, or a day or hour. */
      name: z.string().nullable(),
      color: z.string().nullable(),
      isArchived: z.boolean(),
    }),
  ),
})
export type DashboardSeries = z.output<typeof DashboardSeries>

export const NumberRow = z.object({
  /** Of the attendance, wait or ticket. */
  id: z.number(),
  ticketId: z.number(),
  uuid: z.string(),
  status: TicketStatus,
  contact: ContactRef,
  user: UserRef.nullable(),
  queue: QueueRef.nullable(),
  connection: z.object({ id: z.number(), name: z.string() }),
  /** What puts it into its period: the beginning, end, answer or rating that is counted. */
  at: When,
  /** Seconds or stars; null for counts. */
  value: z.number().nullable(),
})
export type NumberRow = z.output<typeof NumberRow>

export const NumberList = z.object({
  /** The number itself. */
  count: z.number(),
  rows: z.array(NumberRow),
  /** For `after` of the next page; null: this is the last one. */
  next: z.string().nullable(),
})
export type NumberList = z.output<typeof NumberList>

const ListQuery = DashboardQuery.extend({
  /** Only those of this hour of the day. */
  hour: whole(0, 23).optional(),
})

const dashboard = { method: 'GET', access: 'dashboard', feature: 'none' } as const

export const dashboardCalls = {
  dashboard: endpoint({
    ...dashboard,
    path: '/dashboard',
    summary: 'Counters and attendants of a period',
    query: DashboardQuery,
    answer: z.object({ counters: DashboardCounters, attendants: z.array(DashboardAttendant) }),
  }),
  dashboardNumbers: endpoint({
    ...dashboard,
    path: '/dashboard/numbers',
    summary: 'All numbers of a period, and those of the period before',
    query: DashboardQuery,
    answer: DashboardNumbers,
  }),
  dashboardSeries: endpoint({
    ...dashboard,
    path: '/dashboard/series/:name',
    summary: 'A number by day, hour, queue, attendant or connection; numbers without a period have no days and hours',
    params: z.object({ name: NumberName }),
    query: DashboardQuery.extend({ by: SeriesBy.default('day') }),
    answer: DashboardSeries,
  }),
  dashboardList: endpoint({
    ...dashboard,
    path: '/dashboard/list/:name',
    summary: 'What a number is made of, the newest first',
    params: z.object({ name: NumberName }),
    query: ListQuery.extend({
      after: z
        .string()
        .regex(/^\d{1,16}-\d{1,16}$/, 'invalidCursor')
        .optional(),
    }),
    answer: NumberList,
  }),
  dashboardHidden: endpoint({
    ...dashboard,
    path: '/dashboard/hidden/:name',
    summary: 'How many rows of a number the person may not see; all pages of its list have the others',
    params: z.object({ name: NumberName }),
    query: ListQuery,
    answer: z.object({ hidden: z.number() }),
  }),
  dashboardTotal: endpoint({
    ...dashboard,
    path: '/dashboard/total-atendimentos',
    summary: 'Attendances that began, by day, or by hour of a single day',
    query: ChartQuery,
    answer: z.object({
      data: z.array(
        z.object({ total: z.number(), data: z.string() }).or(z.object({ total: z.number(), horario: z.number() })),
      ),
      count: z.number(),
    }),
  }),
  dashboardTicketsDay: endpoint({
    ...dashboard,
    path: '/dashboard/ticketsDay',
    summary: 'The same, by its other name',
    query: ChartQuery,
    answer: z.object({
      data: z.array(
        z.object({ total: z.number(), data: z.string() }).or(z.object({ total: z.number(), horario: z.number() })),
      ),
      count: z.number(),
    }),
  }),
  dashboardQueues: endpoint({
    ...dashboard,
    path: '/dashboard/queues',
    summary: 'Attendances that began, by queue',
    query: ChartQuery,
    answer: z.array(z.object({ quantidade: z.number(), queue: UserRef.nullable() })),
  }),
  dashboardUsers: endpoint({
    ...dashboard,
    path: '/dashboard/ticketsUsers',
    summary: 'Attendances that began, by attendant, with those who have none',
    query: ChartQuery,
    answer: z.object({ data: z.array(z.object({ nome: z.string(), quantidade: z.number() })) }),
  }),
  dashboardTopUsers: endpoint({
    ...dashboard,
    path: '/dashboard/user-info',
    summary: 'Attendances that ended, by attendant, the most first',
    query: ChartQuery,
    answer: z.array(z.object({ userId: z.number(), name: z.string(), quantidade: z.number() })),
  }),
  dashboardRatings: endpoint({
    ...dashboard,
    path: '/dashboard/nps-info',
    summary: 'Ratings in one row: all, bad, good and great ones',
    query: ChartQuery,
    answer: z
      .array(z.object({ total_notas: z.number(), ruim: z.number(), media: z.number(), boa: z.number() }))
      .length(1),
  }),
  dashboardClosed: endpoint({
    ...dashboard,
    path: '/dashboard/atendimentos-encerrados',
    summary: 'How many attendances were closed',
    query: ChartQuery,
    answer: z.number(),
  }),
} as const
