import { type OnCallNotice, type OnCallView, onCallWeekdays } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { type NoticeRow, type OnCallRow, readDays } from './on-call.repository.ts'

/** The names that existing clients show. */
const names = {
  Monday: 'Segunda-feira',
  Tuesday: 'Terça-feira',
  Wednesday: 'Quarta-feira',
  Thursday: 'Quinta-feira',
  Friday: 'Sexta-feira',
  Saturday: 'Sábado',
  Sunday: 'Domingo',
} as const

export function presentOnCall(row: OnCallRow): OnCallView {
  const stored = readDays(row.days)
  return {
    id: row.id,
    companyId: row.company_id,
    userId: row.user_id,
    user: { id: row.user_id, name: row.user_name },
    phone: row.phone,
    interval: row.interval_minutes,
    days: onCallWeekdays.map((weekdayEn) => {
      const day = stored.find((one) => one.weekdayEn === weekdayEn)
      return {
        weekday: day?.weekday || names[weekdayEn],
        weekdayEn,
        startTime: day?.startTime ?? null,
        endTime: day?.endTime ?? null,
      }
    }),
    afterNotices: row.after_notices,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** How a notice has reached the person so far. */
export function wayOf({ status, is_in_house }: Pick<NoticeRow, 'status' | 'is_in_house'>): OnCallNotice['way'] {
  if (status === 'sent') return 'message'
  if (status === 'mailed') return 'mail'
  if (is_in_house) return 'house'
  if (status === 'waiting') return 'waiting'
  // The row of a message goes with its connection.
  return status === 'failed' ? 'unsent' : 'message'
}
