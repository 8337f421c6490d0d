import type { OnCallDay, OnCallWeekday } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { isOnDuty } from './duty.ts'

const zone = 'America/Sao_Paulo'
const shift = (weekdayEn: OnCallWeekday, startTime: string | null, endTime: string | null): OnCallDay => ({
  weekday: '',
  weekdayEn,
  startTime,
  endTime,
})
/** A time in São Paulo, which is three hours behind; 2026-11-23 is a Monday. */
const at = (day: string, time: string) => new Date(`${day}T${time}:00-03:00`)

describe('a shift', () => {
  const days = [shift('Monday', '08:00', '18:00')]

  test.each([
    ['2026-11-23', '07:59', false],
    ['2026-11-23', '08:00', true],
    ['2026-11-23', '18:00', true],
    ['2026-11-23', '18:01', false],
    ['2026-11-24', '12:00', false],
    ['2026-11-30', '12:00', true],
  ])('from 8 to 18 on Mondays at %s %s: %s', (day, time, expected) => {
    expect(isOnDuty(days, at(day, time), zone)).toBe(expected)
  })

  test('counts in the time zone of the company', () => {
    expect(isOnDuty(days, at('2026-11-23', '08:30'), 'America/Manaus')).toBe(false)
    expect(isOnDuty(days, at('2026-11-23', '08:30'), 'Europe/Lisbon')).toBe(true)
    expect(isOnDuty(days, at('2026-11-23', '17:30'), 'Asia/Tokyo')).toBe(false)
  })
})

describe('a shift that ends before it begins', () => {
  test.each([
    ['2026-11-29', '21:59', false],
    ['2026-11-29', '22:00', true],
    ['2026-11-29', '23:59', true],
    ['2026-11-30', '00:00', true],
    ['2026-11-30', '06:00', true],
    ['2026-11-30', '06:01', false],
    ['2026-11-30', '22:30', false],
    ['2026-11-29', '03:00', false],
  ])('runs over midnight, also from Sunday to Monday: %s %s is %s', (day, time, expected) => {
    expect(isOnDuty([shift('Sunday', '22:00', '06:00')], at(day, time), zone)).toBe(expected)
  })

  test('or when it begins lasts a whole day', () => {
    const days = [shift('Friday', '08:00', '08:00')]
    expect(isOnDuty(days, at('2026-11-27', '07:59'), zone)).toBe(false)
    expect(isOnDuty(days, at('2026-11-27', '20:00'), zone)).toBe(true)
    expect(isOnDuty(days, at('2026-11-28', '07:59'), zone)).toBe(true)
    expect(isOnDuty(days, at('2026-11-28', '08:01'), zone)).toBe(false)
  })
})

test('a day without both times is no shift', () => {
  for (const days of [[], [shift('Monday', null, null)], [shift('Monday', '08:00', null)]])
    expect(isOnDuty(days, at('2026-11-23', '08:00'), zone)).toBe(false)
})
