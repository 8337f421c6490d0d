import { dayAfter, localTime, minutesOf, momentOf } from '#platform/local-time'

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

function isOpen(at: Date, { timeZone, hours, sundays, isHoliday }: Quiet): boolean {
  const { day, weekday, minute } = localTime(at, timeZone)
  if (sundays && weekday === 0) return false
  return !hours.some((one) => isWithin(minute, one)) && !isHoliday?.(day)
}

function isWithin(minute: number, hours: QuietHours): boolean {
  const [from, until] = [minutesOf(hours.from), minutesOf(hours.until)]
  return from < until ? from <= minute && minute < until : from !== until && (minute >= from || minute < until)
}
