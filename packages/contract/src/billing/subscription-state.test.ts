import { describe, expect, test } from 'vitest'
import { type SubscriptionState, subscriptionState } from './subscription-state.ts'

const on = (today: string, dueDate: string | null, graceDays = 0, isTrial = false) =>
  subscriptionState({ dueDate, today, graceDays, isTrial })

type Case = [today: string, dueDate: string | null, graceDays: number, expected: SubscriptionState]

const cases: Case[] = [
  ['2026-11-21', null, 0, { state: 'active' }],
  ['2026-11-21', null, 30, { state: 'active' }],
  ['2026-11-21', '2027-11-21', 0, { state: 'active' }],
  // The first day of the warning, and the day before it.
  ['2026-11-15', '2026-11-21', 0, { state: 'active' }],
  ['2026-11-16', '2026-11-21', 0, { state: 'dueSoon', days: 5 }],
  ['2026-11-20', '2026-11-21', 0, { state: 'dueSoon', days: 1 }],
  // Without grace the due date is the first blocked day.
  ['2026-11-21', '2026-11-21', 0, { state: 'blocked', days: 0 }],
  ['2026-11-22', '2026-11-21', 0, { state: 'blocked', days: 1 }],
  // With one day of grace the due date is the last day.
  ['2026-11-21', '2026-11-21', 1, { state: 'due', days: 1 }],
  ['2026-11-22', '2026-11-21', 1, { state: 'blocked', days: 0 }],
  ['2026-11-20', '2026-11-21', 3, { state: 'dueSoon', days: 1 }],
  ['2026-11-21', '2026-11-21', 3, { state: 'due', days: 3 }],
  ['2026-11-22', '2026-11-21', 3, { state: 'grace', days: 2 }],
  ['2026-11-23', '2026-11-21', 3, { state: 'grace', days: 1 }],
  ['2026-11-24', '2026-11-21', 3, { state: 'blocked', days: 0 }],
  ['2026-12-20', '2026-11-21', 30, { state: 'grace', days: 1 }],
  ['2026-12-21', '2026-11-21', 30, { state: 'blocked', days: 0 }],
  ['2027-11-21', '2026-11-21', 30, { state: 'blocked', days: 335 }],
  // Ends of months and years, and leap days.
  ['2026-01-30', '2026-01-31', 0, { state: 'dueSoon', days: 1 }],
  ['2026-02-01', '2026-01-31', 1, { state: 'blocked', days: 0 }],
  ['2026-02-24', '2026-03-01', 0, { state: 'dueSoon', days: 5 }],
  ['2028-02-24', '2028-03-01', 0, { state: 'active' }],
  ['2028-02-29', '2028-02-29', 1, { state: 'due', days: 1 }],
  ['2026-02-28', '2026-02-28', 2, { state: 'due', days: 2 }],
  ['2026-03-01', '2026-02-28', 2, { state: 'grace', days: 1 }],
  ['2026-12-31', '2027-01-01', 0, { state: 'dueSoon', days: 1 }],
  ['2027-01-01', '2026-12-31', 2, { state: 'grace', days: 1 }],
  ['2027-01-02', '2026-12-31', 2, { state: 'blocked', days: 0 }],
]

test.each(cases)('on %s a subscription that is due on %s with %i days of grace is %o', (today, due, grace, state) => {
  expect(on(today, due, grace)).toEqual(state)
})

describe('a trial', () => {
  test.each<Case>([
    ['2026-11-21', '2026-12-21', 0, { state: 'trial', days: 30 }],
    ['2026-11-21', '2026-11-24', 0, { state: 'trial', days: 3 }],
    ['2026-11-23', '2026-11-24', 0, { state: 'trial', days: 1 }],
    ['2026-11-24', '2026-11-24', 2, { state: 'due', days: 2 }],
    ['2026-11-25', '2026-11-24', 2, { state: 'grace', days: 1 }],
    ['2026-11-26', '2026-11-24', 2, { state: 'blocked', days: 0 }],
  ])('is, on %s with its end on %s and %i days of grace, %o', (today, due, grace, state) => {
    expect(on(today, due, grace, true)).toEqual(state)
  })
})

test('the days of a subscription go through the states in their order, and a payment begins anew', () => {
  const days = Array.from({ length: 12 }, (_, nth) => `2026-11-${String(14 + nth).padStart(2, '0')}`)

  expect(days.map((today) => on(today, '2026-11-21', 3).state)).toEqual([
    'active',
    'active',
    'dueSoon',
    'dueSoon',
    'dueSoon',
    'dueSoon',
    'dueSoon',
    'due',
    'grace',
    'grace',
    'blocked',
    'blocked',
  ])
  expect(on('2026-11-25', '2026-12-21', 3)).toEqual({ state: 'active' })
})

test('more grace brings a blocked company back, and less blocks it', () => {
  expect(on('2026-11-23', '2026-11-21', 2)).toEqual({ state: 'blocked', days: 0 })
  expect(on('2026-11-23', '2026-11-21', 5)).toEqual({ state: 'grace', days: 3 })
  expect(on('2026-11-23', '2026-11-21', 0)).toEqual({ state: 'blocked', days: 2 })
})
