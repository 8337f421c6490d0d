import { useTranslation } from 'react-i18next'
import { type Language, languages, toLanguage } from './languages.ts'
import { useSession } from './session.ts'

type When = string | number | Date

export interface Format {
  /** DD/MM/YYYY */
  date: (when: When) => string
  /** HH:mm */
  time: (when: When) => string
  /** DD/MM/YYYY HH:mm */
  dateTime: (when: When) => string
  /** DD/MM/YY HH:mm, in tables (docs/requirements/back-office.md, section 9). */
  tableTime: (when: When) => string
  /** YYYY-MM-DD in the company's time zone: the key of a day. */
  day: (when: When) => string
  /** "Hoje", "Ontem", DD/MM/YYYY */
  dayName: (when: When) => string
  /** For lists: the time today, else the day's name. */
  moment: (when: When) => string
  /** Start and end: times if on the same day, else dates with times. */
  span: (span: { since: When; until: When }) => { since: string; until: string }
  /** Of what is to come: the time within a day from now, else date and time. */
  ahead: (when: When) => string
  /** "agora", "há 5 minutos" */
  relative: (when: When) => string
  /** "2 min", "3 h", "5 d" */
  duration: (milliseconds: number) => string
  /** What is left of a term of hours, to the minute: "23 h 12 min"; from two days on "2 dias" */
  countdown: (milliseconds: number) => string
  /** "12 s"; from a minute on the same as `duration`. */
  lapse: (seconds: number) => string
  number: (value: number) => string
  /** 0.979 as "97,9%" */
  percent: (share: number) => string
  /** The decimal text of an amount, in reais unless it says: "99.90" as "R$ 99,90" */
  money: (decimal: string, currency?: string) => string
  /** The same without cents, and large amounts in short, for an axis: "R$ 25 mil" */
  shortMoney: (amount: number) => string
  /** YYYY-MM as "novembro de 2026" */
  month: (month: string) => string
  /** YYYY-MM as "nov." */
  shortMonth: (month: string) => string
  /** "1,4 MB" */
  fileSize: (bytes: number) => string
}

/** Numbers and dates in the person's language and the company's time zone, or in that of another company. */
export function useFormat(otherZone?: string): Format {
  const { i18n } = useTranslation()
  const session = useSession()
  const language = toLanguage(i18n.language) ?? 'pt'
  const timeZone = session.status === 'in' ? session.user.company.timezone : undefined
  return sharedFormat(language, otherZone ?? timeZone)
}

const made = new Map<string, Format>()

/** Shared by all components: creating a format takes about a millisecond, and every bubble needs one. */
function sharedFormat(language: Language, timeZone: string | undefined): Format {
  const name = `${language} ${timeZone ?? ''}`
  const known = made.get(name)
  if (known) return known
  const format = formatOf(language, timeZone)
  made.set(name, format)
  return format
}

/** For code outside of components; inside use `useFormat`. */
export function formatOf(language: Language, timeZone?: string, now: () => number = Date.now): Format {
  const { tag } = languages[language]
  // DD/MM/YYYY and 24 hours in every language (docs/requirements/workspace.md, section 9).
  const date = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
  const shortDate = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: '2-digit' })
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'always' })
  const near = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const number = new Intl.NumberFormat(tag)
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1, roundingMode: 'floor' })
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'BRL' })
  const shortMoney = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'BRL',
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  })
  const month = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', month: 'long', year: 'numeric' })
  const shortMonth = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', month: 'short' })
  const inUnit = unitFormats(tag)

  const format: Format = {
    date: (when) => date.format(new Date(when)),
    time: (when) => time.format(new Date(when)),
    dateTime: (when) => `${format.date(when)} ${format.time(when)}`,
    tableTime: (when) => `${shortDate.format(new Date(when))} ${format.time(when)}`,
    day: (when) => day.format(new Date(when)),
    dayName: (when) => {
      const passed = (Date.parse(format.day(now())) - Date.parse(format.day(when))) / days
      return passed === 0 || passed === 1 ? capital(near.format(-passed, 'day'), tag) : format.date(when)
    },
    moment: (when) => (format.day(when) === format.day(now()) ? format.time(when) : format.dayName(when)),
    span: ({ since, until }) => {
      const say = format.day(since) === format.day(until) ? format.time : format.dateTime
      return { since: say(since), until: say(until) }
    },
    ahead: (when) => (new Date(when).getTime() - now() < days ? format.time(when) : format.dateTime(when)),
    relative: (when) => {
      const { value, unit } = largestUnit(now() - new Date(when).getTime())
      return value === 0 ? near.format(0, 'second') : relative.format(-value, unit)
    },
    duration: (milliseconds) => {
      const { value, unit } = largestUnit(Math.max(0, milliseconds))
      return inUnit({ unit, unitDisplay: 'short' }).format(value)
    },
    countdown: (milliseconds) => {
      if (milliseconds < hours || milliseconds >= 2 * days) return format.duration(milliseconds)
      const whole = Math.floor(milliseconds / hours)
      const rest = Math.floor((milliseconds % hours) / minutes)
      const long = inUnit({ unit: 'hour', unitDisplay: 'short' }).format(whole)
      return rest === 0 ? long : `${long} ${inUnit({ unit: 'minute', unitDisplay: 'short' }).format(rest)}`
    },
    lapse: (seconds) =>
      seconds < 60 ? inUnit({ unit: 'second', unitDisplay: 'short' }).format(seconds) : format.duration(seconds * 1000),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    money: (decimal, currency = 'BRL') =>
      (currency === 'BRL' ? money : new Intl.NumberFormat(tag, { style: 'currency', currency })).format(
        Number(decimal),
      ),
    shortMoney: (amount) => shortMoney.format(amount),
    month: (text) => month.format(firstDayOf(text)),
    shortMonth: (text) => shortMonth.format(firstDayOf(text)),
    fileSize: (bytes) => {
      const { value, unit } = sizeOf(bytes)
      return inUnit({
        unit,
        unitDisplay: unit === 'byte' ? 'narrow' : 'short',
        maximumFractionDigits: value < 10 && unit !== 'byte' ? 1 : 0,
      }).format(value)
    },
  }
  return format
}

/** Created once each: creating one takes longer than formatting a hundred numbers. */
function unitFormats(tag: string): (options: Intl.NumberFormatOptions) => Intl.NumberFormat {
  const made = new Map<string, Intl.NumberFormat>()
  return (options) => {
    const name = JSON.stringify(options)
    const known = made.get(name)
    if (known) return known
    const format = new Intl.NumberFormat(tag, { style: 'unit', ...options })
    made.set(name, format)
    return format
  }
}

const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

function largestUnit(milliseconds: number): { value: number; unit: 'minute' | 'hour' | 'day' } {
  if (milliseconds >= days) return { value: Math.floor(milliseconds / days), unit: 'day' }
  if (milliseconds >= hours) return { value: Math.floor(milliseconds / hours), unit: 'hour' }
  return { value: Math.max(0, Math.floor(milliseconds / minutes)), unit: 'minute' }
}

function sizeOf(bytes: number) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  return { value: bytes / 1024 ** step, unit: units[step] ?? 'byte' }
}

function capital(text: string, tag: string): string {
  return text.slice(0, 1).toLocaleUpperCase(tag) + text.slice(1)
}

const firstDayOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** A day (YYYY-MM-DD) as it is shown: DD/MM/YYYY. */
export const writtenDay = (day: string): string => day.split('-').toReversed().join('/')
