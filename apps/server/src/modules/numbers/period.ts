import { type DashboardQuery, limits } from '@guiche/contract'
import { badRequest } from '#platform/errors'
import { dayAfter } from '#platform/local-time'

/** Days in the company's time zone, both included. */
export interface Period {
  from: string
  to: string
}

type Asked = Pick<DashboardQuery, 'days' | 'date_from' | 'date_to'>

/** The days that are asked for (contract, `DashboardQuery`). Throws ERR_PERIOD_ORDER or ERR_PERIOD_TOO_LONG. */
export function periodOf({ days, date_from, date_to }: Asked, today: string): Period {
  if (!date_from && !date_to && days) return { from: dayAfter(today, 1 - days), to: today }
  const month = (date_from || date_to || today).slice(0, 7)
  const period = { from: date_from || `${month}-01`, to: date_to || lastOf(month) }
  if (period.to < period.from) throw badRequest('ERR_PERIOD_ORDER')
  if (lengthOf(period) > limits.dashboardDays) throw badRequest('ERR_PERIOD_TOO_LONG')
  return period
}

const msPerDay = 86_400_000

const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / msPerDay + 1

/** The last day of a month (YYYY-MM). */
export function lastOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next =
    number === 12
      ? `${String(year + 1).padStart(4, '0')}-01`
      : `${month.slice(0, 4)}-${String(number + 1).padStart(2, '0')}`
  return dayAfter(`${next}-01`, -1)
}

/**
 * The period before, as long as this one. Of a period that is not over it has only as many days as that has had, so
 * that both can be compared.
 */
export function periodBefore(period: Period, today: string): Period {
  const from = dayAfter(period.from, -lengthOf(period))
  const had = today < period.from || today > period.to ? period.to : today
  return { from, to: dayAfter(from, lengthOf({ from: period.from, to: had }) - 1) }
}

/** Every day of the period until today. */
export function daysOf({ from, to }: Period, today: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to && day <= today; day = dayAfter(day, 1)) days.push(day)
  return days
}
