import { type LocalTime, dayAfter, localTime, minutesOf, momentOf } from '#platform/local-time'

export interface QuietHours {
  /** HH:MM. The hours may run over midnight. */
  from: string
  until: string
}

export interface Quiet {
  timeZone: string
  /** All of them count. */
  hours: readonly QuietHours[]
  sundays: boolean
  /** Undefined: holidays are days like others. `day`: YYYY-MM-DD. */
  isHoliday: ((day: string) => boolean) | undefined
}

/** In days. Nobody closes for longer; whatever closes for longer has no end. */
const looksAhead = 60

/** Undefined: it is not quiet. Null: no end is in sight. */
export function quietUntil(at: Date, quiet: Quiet): Date | null | undefined {
  if (isOpen(at, quiet)) return undefined
  const today = localTime(at, quiet.timeZone).day
  // It ends where quiet hours end, or with a day.
  const ends = [0, ...quiet.hours.map(({ until }) => minutesOf(until))].toSorted((one, other) => one - other)
  for (let days = 0; days <= looksAhead; days += 1)
    for (const minute of ends) {
      const end = momentOf(dayAfter(today, days), minute, quiet.timeZone)
      if (end > at && isOpen(end, quiet)) return end
    }
  return null
}

/** In ms. */
export interface OpenWindow {
  from: number
  until: number
}

const minutesPerDay = 1440

/** When it is not quiet on a day (YYYY-MM-DD), in order. */
export function openWindows(day: string, quiet: Quiet): OpenWindow[] {
  const weekday = new Date(day).getUTCDay()
  const changes = quiet.hours.flatMap(({ from, until }) => [minutesOf(from), minutesOf(until)])
  const minutes = [...new Set([0, ...changes])].toSorted((one, other) => one - other)
  return minutes.flatMap((minute, nth) => {
    if (!isOpenAt({ day, weekday, minute }, quiet)) return []
    const from = momentOf(day, minute, quiet.timeZone).getTime()
    const end = minutes[nth + 1] ?? minutesPerDay
    const until =
      end === minutesPerDay ? momentOf(dayAfter(day, 1), 0, quiet.timeZone) : momentOf(day, end, quiet.timeZone)
    return from < until.getTime() ? [{ from, until: until.getTime() }] : []
  })
}

const isOpen = (at: Date, quiet: Quiet): boolean => isOpenAt(localTime(at, quiet.timeZone), quiet)

function isOpenAt({ day, weekday, minute }: LocalTime, { hours, sundays, isHoliday }: Quiet): boolean {
  if (sundays && weekday === 0) return false
  return !hours.some((one) => isWithin(minute, one)) && !isHoliday?.(day)
}

function isWithin(minute: number, hours: QuietHours): boolean {
  const [from, until] = [minutesOf(hours.from), minutesOf(hours.until)]
  return from < until ? from <= minute && minute < until : from !== until && (minute >= from || minute < until)
}
