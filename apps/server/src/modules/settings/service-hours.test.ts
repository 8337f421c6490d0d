import type { ScheduleEntry } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { isWithinHours, schedulesOf } from './service-hours.ts'

const shift = (weekdayEn: ScheduleEntry['weekdayEn'], a: string, b = ''): ScheduleEntry => {
  const [startTimeA = '', endTimeA = ''] = a.split('-')
  const [startTimeB = '', endTimeB = ''] = b.split('-')
  return { weekday: weekdayEn, weekdayEn, startTimeA, endTimeA, startTimeB, endTimeB }
}

// 2026-11-16 is a Monday; São Paulo is three hours behind UTC.
const saoPaulo = { timeZone: 'America/Sao_Paulo' }
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
    expect(isWithinHours(monday, { at: new Date('2026-11-16T09:30:00Z'), timeZone })).toBe(isOpen)
  })

  test('daylight saving time is respected', () => {
    const nine = [shift('monday', '09:00-10:00')]

    expect(isWithinHours(nine, { at: new Date('2026-07-13T13:30:00Z'), timeZone: 'America/New_York' })).toBe(true)
    expect(isWithinHours(nine, { at: new Date('2026-12-14T13:30:00Z'), timeZone: 'America/New_York' })).toBe(false)
  })
})

describe('incomplete entries', () => {
  const at = (time: string) => ({ at: new Date(`2026-11-16T${time}:00Z`), timeZone: 'UTC' })

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
    expect(isWithinHours(night, { at: new Date(at), timeZone: 'UTC' })).toBe(isOpen)
  })
})

test('the setting decides whose hours apply, and without a queue there are none', () => {
  const company = [shift('monday', '01:00-02:00')]
  const connection = [shift('monday', '03:00-04:00')]
  const queue = [shift('monday', '05:00-06:00')]

  expect(schedulesOf('disabled', { company, connection, queue })).toEqual([])
  expect(schedulesOf('company', { company, connection, queue })).toBe(company)
  expect(schedulesOf('connection', { company, connection, queue })).toBe(connection)
  expect(schedulesOf('queue', { company, connection, queue })).toBe(queue)
  expect(schedulesOf('queue', { company, connection })).toEqual([])
})
