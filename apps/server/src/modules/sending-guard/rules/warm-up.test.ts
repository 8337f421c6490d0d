import { expect, test } from 'vitest'
import { setback, strangersOn } from './warm-up.ts'

const usual = { first: 20, most: 500 }

test.each([
  [0, 20],
  [1, 25],
  [2, 31],
  [7, 95],
  [14, 454],
  [15, 500],
  [100_000, 500],
  [-1, 20],
])('on day %i of its warm-up a number may write to %i strangers', (day, strangers) => {
  expect(strangersOn(day, usual)).toBe(strangers)
})

test('the ceiling counts from the first day', () => {
  expect(strangersOn(0, { first: 20, most: 5 })).toBe(5)
  expect(strangersOn(3, { first: 20, most: 0 })).toBe(0)
})

test('a bad sign halves what a number may do', () => {
  expect(strangersOn(10 - setback, usual) / strangersOn(10, usual)).toBeCloseTo(0.5, 1)
})
