import type { DashboardSeries } from '@guiche/contract'

type Row = DashboardSeries['rows'][number]

export interface Step {
  key: string
  /** The first and the last day; undefined: an hour of the day. */
  days: { from: string; to: string } | undefined
  count: number
  before: number | undefined
}

/** More days than these are counted by month. */
const mostDays = 92

/** Days, or months of a long period, each with the same step of the period before. */
export function daySteps(rows: readonly Row[], before: readonly Row[]): Step[] {
  const isLong = rows.length > mostDays
  const [steps, earlier] = [rows, before].map((series) => (isLong ? byMonth(series) : series.map(single)))
  return (steps ?? []).map((step, nth) => ({ ...step, before: earlier?.[nth]?.count }))
}

export const hourSteps = (rows: readonly Row[], before: readonly Row[]): Step[] =>
  rows.map(({ key, count }, nth) => ({ key, days: undefined, count, before: before[nth]?.count }))

const single = ({ key, count }: Row) => ({ key, days: { from: key, to: key }, count })

function byMonth(rows: readonly Row[]) {
  const months = new Map<string, { key: string; days: { from: string; to: string }; count: number }>()
  for (const { key, count } of rows) {
    const month = key.slice(0, 7)
    const known = months.get(month)
    months.set(month, {
      key: month,
      days: { from: known?.days.from ?? key, to: key },
      count: (known?.count ?? 0) + count,
    })
  }
  return [...months.values()]
}
