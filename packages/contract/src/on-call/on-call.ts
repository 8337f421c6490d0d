import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Hour, IdParams, When, numeric } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { readNumber } from '../shared/phone-number.ts'

/** Monday first, as the screens show them. */
export const onCallWeekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type OnCallWeekday = (typeof onCallWeekdays)[number]

const Time = Hour.or(z.literal(''))
  .nullable()
  .transform((hour) => hour || null)
  .default(null)

/**
 * The shift of a weekday, in the company's time zone. One that ends before or when it begins runs over midnight, and belongs
 * to the day on which it begins. Without times nobody is on call.
 */
const OnCallDay = z
  .object({
    weekday: z.string().max(40).default(''),
    weekdayEn: z.enum(onCallWeekdays),
    startTime: Time,
    endTime: Time,
  })
  .superRefine(({ startTime, endTime }, { addIssue }) => {
    const missing = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    if (endTime && !startTime) missing('startTime', 'onCallStart')
    if (startTime && !endTime) missing('endTime', 'onCallEnd')
  })
export type OnCallDay = z.output<typeof OnCallDay>

export const OnCallBody = z.object({
  userId: numeric(
    z.number('onCallUser').int('onCallUser').min(1, 'onCallUser').max(Number.MAX_SAFE_INTEGER, 'onCallUser'),
  ),
  phone: z
    .string('onCallPhone')
    .max(40, 'invalidPhone')
    .refine((phone) => phone.trim() !== '', { message: 'onCallPhone', abort: true })
    .refine((phone) => 'number' in readNumber(phone), { message: 'invalidPhone', abort: true })
    .transform((phone) => {
      const read = readNumber(phone)
      return 'number' in read ? read.number : phone
    }),
  /** In minutes, between two notices of a ticket. */
  interval: numeric(
    z.number('onCallInterval').int('onCallInterval').min(1, 'onCallInterval').max(1440, 'onCallInterval'),
  ),
  days: z
    .array(OnCallDay)
    .max(7)
    .refine((days) => new Set(days.map(({ weekdayEn }) => weekdayEn)).size === days.length, 'onCallDays')
    .refine((days) => days.some(({ startTime, endTime }) => startTime && endTime), 'onCallDay'),
  /** So many notices about a ticket have gone to others before this person gets one. */
  afterNotices: numeric(z.number().int().min(0).max(limits.noticesBefore)).default(0),
})

export const OnCallView = z.object({
  id: z.number(),
  companyId: z.number(),
  userId: z.number(),
  user: z.object({ id: z.number(), name: z.string() }),
  phone: z.string(),
  interval: z.number(),
  /** Seven of them, Monday first. */
  days: z.array(
    z.object({
      weekday: z.string(),
      weekdayEn: z.enum(onCallWeekdays),
      startTime: z.string().nullable(),
      endTime: z.string().nullable(),
    }),
  ),
  afterNotices: z.number(),
  createdAt: When,
  updatedAt: When,
})
export type OnCallView = z.output<typeof OnCallView>

/**
 * `message`: it went out over a connection. `mail`: it was mailed instead. `waiting`: it waits for its connection. `house`:
 * none has carried it, so the person was told in the application. `unsent`: somebody accepted before that.
 */
export const OnCallNotice = z.object({
  id: z.number(),
  way: z.enum(['message', 'mail', 'waiting', 'house', 'unsent']),
  user: z.object({ id: z.number(), name: z.string() }),
  /** Null: the viewer does not see it. */
  ticket: z.object({ id: z.number(), uuid: z.string(), contactName: z.string() }).nullable(),
  createdAt: When,
})
export type OnCallNotice = z.output<typeof OnCallNotice>

export const onCallCalls = {
  listOnCall: endpoint({
    method: 'GET',
    path: '/plantao',
    summary: 'Who is on call, and when',
    access: 'admin',
    feature: 'none',
    answer: z.array(OnCallView),
  }),
  listOnCallNotices: endpoint({
    method: 'GET',
    path: '/plantao/notices',
    summary: 'The last notices to people on call',
    access: 'admin',
    feature: 'none',
    answer: z.array(OnCallNotice),
  }),
  getOnCall: endpoint({
    method: 'GET',
    path: '/plantao/:id',
    summary: 'One entry of the roster',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: OnCallView,
  }),
  createOnCall: endpoint({
    method: 'POST',
    path: '/plantao',
    summary: 'Put a user on call; each user has one entry',
    access: 'admin',
    feature: 'none',
    body: OnCallBody,
    status: 201,
    answer: OnCallView,
  }),
  updateOnCall: endpoint({
    method: 'PUT',
    path: '/plantao/:id',
    summary: 'Change an entry of the roster',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: OnCallBody,
    answer: OnCallView,
  }),
  deleteOnCall: endpoint({
    method: 'DELETE',
    path: '/plantao/:id',
    summary: 'Remove an entry of the roster',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
} as const
