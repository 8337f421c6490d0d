import { expect, test } from 'vitest'
import { pauseWithin, planPace } from './pace.ts'

const usual = { messageInterval: 20, longerIntervalAfter: 3, greaterInterval: 60 }
const none = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }
const steady = () => 0.5
const times = (planned: ReturnType<typeof planPace>) => planned.map(({ at }) => at)

test('pauses between messages, and longer after some of them', () => {
  const planned = planPace(
    usual,
    { nextAt: 0, inRow: 0 },
    { now: 1000, until: 200_000, most: 100, leastPause: 0 },
    steady,
  )
  expect(times(planned)).toEqual([1000, 21_000, 41_000, 101_000, 121_000, 141_000])
})

test('a pause differs from the chosen one by 30 % at most', () => {
  const pauses = [0, 1, 0.25].map((chance) => {
    const [planned] = planPace(
      usual,
      { nextAt: 0, inRow: 0 },
      { now: 0, until: 0, most: 1, leastPause: 0 },
      () => chance,
    )
    return Math.round(planned?.after.nextAt ?? 0)
  })
  expect(pauses).toEqual([14_000, 26_000, 17_000])
})

test('only what is due soon is planned, and the rest goes on from there', () => {
  const soon = { now: 0, until: 2000, most: 100, leastPause: 0 }
  const [first, ...others] = planPace(usual, { nextAt: -50_000, inRow: 1 }, soon, steady)
  expect(others).toEqual([])
  expect(first).toEqual({ at: 0, after: { nextAt: 20_000, inRow: 2 } })
  expect(planPace(usual, { nextAt: 20_000, inRow: 2 }, { ...soon, now: 15_000, until: 17_000 })).toEqual([])
})

test('an outage is not caught up with in one burst', () => {
  const planned = planPace(
    usual,
    { nextAt: 0, inRow: 0 },
    { now: 3_600_000, until: 3_602_000, most: 100, leastPause: 0 },
    steady,
  )
  expect(times(planned)).toEqual([3_600_000])
})

test('without pauses the least pause counts, and never more than a batch is planned', () => {
  const state = { nextAt: 0, inRow: 0 }
  expect(times(planPace(none, state, { now: 0, until: 2000, most: 100, leastPause: 1000 }))).toEqual([0, 1000, 2000])
  expect(planPace(none, state, { now: 0, until: 2000, most: 100, leastPause: 0 })).toHaveLength(100)
})

test('connections share what a plan allows in an hour', () => {
  expect(pauseWithin(null, 3)).toBe(0)
  expect(pauseWithin(3600, 1)).toBe(1000)
  expect(pauseWithin(3600, 4)).toBe(4000)
})
