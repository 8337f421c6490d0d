import type { CompanySettings, ScheduleEntry } from '@guiche/contract'
import { dayAfter, localTime, minutesOf } from '#platform/local-time'
import { type Holidays, isHoliday } from './holidays.ts'

interface Schedules {
  company: readonly ScheduleEntry[]
  connection: readonly ScheduleEntry[]
  /** Undefined while the conversation has no queue. */
  queue?: readonly ScheduleEntry[] | undefined
}

/** The schedules that apply (setting scheduleType). Undefined: none do, so it is always open, also on holidays. */
export function schedulesOf(
  scheduleType: CompanySettings['scheduleType'],
  schedules: Schedules,
): readonly ScheduleEntry[] | undefined {
  switch (scheduleType) {
    case 'disabled':
      return undefined
    case 'company':
      return schedules.company
    case 'connection':
      return schedules.connection
    case 'queue':
      return schedules.queue
  }
}

interface Moment {
  at: Date
  timeZone: string
  holidays: Holidays
}

/**
 * Whether a moment is within service hours in the given time zone. A weekday without an entry is open all day; one
 * whose shifts are all empty is closed, and so is a holiday. The last minute of a shift is included. A shift whose end
 * is before its start runs past midnight and belongs to the day on which it begins: it runs on into a holiday, and one
 * of a holiday is closed until its end.
 */
export function isWithinHours(
  schedules: readonly ScheduleEntry[] | undefined,
  { at, timeZone, holidays }: Moment,
): boolean {
  if (!schedules) return true
  const { day, weekday, minute } = localTime(at, timeZone)
  const ofWeekday = (index: number) => schedules.find((entry) => entry.weekdayEn === weekdays[index])
  const yesterday = isHoliday(dayAfter(day, -1), holidays) ? [] : shiftsOf(ofWeekday((weekday + 6) % 7))
  if (yesterday.some(({ from, to }) => to < from && minute <= to)) return true
  if (isHoliday(day, holidays)) return false
  const today = ofWeekday(weekday)
  return !today || shiftsOf(today).some(({ from, to }) => from <= minute && (minute <= to || to < from))
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

function shiftsOf(entry: ScheduleEntry | undefined): { from: number; to: number }[] {
  if (!entry) return []
  return [
    { start: entry.startTimeA, end: entry.endTimeA },
    { start: entry.startTimeB, end: entry.endTimeB },
  ]
    .filter(({ start, end }) => start !== '' || end !== '')
    .map(({ start, end }) => ({ from: minutesOf(start), to: minutesOf(end) }))
}
