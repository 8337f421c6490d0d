// Creating one is a hundred times slower than using it.
const clocks = new Map<string, Intl.DateTimeFormat>()

export interface LocalTime {
  /** YYYY-MM-DD */
  day: string
  /** From 0, Sunday, to 6. */
  weekday: number
  /** Since midnight. */
  minute: number
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** What calendars and clocks show in a time zone. */
export function localTime(at: Date, timeZone: string): LocalTime {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`,
    weekday: weekdays.findIndex((name) => name === parts.get('weekday')),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}

const msPerMinute = 60_000

/**
 * When clocks in a time zone show this time of a day. A time that daylight saving leaves out is moved by what was left out;
 * of one that comes twice, either.
 */
export function momentOf(day: string, minute: number, timeZone: string): Date {
  const wanted = Date.parse(day) + minute * msPerMinute
  const near = wanted - offsetAt(wanted, timeZone)
  const exact = wanted - offsetAt(near, timeZone)
  const isLeftOut = offsetAt(exact, timeZone) !== offsetAt(near, timeZone)
  return new Date(isLeftOut ? Math.max(near, exact) : exact)
}

/** In ms, to the minute. */
function offsetAt(at: number, timeZone: string): number {
  const { day, minute } = localTime(new Date(at), timeZone)
  return Date.parse(day) + minute * msPerMinute - Math.floor(at / msPerMinute) * msPerMinute
}

/** Minutes since midnight of a time such as 08:00. An empty one is midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const msPerDay = 86_400_000

/** The day that is so many days after another one. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * msPerDay).toISOString().slice(0, 10)
