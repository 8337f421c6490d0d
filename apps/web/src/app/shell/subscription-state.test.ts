import type { SessionUser } from '@guiche/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import type { subscriptionState as State } from './subscription-state.ts'

let subscriptionState: typeof State

beforeAll(async () => {
  // The session reads its token when its module is loaded.
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  ;({ subscriptionState } = await import('./subscription-state.ts'))
})

// 23:30 on the 21st in São Paulo.
const now = new Date('2026-11-22T02:30:00Z')
const companyDue = (dueDate: string, graceDays: number, id = 2) => ({
  company: { id, dueDate, graceDays, timezone: 'America/Sao_Paulo' } as SessionUser['company'],
})

test.each([
  ['2026-11-27', 0, undefined],
  ['2026-11-26', 0, { state: 'soon', days: 5 }],
  ['2026-11-22', 0, { state: 'soon', days: 1 }],
  // Without grace it is blocked on that day, and there is no banner any more.
  ['2026-11-21', 0, undefined],
  ['2026-11-21', 3, { state: 'due', days: 3 }],
  ['2026-11-20', 3, { state: 'grace', days: 2 }],
  ['2026-11-19', 3, { state: 'grace', days: 1 }],
  ['2026-11-18', 3, undefined],
  ['2999-12-31', 3, undefined],
])('a company that is due on %s with %i days of grace is told %o', (dueDate, graceDays, told) => {
  expect(subscriptionState(companyDue(dueDate, graceDays), now)).toEqual(told)
})

test('the company of the operator is told nothing', () => {
  expect(subscriptionState(companyDue('2020-01-01', 0, 1), now)).toBeUndefined()
})
