import { expect, test } from 'vitest'
import { isShut, stateOfWindow } from './answer-window.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const at = (hour: number) => `2026-11-26T${String(hour).padStart(2, '0')}:00:00.000Z`
const window = (until: string | null, usualUntil: string | null) => ({ until, usualUntil, templates: false })

test.each([
  ['a channel without one', undefined, 'open'],
  ['the usual one', window(at(13), at(13)), 'open'],
  ['that of people', window(at(13), at(11)), 'late'],
  ['one that has ended this moment', window(at(12), at(12)), 'closed'],
  ['one that no customer has opened', window(null, null), 'unopened'],
] as const)('the window of %s', (_, one, state) => {
  expect(stateOfWindow(one, now)).toBe(state)
  expect(isShut(state)).toBe(state === 'closed' || state === 'unopened')
})
