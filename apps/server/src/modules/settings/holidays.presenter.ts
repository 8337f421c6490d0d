import type { HolidayView } from '@guiche/contract'
import { brazilianHolidaysOf } from './brazilian-holidays.ts'
import type { HolidayRow } from './holidays.repository.ts'

interface Year {
  year: number
  /** Brazil's holidays count. */
  hasNational: boolean
}

/** The days of a year, in its order. A national holiday on a day of the company is left out, because it does not count. */
export function presentYear(rows: readonly HolidayRow[], { year, hasNational }: Year): HolidayView[] {
  const own = rows.flatMap((row) => ownDayIn(year, row) ?? [])
  const taken = new Set(own.map(({ day }) => day))
  const opened = new Map(rows.map(({ holiday, id }) => [holiday, id]))
  const national = (hasNational ? brazilianHolidaysOf(year) : []).filter(({ day }) => !taken.has(day))
  return [
    ...own,
    ...national.map(({ holiday, day }) => {
      const id = opened.get(holiday) ?? null
      return { id, holiday, day, name: '', isOpen: id !== null, isYearly: true }
    }),
  ].toSorted((a, b) => a.day.localeCompare(b.day))
}

/** As stored, a yearly day in the year for which it was added. */
export const presentOwnDay = ({ id, holiday, day, name, is_open, is_yearly }: HolidayRow): HolidayView => ({
  id,
  holiday,
  day: day ?? '',
  name,
  isOpen: is_open,
  isYearly: is_yearly,
})

function ownDayIn(year: number, row: HolidayRow): HolidayView | undefined {
  if (row.day === null) return undefined
  const prefix = String(year).padStart(4, '0')
  if (!row.is_yearly) return row.day.startsWith(`${prefix}-`) ? presentOwnDay(row) : undefined
  const day = `${prefix}${row.day.slice(4)}`
  return exists(day) ? { ...presentOwnDay(row), day } : undefined
}

/** The 29th of February does not exist in most years. */
const exists = (day: string): boolean => new Date(day).toISOString().startsWith(day)
