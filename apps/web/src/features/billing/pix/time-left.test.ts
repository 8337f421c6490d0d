import { expect, test } from 'vitest'
import { secondsLeft } from './time-left.ts'

const made = '2026-11-21T10:00:00.000Z'
const charge = { expiresAt: '2026-11-21T11:00:00.000Z', calendario: { criacao: made, expiracao: 3600 } }

test.each([
  ['a new code', '2026-11-21T10:00:00.000Z', 3600],
  ['an older one', '2026-11-21T10:20:30.000Z', 2370],
  ['a clock that is two hours fast', '2026-11-21T12:00:00.000Z', 300],
  ['a clock that is two hours slow', '2026-11-21T08:00:00.000Z', 3600],
])('the time left of %s', (_what, now, seconds) => {
  expect(secondsLeft(charge, Date.parse(now))).toBe(seconds)
})
