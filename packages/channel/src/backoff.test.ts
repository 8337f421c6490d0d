import { expect, test } from 'vitest'
import { pauseAfter } from './backoff.ts'

const backoff = { base: 1000, factor: 2, cap: 60_000, jitter: 0.2 }
const middle = (failures: number) => pauseAfter(backoff, failures, 0.5)

test('pauses grow by their factor up to the cap', () => {
  expect([1, 2, 3, 4, 7, 100].map(middle)).toEqual([1000, 2000, 4000, 8000, 60_000, 60_000])
})

test('jitter makes a pause at most that much shorter or longer', () => {
  expect(pauseAfter(backoff, 1, 0)).toBeCloseTo(800)
  expect(pauseAfter(backoff, 1, 1)).toBeCloseTo(1200)
})
