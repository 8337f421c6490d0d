/** YYYY-MM-DD, a day of the company's calendar. Days are computed in UTC, where each has 24 hours. */
export type Day = string

export type CalendarView = 'month' | 'week' | 'day'

export const dateOf = (day: Day): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)

export function addDays(day: Day, count: number): Day {
  const date = dateOf(day)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}

/** The same day of another month, or the last one of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const date = dateOf(day)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count + 1, 0))
  return dayOf(
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date.getUTCDate(), last.getUTCDate()))),
  )
}

/** The days of the week of a day. `first`: its first weekday, 0 is Sunday. */
export function weekOf(day: Day, first: number): Day[] {
  const since = (dateOf(day).getUTCDay() - first + 7) % 7
  return Array.from({ length: 7 }, (_, index) => addDays(day, index - since))
}

/** The weeks that a month touches. */
export function weeksOfMonth(day: Day, first: number): Day[][] {
  const weeks: Day[][] = []
  const next = addMonths(`${day.slice(0, 8)}01`, 1)
  for (let start = weekOf(`${day.slice(0, 8)}01`, first)[0] ?? day; start < next; start = addDays(start, 7))
    weeks.push(weekOf(start, first))
  return weeks
}

export const isSameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7)

/** The days that a view shows: from the first until before the last. */
export function rangeOf(view: CalendarView, day: Day, first: number): { from: Day; until: Day } {
  if (view === 'day') return { from: day, until: addDays(day, 1) }
  const days = view === 'week' ? weekOf(day, first) : weeksOfMonth(day, first).flat()
  return { from: days[0] ?? day, until: addDays(days.at(-1) ?? day, 1) }
}

/** The day to show after a step forwards (1) or backwards (-1). */
export function stepped(view: CalendarView, day: Day, step: 1 | -1): Day {
  if (view === 'month') return addMonths(day, step)
  return addDays(day, view === 'week' ? 7 * step : step)
}
