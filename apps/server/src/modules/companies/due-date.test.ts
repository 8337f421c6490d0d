import { describe, expect, test } from 'vitest'
import { renewed } from './due-date.ts'

/** Today, due date, its kept day, recurrence; the next due date and its kept day. */
const cases = [
  ['2026-11-21', '2026-12-10', null, 'MENSAL', '2027-01-10', 10],
  ['2026-11-21', '2026-12-10', null, 'BIMESTRAL', '2027-02-10', 10],
  ['2026-11-21', '2026-12-10', null, 'TRIMESTRAL', '2027-03-10', 10],
  ['2026-11-21', '2026-12-10', null, 'SEMESTRAL', '2027-06-10', 10],
  ['2026-11-21', '2026-12-10', null, 'ANUAL', '2027-12-10', 10],
  // No recurrence is monthly.
  ['2026-11-21', '2026-12-10', null, '', '2027-01-10', 10],
  // The day returns after a shorter month.
  ['2026-01-15', '2026-01-31', null, 'MENSAL', '2026-02-28', 31],
  ['2026-01-15', '2026-02-28', 31, 'MENSAL', '2026-03-31', 31],
  ['2026-01-15', '2026-03-31', 31, 'MENSAL', '2026-04-30', 31],
  ['2026-01-15', '2026-04-30', 31, 'MENSAL', '2026-05-31', 31],
  ['2026-01-15', '2026-02-28', null, 'MENSAL', '2026-03-28', 28],
  ['2026-01-15', '2026-01-30', null, 'MENSAL', '2026-02-28', 30],
  ['2026-01-15', '2026-02-28', 30, 'MENSAL', '2026-03-30', 30],
  // Leap years.
  ['2027-12-01', '2028-01-31', null, 'MENSAL', '2028-02-29', 31],
  ['2028-01-01', '2028-02-29', null, 'ANUAL', '2029-02-28', 29],
  ['2028-01-01', '2029-02-28', 29, 'TRIMESTRAL', '2029-05-29', 29],
  ['2031-01-01', '2031-02-28', 29, 'ANUAL', '2032-02-29', 29],
  ['2099-12-01', '2099-12-31', null, 'BIMESTRAL', '2100-02-28', 31],
  // On the day.
  ['2026-11-21', '2026-11-21', null, 'MENSAL', '2026-12-21', 21],
  ['2026-02-28', '2026-02-28', 31, 'MENSAL', '2026-03-31', 31],
  // Late: counted from today, whose day is kept from then on.
  ['2026-11-21', '2026-11-20', null, 'MENSAL', '2026-12-21', 21],
  ['2026-03-01', '2026-02-28', 31, 'MENSAL', '2026-04-01', 1],
  ['2026-11-21', '2025-01-31', 31, 'MENSAL', '2026-12-21', 21],
  ['2027-01-31', '2026-12-05', 5, 'MENSAL', '2027-02-28', 31],
  ['2026-11-21', null, null, 'ANUAL', '2027-11-21', 21],
  // Across years, and far away.
  ['2026-11-21', '2026-12-31', null, 'MENSAL', '2027-01-31', 31],
  ['2026-11-21', '2026-12-31', null, 'BIMESTRAL', '2027-02-28', 31],
  ['2026-11-21', '2999-12-31', null, 'MENSAL', '3000-01-31', 31],
] as const

describe('a renewal', () => {
  test.each(cases)(
    'on %s of what is due on %s (day %s), %s, is due on %s',
    (today, dueDate, dueDay, recurrence, next, day) => {
      expect(renewed({ dueDate, dueDay, recurrence }, today)).toEqual({ dueDate: next, dueDay: day })
    },
  )

  test('twelve times monthly ends a year later on the same day, whichever it is', () => {
    for (let day = 1; day <= 31; day += 1) {
      let due: { dueDate: string; dueDay: number | null } = {
        dueDate: `2027-01-${String(day).padStart(2, '0')}`,
        dueDay: null,
      }
      for (let month = 0; month < 12; month += 1) due = renewed({ ...due, recurrence: 'MENSAL' }, '2026-11-21')

      expect(due.dueDate).toBe(`2028-01-${String(day).padStart(2, '0')}`)
    }
  })
})
