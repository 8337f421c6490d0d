import { type CompanyView, monthsOf } from '@guiche/contract'

interface Subscription {
  /** YYYY-MM-DD; null: no end. */
  dueDate: string | null
  /** The day of the month that its due dates keep; null: that of the due date. */
  dueDay: number | null
  recurrence: CompanyView['recurrence']
}

/**
 * The next due date: the recurrence after the due date, or after today if that is later. Months are those of the
 * calendar. A day that a month lacks becomes its last day, and returns with the next longer month.
 */
export function renewed(
  { dueDate, dueDay, recurrence }: Subscription,
  today: string,
): { dueDate: string; dueDay: number } {
  const isRunning = dueDate !== null && dueDate >= today
  const from = parts(isRunning ? dueDate : today)
  const day = (isRunning ? dueDay : null) ?? from.day
  const months = from.month - 1 + monthsOf(recurrence)
  const year = from.year + Math.floor(months / 12)
  const month = (months % 12) + 1
  return { dueDate: written(year, month, Math.min(day, daysIn(year, month))), dueDay: day }
}

function parts(date: string): { year: number; month: number; day: number } {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return { year, month, day }
}

/** Day 0 of a month is the last day of the month before. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

const written = (year: number, month: number, day: number) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
