import { AnnouncementBody, type AnnouncementView, type Api, type Input, type Priority } from '@guiche/contract'
import type { Format } from '../../lib/format.ts'
import { rulesOf } from '../../lib/form-rules.ts'

/** Select fields hold text. Days and hours are those of the operator's company. */
export type AnnouncementValues = {
  title: string
  text: string
  status: 'active' | 'inactive'
  priority: '1' | '2' | '3'
  fromDay: string | null
  fromHour: string
  untilDay: string | null
  untilHour: string
  planIds: string[]
}

/** Of a day without an hour. */
const usual = { from: '00:00', until: '23:59' }

export const valuesOf = (announcement: AnnouncementView | undefined, format: Format): AnnouncementValues => ({
  title: announcement?.title ?? '',
  text: announcement?.text ?? '',
  status: announcement?.status === false ? 'inactive' : 'active',
  priority: textOf(announcement?.priority ?? 3),
  fromDay: announcement?.validFrom ? format.day(announcement.validFrom) : null,
  fromHour: announcement?.validFrom ? format.time(announcement.validFrom) : '',
  untilDay: announcement?.validUntil ? format.day(announcement.validUntil) : null,
  untilHour: announcement?.validUntil ? format.time(announcement.validUntil) : '',
  planIds: announcement?.planIds?.map(String) ?? [],
})

const textOf = (priority: Priority): AnnouncementValues['priority'] => `${priority}`

/** The local times are sent, because the server knows the company's zone best. */
export const bodyOf = (values: AnnouncementValues): Required<Input<Api['createAnnouncement']>['body']> => ({
  title: values.title,
  text: values.text,
  status: values.status === 'active',
  priority: Number(values.priority),
  validFrom: momentOf(values.fromDay, values.fromHour || usual.from),
  validUntil: momentOf(values.untilDay, values.untilHour || usual.until),
  planIds: values.planIds.length > 0 ? values.planIds.map(Number) : null,
})

const momentOf = (day: string | null, hour: string): string | null => (day ? `${day}T${hour}` : null)

const textRules = rulesOf(AnnouncementBody.pick({ title: true, text: true }))

/** Texts of the errors by field. */
export function errorsOf(values: AnnouncementValues, texts: { beforeStart: string }): Record<string, string> {
  const { validFrom, validUntil } = bodyOf(values)
  const isBefore = validFrom && validUntil && validUntil <= validFrom
  return { ...textRules(values), ...(isBefore && { untilDay: texts.beforeStart }) }
}
