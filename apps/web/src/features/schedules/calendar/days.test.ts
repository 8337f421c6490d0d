import { describe, expect, test } from 'vitest'
import { addDays, addMonths, rangeOf, stepped, weekOf, weeksOfMonth } from './days.ts'

test('days go on over months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('a month later is the same day, or the last one of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
})

test('a week begins on the weekday of the language', () => {
  // A Tuesday.
  expect(weekOf('2026-11-24', 0)).toEqual(days('2026-11-22', 7))
  expect(weekOf('2026-11-24', 1)).toEqual(days('2026-11-23', 7))
  expect(weekOf('2026-11-22', 1)).toEqual(days('2026-11-16', 7))
})

test('a month has all weeks that it touches, and only those', () => {
  expect(weeksOfMonth('2026-11-24', 0).flat()).toEqual(days('2026-11-01', 35))
  expect(weeksOfMonth('2026-11-24', 1).flat()).toEqual(days('2026-10-26', 42))
  // February 2026 begins on a Sunday and has four weeks.
  expect(weeksOfMonth('2026-02-10', 0).flat()).toEqual(days('2026-02-01', 28))
})

describe('a view', () => {
  test('shows from its first day until before its last', () => {
    expect(rangeOf('day', '2026-11-24', 0)).toEqual({ from: '2026-11-24', until: '2026-11-25' })
    expect(rangeOf('week', '2026-11-24', 0)).toEqual({ from: '2026-11-22', until: '2026-11-29' })
    expect(rangeOf('month', '2026-11-24', 0)).toEqual({ from: '2026-11-01', until: '2026-12-06' })
  })

  test('steps by its own length', () => {
    expect(stepped('day', '2026-11-30', 1)).toBe('2026-12-01')
    expect(stepped('week', '2026-11-24', -1)).toBe('2026-11-17')
    expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-28')
  })
})

const days = (first: string, count: number) => Array.from({ length: count }, (_, index) => addDays(first, index))
