import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { TemplateChoice } from '../message-templates/template-choice.ts'
import {
  Day,
  Done,
  Flag,
  Id,
  IdParams,
  OptionalId,
  PageNumber,
  SearchParam,
  When,
  changeOf,
  hasLetters,
} from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { SendingHold } from '../sending-guard/sending-guard.ts'
import { ContactRef, Timestamps, UserRef } from '../shared/refs.ts'

/**
 * PENDENTE: waits for its time. AGENDADA: it is a message that the network has not confirmed yet. ENVIADA: sent. ERRO:
 * not sent, `failure` says why.
 */
export const scheduleStatuses = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const
export const ScheduleStatus = z.enum(scheduleStatuses)
export type ScheduleStatus = z.output<typeof ScheduleStatus>

/** `weekdays`: from Monday to Friday. */
export const recurrences = ['none', 'daily', 'weekdays', 'weekly', 'monthly', 'yearly'] as const
export const Recurrence = z.enum(recurrences)
export type Recurrence = z.output<typeof Recurrence>

export const ScheduleView = z.object({
  id: z.number(),
  companyId: z.number(),
  body: z.string(),
  sendAt: When,
  /** When it became a message; null while it can still be changed. */
  sentAt: When.nullable(),
  status: ScheduleStatus,
  /** It was sent noticeably after its time, because the server did not run or could not. */
  isLate: z.boolean(),
  /** An error code. */
  failure: z.string().nullable(),
  /** Why it waits although its time has come. */
  hold: SendingHold.nullable(),
  contactId: z.number(),
  contact: ContactRef,
  userId: z.number(),
  user: UserRef,
  /** The ticket of the sent message. */
  ticketId: z.number().nullable(),
  /** The chosen connection; null: the default one, else that of the contact's last ticket. */
  whatsappId: z.number().nullable(),
  recurrence: Recurrence,
  /** The last day on which it is repeated, in the company's time zone. */
  recursUntil: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.string().nullable(),
  mediaSize: z.number().nullable(),
  /** The message template that is sent; `body` is its text, with variables that are filled in then. */
  template: TemplateChoice.nullable(),
  ...Timestamps,
})
export type ScheduleView = z.output<typeof ScheduleView>

/** Years that every clock and calendar can handle. */
const isUsual = (moment: string) => moment >= '2000' && moment < '3000'

/** A moment, or a local time such as `2026-11-24T09:30`, which is a time in the company's zone. */
export const Moment = z
  .string('required')
  .pipe(z.iso.datetime({ local: true, offset: true, error: 'invalidDate' }).refine(isUsual, 'invalidDate'))

/** Whether a `Moment` is a time in the company's zone. */
export const isLocalMoment = (moment: string): boolean => !/(?:Z|[+-]\d\d:\d\d)$/.test(moment)

const NoDay = z.literal('').transform(() => null)

export const ScheduleBody = z.object({
  body: z
    .string('required')
    .max(limits.messageText, 'tooLong')
    .refine((text) => hasLetters(limits.scheduleLetters)(text.trim()), 'messageTooShort'),
  contactId: Id,
  sendAt: Moment,
  whatsappId: OptionalId.default(null),
  recurrence: Recurrence.default('none'),
  recursUntil: Day.or(NoDay).nullable().default(null),
  /** Of the chosen connection, instead of the text. Not in forms: a template has a file of its own. */
  template: TemplateChoice.nullable().default(null),
})

export const ScheduleChange = changeOf(ScheduleBody).extend({
  /** Removes the attached file. A file in the form replaces it. */
  removeMedia: Flag.optional(),
})

export const scheduleCalls = {
  listSchedules: endpoint({
    method: 'GET',
    path: '/schedules',
    summary:
      'Scheduled messages: those that wait first, by time, then the others, newest first; between two times all of them, by time',
    access: 'user',
    feature: 'useSchedules',
    query: z.object({
      searchParam: SearchParam,
      pageNumber: PageNumber,
      contactId: Id.optional(),
      userId: Id.optional(),
      status: ScheduleStatus.optional(),
      from: Moment.optional(),
      until: Moment.optional(),
    }),
    answer: z.object({ schedules: z.array(ScheduleView), count: z.number(), hasMore: z.boolean() }),
  }),
  getSchedule: endpoint({
    method: 'GET',
    path: '/schedules/:id',
    summary: 'One scheduled message',
    access: 'user',
    feature: 'useSchedules',
    params: IdParams,
    answer: ScheduleView,
  }),
  createSchedule: endpoint({
    method: 'POST',
    path: '/schedules',
    summary: 'Schedule a message, as a form with one file or without',
    access: 'user',
    feature: 'useSchedules',
    body: ScheduleBody,
    form: ScheduleBody,
    answer: ScheduleView,
  }),
  updateSchedule: endpoint({
    method: 'PUT',
    path: '/schedules/:id',
    summary: 'Change a scheduled message that is not sent yet',
    access: 'user',
    feature: 'useSchedules',
    params: IdParams,
    body: ScheduleChange,
    form: ScheduleChange,
    answer: ScheduleView,
  }),
  deleteSchedule: endpoint({
    method: 'DELETE',
    path: '/schedules/:id',
    summary: 'Remove a scheduled message that is not sent yet, and its repetitions',
    access: 'user',
    feature: 'useSchedules',
    params: IdParams,
    answer: Done,
  }),
} as const
