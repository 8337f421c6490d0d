import type { BrazilianHoliday } from '@guiche/contract'

/** `on`: the same day of every year, as MM-DD. `afterEaster`: in days. */
const holidays: readonly ({ holiday: BrazilianHoliday } & ({ on: string } | { afterEaster: number }))[] = [
  { holiday: 'newYear', on: '01-01' },
  { holiday: 'carnivalMonday', afterEaster: -48 },
  { holiday: 'carnivalTuesday', afterEaster: -47 },
  { holiday: 'goodFriday', afterEaster: -2 },
  { holiday: 'tiradentes', on: '04-21' },
  { holiday: 'labor', on: '05-01' },
  { holiday: 'corpusChristi', afterEaster: 60 },
  { holiday: 'independence', on: '09-07' },
  { holiday: 'aparecida', on: '10-12' },
  { holiday: 'allSouls', on: '11-02' },
  { holiday: 'republic', on: '11-15' },
  { holiday: 'blackAwareness', on: '11-20' },
  { holiday: 'christmas', on: '12-25' },
]

interface HolidayOfYear {
  holiday: BrazilianHoliday
  /** YYYY-MM-DD */
  day: string
}

// They are looked up with every message.
const known = new Map<number, readonly HolidayOfYear[]>()

/** Brazil's national holidays, with Carnival and Corpus Christi, on which most companies close too. */
export function brazilianHolidaysOf(year: number): readonly HolidayOfYear[] {
  const remembered = known.get(year)
  if (remembered) return remembered
  const easter = easterOf(year)
  const days = holidays.map((entry) => ({
    holiday: entry.holiday,
    day: 'on' in entry ? `${String(year).padStart(4, '0')}-${entry.on}` : dayAfter(easter, entry.afterEaster),
  }))
  known.set(year, days)
  return days
}

const dayAfter = (start: Date, days: number): string =>
  new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** Easter Sunday in the Gregorian calendar, by the computation of Meeus, Jones and Butcher. */
function easterOf(year: number): Date {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1))
}
