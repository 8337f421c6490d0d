import { Hour, type Recurrence, ScheduleBody, type ScheduleView, type TemplateChoice } from '@guiche/contract'
import { z } from 'zod'
import { changesOf } from '../../lib/cache/changes.ts'
import type { Format } from '../../lib/format.ts'
import { numbers } from '../../ui/numbers.ts'
import { rulesOf } from '../../lib/form-rules.ts'
import type { ScheduleChange, ScheduleInput } from './schedules.api.ts'

export type ScheduleValues = {
  contactId: number | null
  body: string
  /** Day and hour in the company's time zone. */
  day: string | null
  hour: string
  recurrence: Recurrence
  recursUntil: string | null
  /** Empty: the default one. */
  whatsappId: string
  /** Instead of the text. */
  template: TemplateChoice | null
  /** The file that the scheduled message has is to be removed. */
  removesMedia: boolean
}

export interface Given {
  contactId?: number | undefined
  whatsappId?: number | undefined
  /** YYYY-MM-DD */
  day?: string | undefined
}

/** `given`: what is known of a new one. */
export function valuesOf(
  schedule: ScheduleView | undefined,
  given: Given,
  format: Format,
  now: number,
): ScheduleValues {
  const at = schedule ? schedule.sendAt : now + numbers.newScheduleFromNow
  return {
    contactId: schedule?.contactId ?? given.contactId ?? null,
    body: schedule?.body ?? '',
    day: schedule ? format.day(at) : laterOf(format.day(at), given.day),
    hour: format.time(at),
    recurrence: schedule?.recurrence ?? 'none',
    recursUntil: schedule?.recursUntil ?? null,
    whatsappId: String((schedule ? schedule.whatsappId : given.whatsappId) ?? ''),
    template: schedule?.template ?? null,
    removesMedia: false,
  }
}

const laterOf = (one: string, other = ''): string => (other > one ? other : one)

const Form = z.object({
  contactId: z.number('required'),
  body: ScheduleBody.shape.body,
  day: z.string('required'),
  hour: Hour,
})

/** Texts of the errors by field. */
export function errorsOf(values: ScheduleValues, format: Format, now: number, inPast: string): Record<string, string> {
  const errors = rulesOf(Form)(values)
  const isPast = values.day !== null && isPassed(values.day, values.hour, format, now)
  return { ...(isPast && { hour: inPast }), ...errors }
}

/** The minute that has begun is not past. */
const isPassed = (day: string, hour: string, format: Format, now: number): boolean =>
  `${day} ${hour}` < `${format.day(now)} ${format.time(now)}`

/** The local time is sent, because the server knows the company's zone best. */
export function inputOf({
  contactId,
  body,
  day,
  hour,
  recurrence,
  recursUntil,
  whatsappId,
  template,
}: ScheduleValues): ScheduleInput {
  return {
    contactId: contactId ?? 0,
    body,
    sendAt: `${day ?? ''}T${hour}`,
    recurrence,
    recursUntil: recurrence === 'none' ? null : recursUntil,
    whatsappId: whatsappId === '' ? null : Number(whatsappId),
    template,
  }
}

/** What has changed, so that a colleague's changes of other fields stay. */
export const changeOf = (before: ScheduleValues, after: ScheduleValues): ScheduleChange => ({
  ...changesOf(inputOf(before), inputOf(after)),
  ...(after.removesMedia && { removeMedia: true }),
})
