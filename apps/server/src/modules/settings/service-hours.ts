import type { CompanySettings, ScheduleEntry } from '@guiche/contract'

interface Schedules {
  company: readonly ScheduleEntry[]
  connection: readonly ScheduleEntry[]
  /** Undefined while the conversation has no queue. */
  queue?: readonly ScheduleEntry[] | undefined
}

/** The schedules that apply (setting scheduleType). Empty: always open. */
export function schedulesOf(
  scheduleType: CompanySettings['scheduleType'],
  schedules: Schedules,
): readonly ScheduleEntry[] {
  switch (scheduleType) {
    case 'disabled':
      return []
    case 'company':
      return schedules.company
    case 'connection':
      return schedules.connection
    case 'queue':
      return schedules.queue ?? []
  }
}

/**
 * Whether a moment is within service hours in the given time zone. A weekday without an entry is open all day; one
 * whose shifts are all empty is closed. The last minute of a shift is included, and a shift whose end is before its
 * start runs past midnight.
 */
export function isWithinHours(
  schedules: readonly ScheduleEntry[],
  { at, timeZone }: { at: Date; timeZone: string },
): boolean {
  const { weekday, minute } = localTime(at, timeZone)
  const today = schedules.find((entry) => entry.weekdayEn === weekdays[weekday])
  const yesterday = schedules.find((entry) => entry.weekdayEn === weekdays[(weekday + 6) % 7])
  if (!today) return true
  return (
    shiftsOf(today).some(({ from, to }) => from <= minute && (minute <= to || to < from)) ||
    shiftsOf(yesterday).some(({ from, to }) => to < from && minute <= to)
  )
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

function shiftsOf(entry: ScheduleEntry | undefined): { from: number; to: number }[] {
  if (!entry) return []
  return [
    { start: entry.startTimeA, end: entry.endTimeA },
    { start: entry.startTimeB, end: entry.endTimeB },
  ]
    .filter(({ start, end }) => start !== '' || end !== '')
    .map(({ start, end }) => ({ from: minutesOf(start), to: minutesOf(end) }))
}

/** An empty start or end is midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

// Creating one is a hundred times slower than using it.
const clocks = new Map<string, Intl.DateTimeFormat>()

function localTime(at: Date, timeZone: string): { weekday: number; minute: number } {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: weekdays.findIndex((name) => name === parts.get('weekday')?.toLowerCase()),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}
