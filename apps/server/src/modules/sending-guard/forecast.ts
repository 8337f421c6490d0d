import { dayAfter, localTime } from '#platform/local-time'
import type { SendingBounds } from '#platform/process/config'
import type { Holidays } from '#modules/settings'
import type { GuardRow } from './guards.repository.ts'
import { mostOn, quietOf, roomOf } from './room.ts'
import { type OpenWindow, openWindows } from './rules/quiet-hours.ts'

/** What a number may do on one of the next days. */
export interface OpenDay {
  windows: readonly OpenWindow[]
  strangers: number
  known: number
}

/** What a number may do if nothing goes wrong. */
export interface Forecast {
  /** It does nothing until a person ends that. */
  isPaused: boolean
  /** Its network forbids it to start talks for some time. */
  isLimited: boolean
  days: readonly OpenDay[]
}

/** In days. */
const looksAhead = 60
const msPerDay = 86_400_000

interface Ahead {
  days: Holidays
  /** In ms. */
  from: number
}

/**
 * What it may do from a moment on. A number that is offline counts as if it came back at once. What other campaigns and people
 * will use of its budgets is not known.
 */
export function forecastOf(row: GuardRow, bounds: SendingBounds, { days, from }: Ahead): Forecast {
  const isLimited = row.limited_until !== null
  if (row.pause_reason !== null) return { isPaused: true, isLimited, days: [] }
  const opens = Math.max(from, row.limited_until?.getTime() ?? 0)
  const quiet = quietOf(row, bounds, days)
  const { left } = roomOf(row, bounds, days)
  const first = Date.parse(localTime(new Date(from), row.timezone).day)
  const until = Math.max(0, Math.round((first - Date.parse(row.today)) / msPerDay))
  return {
    isPaused: false,
    isLimited,
    days: Array.from({ length: looksAhead }, (_, nth) => {
      const later = until + nth
      const windows = openWindows(dayAfter(row.today, later), quiet)
        .filter((window) => window.until > opens)
        .map((window) => ({ ...window, from: Math.max(window.from, opens) }))
      return { windows, ...(later === 0 ? left : mostOn(row, bounds, later)) }
    }),
  }
}
