import { OnCallBody, type OnCallView, onCallWeekdays } from '@guiche/contract'
import i18next from 'i18next'
import { rulesOf } from '../../lib/form-rules.ts'

export interface DayValues {
  weekdayEn: (typeof onCallWeekdays)[number]
  startTime: string
  endTime: string
}

/** What the dialog edits. */
export type OnCallValues = {
  userId: string | null
  phone: string
  interval: number | string
  days: DayValues[]
  afterNotices: number | string
}

export const valuesOf = (row: OnCallView | undefined): OnCallValues => ({
  userId: row ? String(row.userId) : null,
  phone: row?.phone ?? '',
  interval: row?.interval ?? 1,
  days: onCallWeekdays.map((weekdayEn) => {
    const day = row?.days.find((one) => one.weekdayEn === weekdayEn)
    return { weekdayEn, startTime: day?.startTime ?? '', endTime: day?.endTime ?? '' }
  }),
  afterNotices: row?.afterNotices ?? 0,
})

export const bodyOf = ({ userId, phone, interval, days, afterNotices }: OnCallValues) => ({
  userId: Number(userId),
  phone,
  interval: Number(interval),
  days: days.map((day) => ({ ...day, weekday: i18next.t(`hours.days.${weekdayKey(day.weekdayEn)}`) })),
  afterNotices: Number(afterNotices),
})

const keys = {
  Monday: 'monday',
  Tuesday: 'tuesday',
  Wednesday: 'wednesday',
  Thursday: 'thursday',
  Friday: 'friday',
  Saturday: 'saturday',
  Sunday: 'sunday',
} as const
export const weekdayKey = (weekday: DayValues['weekdayEn']) => keys[weekday]

const check = rulesOf(OnCallBody)

/** An empty field says what it wants, as the specification does. */
export function rules(values: OnCallValues): Record<string, string> {
  const found = check({ ...values })
  if (values.phone.trim() === '') found['phone'] = i18next.t('ui.form.onCallPhone')
  if (String(values.interval).trim() === '') found['interval'] = i18next.t('ui.form.onCallInterval')
  return found
}
