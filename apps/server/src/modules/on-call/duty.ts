import { type OnCallDay, onCallWeekdays } from '@guiche/contract'
import { localTime, minutesOf } from '#platform/local-time'

/**
 * Whether somebody with these shifts is on call. The last minute of a shift is included. One that ends before or when it
 * begins runs over midnight, and belongs to the day on which it begins.
 */
export function isOnDuty(days: readonly OnCallDay[], at: Date, timeZone: string): boolean {
  const { weekday, minute } = localTime(at, timeZone)
  // `localTime` counts from Sunday.
  const [today, yesterday] = [shiftOf(days, weekday + 6), shiftOf(days, weekday + 5)]
  if (yesterday && yesterday.to <= yesterday.from && minute <= yesterday.to) return true
  return today !== undefined && today.from <= minute && (minute <= today.to || today.to <= today.from)
}

function shiftOf(days: readonly OnCallDay[], weekday: number): { from: number; to: number } | undefined {
  const day = days.find(({ weekdayEn }) => weekdayEn === onCallWeekdays[weekday % 7])
  if (!day?.startTime || !day.endTime) return undefined
  return { from: minutesOf(day.startTime), to: minutesOf(day.endTime) }
}
