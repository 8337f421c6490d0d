import { type OnCallView, onCallWeekdays } from '@guiche/contract'

/** A part of a day, in minutes since its midnight. */
interface Span {
  from: number
  to: number
}

interface PersonSpan extends Span {
  id: number
  name: string
  /** Is called only after notices to others. */
  isSecond: boolean
}

interface WeekDay {
  weekdayEn: (typeof onCallWeekdays)[number]
  people: PersonSpan[]
  /** When nobody is called at first: a second person waits for notices to somebody else. */
  gaps: Span[]
}

const midnight = 24 * 60
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Who is on call on each day of the week; a shift over midnight goes on in the day after. */
export function weekOf(roster: OnCallView[]): WeekDay[] {
  const days = onCallWeekdays.map((weekdayEn): WeekDay => ({ weekdayEn, people: [], gaps: [] }))
  for (const { id, user, days: shifts, afterNotices } of roster) {
    const person = { id, name: user.name, isSecond: afterNotices > 0 }
    for (const { weekdayEn, startTime, endTime } of shifts) {
      if (!startTime || !endTime) continue
      const index = onCallWeekdays.indexOf(weekdayEn)
      // The last minute of a shift belongs to it.
      const [from, to] = [minuteOf(startTime), minuteOf(endTime) + 1]
      const isOvernight = to <= from + 1
      days[index]?.people.push({ ...person, from, to: isOvernight ? midnight : to })
      if (isOvernight) days[(index + 1) % 7]?.people.push({ ...person, from: 0, to })
    }
  }
  for (const day of days) day.gaps = gapsOf(day.people.filter(({ isSecond }) => !isSecond))
  return days
}

function gapsOf(spans: Span[]): Span[] {
  const gaps: Span[] = []
  let reached = 0
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from > reached) gaps.push({ from: reached, to: from })
    reached = Math.max(reached, to)
  }
  if (reached < midnight) gaps.push({ from: reached, to: midnight })
  return gaps
}

/** 24:00 is the end of a day. */
export const hourOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const shareOf = (minutes: number): string => `${(minutes / midnight) * 100}%`
