import { expect, test } from 'vitest'
import { estimateEnd, meanPause } from './end.ts'

const pace = { messageInterval: 10, longerIntervalAfter: 0, greaterInterval: 0 }
const free = (id: number, from = 0) => ({ id, name: `Linha ${id}`, from, isHeld: from > 0 })
const plan = {
  startsAt: 0,
  people: 100,
  hasQuestion: false,
  connections: [free(1)],
  pace,
  leastPause: 0,
  file: null,
}
type Plan = Parameters<typeof estimateEnd>[0]
const endOf = (more: Partial<Plan>) => Date.parse(estimateEnd({ ...plan, ...more })?.endsAt ?? '') / 1000
const sharesOf = (more: Partial<Plan>) => estimateEnd({ ...plan, ...more })?.connections.map(({ people }) => people)

test.each([
  [{ messageInterval: 10, longerIntervalAfter: 0, greaterInterval: 60 }, 10],
  [{ messageInterval: 10, longerIntervalAfter: 5, greaterInterval: 60 }, 20],
  // The longer pause is never the shorter one.
  [{ messageInterval: 20, longerIntervalAfter: 5, greaterInterval: 0 }, 20],
  [{ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }, 0],
])('the mean pause of %o is %d s', (chosen, seconds) => expect(meanPause(chosen)).toBe(seconds))

test('ends when the last person of a connection has their message, without the pause after it', () => {
  expect(endOf({})).toBe(990)
  expect(endOf({ people: 1 })).toBe(0)
  expect(endOf({ people: 0 })).toBe(0)
})

test('no pause is shorter than the server allows, and sending itself takes time', () => {
  expect(endOf({ leastPause: 20_000 })).toBe(1980)
  const none = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }
  expect(endOf({ pace: none })).toBe(49.5)
  // 10 MB go to the network once.
  expect(endOf({ pace: none, file: { bytes: 10 * 1_048_576, isApart: false } })).toBe(158.5)
})

test('several connections share, and one that is held begins later', () => {
  expect(endOf({ connections: [free(1), free(2)] })).toBe(490)
  expect(sharesOf({ connections: [free(1), free(2)] })).toEqual([50, 50])
  expect(sharesOf({ connections: [free(1), free(2, 400_000)] })).toEqual([70, 30])
  expect(sharesOf({ connections: [free(1), free(2, 5_000_000)] })).toEqual([100, 0])
  expect(endOf({ connections: [free(1), free(2, 5_000_000)] })).toBe(990)
  expect(sharesOf({ people: 7, connections: [free(1), free(2), free(3)] })?.reduce((sum, one) => sum + one)).toBe(7)
})

test('a question goes out without the file', () => {
  const file = { bytes: 100 * 1_048_576, isApart: true }
  expect(endOf({ hasQuestion: true, file })).toBe(990)
})

test('nobody knows the end without a connection', () => {
  expect(estimateEnd({ ...plan, connections: [] })).toBeNull()
})
