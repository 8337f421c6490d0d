import type { CompanySettings, ScheduleEntry } from '@guiche/contract'
import { dayAfter, localTime, minutesOf, momentOf } from '#platform/local-time'
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

interface Span {
  from: Date
  until: Date
  timeZone: string
  holidays: Holidays
}

/** How many whole seconds between two moments are within service hours, by the rules of `isWithinHours`. */
export function serviceSeconds(
  schedules: readonly ScheduleEntry[] | undefined,
  { from, until, timeZone, holidays }: Span,
): number {
  const [begin, end] = [from.getTime(), until.getTime()]
  if (!schedules) return Math.floor((end - begin) / 1000)
  const last = localTime(until, timeZone).day
  let open = 0
  /** Shifts may overlap, also with that of the night before. */
  let counted = begin
  for (let day = dayAfter(localTime(from, timeZone).day, -1); day <= last; day = dayAfter(day, 1)) {
    if (isHoliday(day, holidays)) continue
    for (const shift of shiftsOfDay(schedules, day)) {
      const since = Math.max(momentOf(day, shift.from, timeZone).getTime(), counted)
      const to = Math.min(momentOf(day, shift.to, timeZone).getTime(), end)
      if (to <= since) continue
      open += to - since
      counted = to
    }
  }
  return Math.floor(open / 1000)
}

const minutesPerDay = 24 * 60

/** In minutes since midnight of the day, in order; a shift of the night ends on the next day. */
function shiftsOfDay(schedules: readonly ScheduleEntry[], day: string): { from: number; to: number }[] {
  const weekday = weekdays[new Date(day).getUTCDay()]
  const entry = schedules.find((one) => one.weekdayEn === weekday)
  if (!entry) return [{ from: 0, to: minutesPerDay }]
  return shiftsOf(entry)
    .map(({ from, to }) => ({ from, to: (to < from ? to + minutesPerDay : to) + 1 }))
    .toSorted((one, other) => one.from - other.from)
}
