import type { ScheduleEntry } from '@guiche/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Holidays } from './holidays.ts'
import { isWithinHours, schedulesOf, serviceSeconds } from './service-hours.ts'

const none: Holidays = { hasNational: false, opened: [], days: [] }
const national: Holidays = { ...none, hasNational: true }

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const shift = (weekdayEn: ScheduleEntry['weekdayEn'], a: string, b = ''): ScheduleEntry => {
  const [startTimeA = '', endTimeA = ''] = a.split('-')
  const [startTimeB = '', endTimeB = ''] = b.split('-')
  return { weekday: weekdayEn, weekdayEn, startTimeA, endTimeA, startTimeB, endTimeB }
}

// 2026-11-16 is a Monday; São Paulo is three hours behind UTC.
const saoPaulo = { timeZone: 'America/Sao_Paulo', holidays: none }
const monday = [shift('monday', '08:00-12:00', '13:00-18:00')]

describe('two shifts on a Monday in São Paulo', () => {
  test.each([
    ['2026-11-16T10:59:59Z', false, 'a second before the first shift'],
    ['2026-11-16T11:00:00Z', true, 'when the first shift begins'],
    ['2026-11-16T15:00:30Z', true, 'within the last minute of the first shift'],
    ['2026-11-16T15:01:00Z', false, 'in the lunch break'],
    ['2026-11-16T16:00:00Z', true, 'when the second shift begins'],
    ['2026-11-16T21:00:59Z', true, 'within the last minute of the second shift'],
    ['2026-11-16T21:01:00Z', false, 'after work'],
    ['2026-11-17T02:30:00Z', false, 'on Monday evening, though in UTC it is Tuesday'],
    ['2026-11-17T12:00:00Z', true, 'on Tuesday, which has no entry'],
  ])('%s is open: %s (%s)', (at, isOpen) => {
    expect(isWithinHours(monday, { at: new Date(at), ...saoPaulo })).toBe(isOpen)
  })
})

describe('the time zone of the company decides', () => {
  test.each([
    ['America/Sao_Paulo', false],
    ['UTC', true],
    ['Asia/Tokyo', false],
    ['Europe/Istanbul', false],
  ])('09:30 in UTC lies within 08:00 to 12:00 or 13:00 to 18:00 in %s: %s', (timeZone, isOpen) => {
    expect(isWithinHours(monday, { at: new Date('2026-11-16T09:30:00Z'), timeZone, holidays: none })).toBe(isOpen)
  })

  test('daylight saving time is respected', () => {
    const nine = [shift('monday', '09:00-10:00')]

    const newYork = { timeZone: 'America/New_York', holidays: none }

    expect(isWithinHours(nine, { at: new Date('2026-07-13T13:30:00Z'), ...newYork })).toBe(true)
    expect(isWithinHours(nine, { at: new Date('2026-12-14T13:30:00Z'), ...newYork })).toBe(false)
  })
})

describe('incomplete entries', () => {
  const at = (time: string) => ({ at: new Date(`2026-11-16T${time}:00Z`), timeZone: 'UTC', holidays: none })

  test.each([
    ['no entries at all', [], '03:00', true],
    ['a day whose shifts are empty', [shift('monday', '')], '12:00', false],
    ['a day whose shifts are empty, at midnight', [shift('monday', '')], '00:00', false],
    ['an empty start is midnight', [shift('monday', '-06:00')], '00:00', true],
    ['an empty end is midnight', [shift('monday', '20:00-')], '23:59', true],
    ['an empty end is midnight, before', [shift('monday', '20:00-')], '19:59', false],
    ['the second shift alone', [shift('monday', '', '13:00-18:00')], '14:00', true],
    ['all day', [shift('monday', '00:00-23:59')], '23:59', true],
  ])('%s', (_, schedules, time, isOpen) => {
    expect(isWithinHours(schedules, at(time))).toBe(isOpen)
  })
})

describe('a shift that runs past midnight', () => {
  const night = [shift('monday', '22:00-06:00'), shift('tuesday', ''), shift('sunday', '')]

  test.each([
    ['2026-11-16T21:59:00Z', false],
    ['2026-11-16T22:00:00Z', true],
    ['2026-11-17T05:59:00Z', true],
    ['2026-11-17T06:01:00Z', false],
    ['2026-11-16T05:00:00Z', false],
  ])('%s is open: %s', (at, isOpen) => {
    expect(isWithinHours(night, { at: new Date(at), timeZone: 'UTC', holidays: none })).toBe(isOpen)
  })
})

test('the setting decides whose hours apply, and without a queue there are none', () => {
  const company = [shift('monday', '01:00-02:00')]
  const connection = [shift('monday', '03:00-04:00')]
  const queue = [shift('monday', '05:00-06:00')]

  expect(schedulesOf('disabled', { company, connection, queue })).toBeUndefined()
  expect(schedulesOf('company', { company, connection, queue })).toBe(company)
  expect(schedulesOf('connection', { company, connection, queue })).toBe(connection)
  expect(schedulesOf('queue', { company, connection, queue })).toBe(queue)
  expect(schedulesOf('queue', { company, connection })).toBeUndefined()
})

describe('a national holiday', () => {
  const everyDay = weekdays.map((day) => shift(day, '08:00-18:00'))

  test.each([
    ['2027-01-01T15:00:00Z', false, 'New Year'],
    ['2026-01-02T15:00:00Z', true, 'the day after New Year'],
    ['2027-02-08T15:00:00Z', false, 'Carnival Monday'],
    ['2027-02-09T15:00:00Z', false, 'Carnival Tuesday'],
    ['2027-02-10T15:00:00Z', true, 'Ash Wednesday'],
    ['2026-04-03T15:00:00Z', false, 'Good Friday'],
    ['2027-04-03T15:00:00Z', true, 'the date of Good Friday in the year before'],
    ['2026-06-04T15:00:00Z', false, 'Corpus Christi'],
    ['2026-11-20T15:00:00Z', false, 'the day of Black Awareness'],
    ['2028-12-25T15:00:00Z', false, 'Christmas'],
  ])('%s is open: %s (%s)', (at, isOpen) => {
    expect(isWithinHours(everyDay, { at: new Date(at), timeZone: 'America/Sao_Paulo', holidays: national })).toBe(
      isOpen,
    )
  })

  test('closes weekdays without an entry too', () => {
    const christmas = { at: new Date('2026-12-25T15:00:00Z'), timeZone: 'UTC' }

    expect(isWithinHours([], { ...christmas, holidays: none })).toBe(true)
    expect(isWithinHours([], { ...christmas, holidays: national })).toBe(false)
  })

  test('closes nothing while no hours apply', () => {
    const christmas = { at: new Date('2026-12-25T15:00:00Z'), timeZone: 'UTC', holidays: national }

    expect(isWithinHours(schedulesOf('disabled', { company: everyDay, connection: [] }), christmas)).toBe(true)
    expect(isWithinHours(schedulesOf('queue', { company: everyDay, connection: [] }), christmas)).toBe(true)
    expect(isWithinHours(schedulesOf('company', { company: everyDay, connection: [] }), christmas)).toBe(false)
  })

  test.each([
    ['America/Sao_Paulo', '2026-12-25T02:30:00Z', true, 'is still the 24th'],
    ['America/Sao_Paulo', '2026-12-25T03:30:00Z', false, 'is the 25th'],
    ['America/Sao_Paulo', '2026-12-26T02:30:00Z', false, 'is still the 25th'],
    ['America/Noronha', '2026-12-25T02:30:00Z', false, 'is the 25th'],
    ['America/Rio_Branco', '2026-12-25T04:30:00Z', true, 'is still the 24th'],
    ['America/Rio_Branco', '2026-12-25T05:30:00Z', false, 'is the 25th'],
    ['Europe/Lisbon', '2026-12-25T00:30:00Z', false, 'is the 25th'],
  ])('is a day of the company: in %s %s is open: %s (it %s)', (timeZone, at, isOpen) => {
    expect(isWithinHours([], { at: new Date(at), timeZone, holidays: national })).toBe(isOpen)
  })

  test('is open in every year if the company opens it', () => {
    const opened: Holidays = { ...national, opened: ['carnivalMonday'] }
    const openOn = (day: string) =>
      isWithinHours(everyDay, { at: new Date(`${day}T12:00:00Z`), timeZone: 'UTC', holidays: opened })

    expect(['2026-02-16', '2027-02-08', '2028-02-28'].map(openOn)).toEqual([true, true, true])
    expect(['2026-02-17', '2027-02-09', '2028-02-29'].map(openOn)).toEqual([false, false, false])
  })

  test('is closed on a weekday without hours, also when it is opened', () => {
    const holidays: Holidays = { ...national, opened: ['republic'] }

    // The 15th of November 2026 is a Sunday.
    expect(
      isWithinHours([shift('sunday', '')], { at: new Date('2026-11-15T12:00:00Z'), timeZone: 'UTC', holidays }),
    ).toBe(false)
  })
})

describe('a day of the company', () => {
  const days = (...entries: [day: string, isOpen: boolean, isYearly: boolean][]): Holidays => ({
    ...national,
    days: entries.map(([day, isOpen, isYearly]) => ({ day, isOpen, isYearly })),
  })
  const openOn = (day: string, holidays: Holidays) =>
    isWithinHours([], { at: new Date(`${day}T12:00:00Z`), timeZone: 'UTC', holidays })

  test('is closed in its year only, or in every year', () => {
    const once = days(['2026-01-25', false, false])
    expect(openOn('2026-01-25', once)).toBe(false)
    expect(openOn('2027-01-25', once)).toBe(true)

    const yearly = days(['2026-01-25', false, true])
    expect(openOn('2025-01-25', yearly)).toBe(false)
    expect(openOn('2031-01-25', yearly)).toBe(false)
    expect(openOn('2031-01-24', yearly)).toBe(true)
  })

  test('opens a national holiday in its year only', () => {
    const open = days(['2026-12-25', true, false])

    expect(openOn('2026-12-25', open)).toBe(true)
    expect(openOn('2027-12-25', open)).toBe(false)
  })

  test('decides before a yearly one on the same day', () => {
    const both = days(['2020-06-10', false, true], ['2026-06-10', true, false])

    expect(openOn('2026-06-10', both)).toBe(true)
    expect(openOn('2027-06-10', both)).toBe(false)
  })

  test('on the 29th of February is a holiday in leap years only', () => {
    const leap = days(['2028-02-29', false, true])

    expect(openOn('2032-02-29', { ...leap, hasNational: false })).toBe(false)
    expect(openOn('2027-02-28', leap)).toBe(true)
    expect(openOn('2027-03-01', leap)).toBe(true)
  })
})

describe('a shift past midnight belongs to the day on which it begins', () => {
  const nights = weekdays.map((day) => shift(day, '22:00-06:00'))

  test.each([
    ['2026-12-24T23:00:00Z', true, 'on the evening before the holiday'],
    ['2026-12-25T05:30:00Z', true, 'in the night shift that runs into the holiday'],
    ['2026-12-25T06:01:00Z', false, 'after it'],
    ['2026-12-25T23:00:00Z', false, 'on the evening of the holiday'],
    ['2026-12-26T05:30:00Z', false, 'in the night after it'],
    ['2026-12-26T22:00:00Z', true, 'on the next evening'],
  ])('%s is open: %s (%s)', (at, isOpen) => {
    expect(isWithinHours(nights, { at: new Date(at), timeZone: 'UTC', holidays: national })).toBe(isOpen)
  })

  test('over New Year, also in a time zone of its own', () => {
    const openAt = (at: string) =>
      isWithinHours(nights, { at: new Date(at), timeZone: 'America/Manaus', holidays: national })

    // Manaus is four hours behind UTC.
    expect(openAt('2027-01-01T03:00:00Z')).toBe(true)
    expect(openAt('2027-01-01T09:00:00Z')).toBe(true)
    expect(openAt('2027-01-02T03:00:00Z')).toBe(false)
  })
})

describe('the time between two moments that is within service hours', () => {
  const span = (from: string, until: string) => ({ from: new Date(from), until: new Date(until), ...saoPaulo })

  test('leaves out the lunch break, the night and what is before and after', () => {
    expect(serviceSeconds(monday, span('2026-11-16T10:00:00Z', '2026-11-16T16:30:00Z'))).toBe((4 * 60 + 1 + 30) * 60)
    expect(serviceSeconds(monday, span('2026-11-16T14:00:15Z', '2026-11-16T14:00:45.999Z'))).toBe(30)
    expect(serviceSeconds(monday, span('2026-11-16T22:00:00Z', '2026-11-16T23:00:00Z'))).toBe(0)
    expect(serviceSeconds(undefined, span('2026-11-16T22:00:00Z', '2026-11-16T23:00:00Z'))).toBe(3600)
  })

  const hours = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 23 }))
  const written = (hour: number) => `${String(hour).padStart(2, '0')}:30`
  const shifts = fc.option(hours, { nil: undefined })
  const textOf = (given: [number, number] | undefined) => (given ? `${written(given[0])}-${written(given[1])}` : '')

  test('is that of all its minutes that are', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ day: fc.constantFrom(...weekdays), a: shifts, b: shifts }), {
          selector: ({ day }) => day,
        }),
        fc.integer({ min: 0, max: 6 * 1440 }),
        fc.integer({ min: 0, max: 3 * 1440 }),
        fc.constantFrom('America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Kiritimati'),
        (entries, start, minutes, timeZone) => {
          const schedules = entries.map(({ day, a, b }) => shift(day, textOf(a), textOf(b)))
          const holidays = { ...none, days: [{ day: '2026-11-18', isOpen: false, isYearly: false }] }
          const from = Date.parse('2026-11-15T00:00:00Z') + start * 60_000
          const open = Array.from({ length: minutes }, (_, nth) => new Date(from + nth * 60_000)).filter((at) =>
            isWithinHours(schedules, { at, timeZone, holidays }),
          )
          const until = new Date(from + minutes * 60_000)
          expect(serviceSeconds(schedules, { from: new Date(from), until, timeZone, holidays })).toBe(open.length * 60)
        },
      ),
      { numRuns: 60 },
    )
  })
})
