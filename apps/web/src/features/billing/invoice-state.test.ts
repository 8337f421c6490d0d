import { expect, test } from 'vitest'
import { stateOf } from './invoice-state.ts'

test.each([
  ['paid', '2026-11-01', 'paid'],
  ['paid', '2026-12-01', 'paid'],
  ['open', '2026-11-20', 'overdue'],
  ['open', '2026-11-21', 'open'],
  ['open', '2026-12-01', 'open'],
] as const)('an invoice that is %s and due on %s is shown as %s on the 21st of November', (status, dueDate, state) => {
  expect(stateOf({ status, dueDate }, '2026-11-21')).toBe(state)
})
