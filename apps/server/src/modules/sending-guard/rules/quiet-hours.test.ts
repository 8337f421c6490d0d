import { describe, expect, test } from 'vitest'
import { type Quiet, openWindows, quietUntil } from './quiet-hours.ts'

const night: Quiet = {
  timeZone: 'America/Sao_Paulo',
  hours: [{ from: '20:00', until: '08:00' }],
  sundays: true,
  isHoliday: (day) => day === '2026-12-25',
}

const until = (at: string, quiet: Quiet = night) => quietUntil(new Date(at), quiet)?.toISOString()

describe('quiet hours over midnight', () => {
  test.each([
    ['a Wednesday at noon', '2026-11-25T12:00:00-03:00', undefined],
    ['the last minute of the day', '2026-11-25T19:59:59-03:00', undefined],
    ['the evening', '2026-11-25T20:00:00-03:00', '2026-11-26T11:00:00.000Z'],
    ['midnight', '2026-11-26T00:00:00-03:00', '2026-11-26T11:00:00.000Z'],
    ['the early morning', '2026-11-26T07:59:00-03:00', '2026-11-26T11:00:00.000Z'],
    ['the end', '2026-11-26T08:00:00-03:00', undefined],
    ['a Saturday evening: Sunday is quiet too', '2026-11-28T21:00:00-03:00', '2026-11-30T11:00:00.000Z'],
    ['a Sunday', '2026-11-29T12:00:00-03:00', '2026-11-30T11:00:00.000Z'],
    ['a holiday', '2026-12-25T12:00:00-03:00', '2026-12-26T11:00:00.000Z'],
  ])('%s', (_what, at, end) => expect(until(at)).toBe(end))
})

describe('daylight saving', () => {
  const berlin: Quiet = { ...night, timeZone: 'Europe/Berlin', sundays: false }

  test.each([
    ['in the night in which an hour is left out', '2026-03-28T21:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['in the night that has an hour twice', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00.000Z'],
  ])('%s it ends at the local hour', (_what, at, end) => expect(until(at, berlin)).toBe(end))

  test('an end in the hour that is left out moves behind it', () => {
    const early = { ...berlin, hours: [{ from: '20:00', until: '02:30' }] }
    expect(until('2026-03-28T21:00:00Z', early)).toBe('2026-03-29T01:30:00.000Z')
  })

  test('a day that begins at one o’clock', () => {
    // In 2018 Brazil began its summer time on a Sunday at midnight.
    const sunday = { ...night, hours: [], sundays: false, isHoliday: (day: string) => day === '2018-11-03' }
    expect(until('2018-11-03T12:00:00-03:00', sunday)).toBe('2018-11-04T03:00:00.000Z')
  })
})

test('hours within a day, and those of two at once', () => {
  const lunch = { ...night, hours: [...night.hours, { from: '12:00', until: '14:00' }] }
  expect(until('2026-11-25T12:30:00-03:00', lunch)).toBe('2026-11-25T17:00:00.000Z')
  expect(until('2026-11-25T21:00:00-03:00', lunch)).toBe('2026-11-26T11:00:00.000Z')
})

test('without hours and days it is never quiet', () => {
  const open = { ...night, hours: [{ from: '00:00', until: '00:00' }], sundays: false, isHoliday: undefined }
  expect(until('2026-11-29T03:00:00-03:00', open)).toBeUndefined()
})

test('hours that leave nothing have no end', () => {
  const closed = { ...night, hours: [...night.hours, { from: '08:00', until: '20:00' }] }
  expect(quietUntil(new Date('2026-11-25T12:00:00-03:00'), closed)).toBeNull()
})

describe('the open windows of a day', () => {
  const windows = (day: string, quiet: Quiet = night) =>
    openWindows(day, quiet).map(({ from, until }) => [new Date(from).toISOString(), new Date(until).toISOString()])

  test('are between its quiet hours', () => {
    expect(windows('2026-11-25')).toEqual([['2026-11-25T11:00:00.000Z', '2026-11-25T23:00:00.000Z']])
    expect(windows('2026-11-29')).toEqual([])
    expect(windows('2026-12-25')).toEqual([])
  })

  test('of a day without quiet hours last until the next one', () => {
    expect(windows('2026-11-25', { ...night, hours: [] })).toEqual([
      ['2026-11-25T03:00:00.000Z', '2026-11-26T03:00:00.000Z'],
    ])
  })

  test('follow daylight saving', () => {
    const berlin: Quiet = { ...night, timeZone: 'Europe/Berlin', sundays: false }
    expect(windows('2026-03-28', berlin)).toEqual([['2026-03-28T07:00:00.000Z', '2026-03-28T19:00:00.000Z']])
    expect(windows('2026-03-29', berlin)).toEqual([['2026-03-29T06:00:00.000Z', '2026-03-29T18:00:00.000Z']])
  })
})
