import { expect, test } from 'vitest'
import { stepFor } from './series.ts'

test.each([
  [0, 60],
  [3600, 60],
  [3601, 300],
  [110 * 60, 300],
  [24 * 3600, 1800],
  [7 * 24 * 3600, 3 * 3600],
  [30 * 24 * 3600, 12 * 3600],
  [2 * 365 * 24 * 3600, 7 * 24 * 3600],
])('%i seconds are shown in steps of %i', (seconds, step) => expect(stepFor(seconds)).toBe(step))
