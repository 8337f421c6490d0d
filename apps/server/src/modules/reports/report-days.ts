/** A day of a report, and how many of its attendances began on it. */
export interface ReportDay {
  day: string
  count: number
}

export const lengthOf = (days: readonly ReportDay[]): number => days.reduce((sum, { count }) => sum + count, 0)

/** The day on which the row begins that has so many before it, and how many of these began on the same day. */
export function placeOf(days: readonly ReportDay[], offset: number): { day: string; offset: number } | undefined {
  let left = offset
  for (const { day, count } of days) {
    if (left < count) return { day, offset: left }
    left -= count
  }
  return undefined
}
