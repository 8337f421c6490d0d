import type { BrazilianHoliday } from '@guiche/contract'
import { brazilianHolidaysOf } from './brazilian-holidays.ts'

/** A day that a company closes or opens. */
export interface CompanyDay {
  /** YYYY-MM-DD */
  day: string
  isOpen: boolean
  /** In every year. */
  isYearly: boolean
}

/** What decides whether a day is a holiday of a company. */
export interface Holidays {
  /** Brazil's holidays count (setting nationalHolidays). */
  hasNational: boolean
  /** National holidays on which the company is open. */
  opened: readonly BrazilianHoliday[]
  days: readonly CompanyDay[]
}

/** A day of the company decides before a yearly one, and that before the national holidays. `day`: YYYY-MM-DD. */
export function isHoliday(day: string, { hasNational, opened, days }: Holidays): boolean {
  const own =
    days.find((entry) => !entry.isYearly && entry.day === day) ??
    days.find((entry) => entry.isYearly && entry.day.slice(4) === day.slice(4))
  if (own) return !own.isOpen
  if (!hasNational) return false
  return brazilianHolidaysOf(Number(day.slice(0, 4))).some(
    (national) => national.day === day && !opened.includes(national.holiday),
  )
}
