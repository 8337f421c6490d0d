import { describe, expect, test } from 'vitest'
import { estimateEnd, meanPause } from './end.ts'

const pace = { messageInterval: 10, longerIntervalAfter: 0, greaterInterval: 0 }
const number = (id: number) => ({ id, name: `Linha ${id}`, isLimited: false, isPaused: false })
/** It sends without break. */
const free = (id: number, from = 0) => ({
  ...number(id),
  isLimited: from > 0,
  days: [{ windows: [{ from, until: Infinity }], strangers: Infinity, known: Infinity }],
})
const paused = (id: number) => ({ ...number(id), isPaused: true, days: [] })
const hour = 3_600_000
/** It sends for twelve hours a day, and then there is a night. */
const daily = (id: number, budgets: readonly { strangers: number; known: number }[]) => ({
  ...number(id),
  days: budgets.map((budget, nth) => ({
    windows: [{ from: nth * 24 * hour, until: (nth * 24 + 12) * hour }],
    ...budget,
  })),
})
const endless = { strangers: Infinity, known: Infinity }
const plan = {
  startsAt: 0,
  people: 100,
  strangers: 100,
  hasQuestion: false,
  connections: [free(1)],
  pace,
  leastPause: 0,
  files: null,
}
type Plan = Parameters<typeof estimateEnd>[0]
const end = (more: Partial<Plan>) => estimateEnd({ ...plan, ...more })
const endOf = (more: Partial<Plan>) => Date.parse(end(more)?.endsAt ?? '') / 1000
const sharesOf = (more: Partial<Plan>) => end(more)?.connections.map(({ people }) => people)

test.each([
  [{ messageInterval: 10, longerIntervalAfter: 0, greaterInterval: 60 }, 10],
  [{ messageInterval: 10, longerIntervalAfter: 5, greaterInterval: 60 }, 20],
  // The longer pause is never the shorter one.
  [{ messageInterval: 20, longerIntervalAfter: 5, greaterInterval: 0 }, 20],
  [{ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }, 0],
])('the mean pause of %o is %d s', (chosen, seconds) => expect(meanPause(chosen)).toBe(seconds))

test('ends when the last person of a connection has their message, without the pause after it', () => {
  expect(endOf({})).toBe(990)
  expect(endOf({ people: 1, strangers: 1 })).toBe(0)
  expect(endOf({ people: 0, strangers: 0 })).toBe(0)
})

test('no pause is shorter than the server allows, and sending itself takes time', () => {
  expect(endOf({ leastPause: 20_000 })).toBe(1980)
  const none = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }
  expect(endOf({ pace: none })).toBe(49.5)
  // 10 MB go to the network once.
  expect(endOf({ pace: none, files: { bytes: 10 * 1_048_576, apart: 0 } })).toBe(158.5)
})

test('several connections share, and one that is held begins later', () => {
  expect(endOf({ connections: [free(1), free(2)] })).toBe(490)
  expect(sharesOf({ connections: [free(1), free(2)] })).toEqual([50, 50])
  expect(sharesOf({ connections: [free(1), free(2, 400_000)] })).toEqual([70, 30])
  expect(sharesOf({ connections: [free(1), free(2, 5_000_000)] })).toEqual([100, 0])
  expect(endOf({ connections: [free(1), free(2, 5_000_000)] })).toBe(990)
  expect(
    sharesOf({ people: 7, strangers: 7, connections: [free(1), free(2), free(3)] })?.reduce((sum, one) => sum + one),
  ).toBe(7)
})

test('files that come after the text take time one by one', () => {
  const none = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }
  // 3.5 s for each of 99 people, after 2 s for the upload.
  expect(endOf({ pace: none, files: { bytes: 2 * 1_048_576, apart: 2 } })).toBe(348.5)
})

test('a question goes out without the file', () => {
  const files = { bytes: 100 * 1_048_576, apart: 1 }
  expect(endOf({ hasQuestion: true, files })).toBe(990)
})

test('nobody knows the end without a connection', () => {
  expect(estimateEnd({ ...plan, connections: [] })).toBeNull()
})

describe('hours and budgets', () => {
  // 12 hours are 4320 people.
  const people = { people: 4420, strangers: 4420 }

  test('a night in the middle makes it wait until the morning', () => {
    const planned = { ...people, connections: [daily(1, [endless, endless])] }
    expect(endOf(planned)).toBe(24 * 3600 + 990)
    expect(end(planned)).toMatchObject({ limitedBy: 'hours', unknown: null })
    expect(end({ connections: [daily(1, [endless])] })).toMatchObject({ limitedBy: null })
  })

  test('whoever comes first in the morning gets it then, not in the night', () => {
    const planned = { people: 4321, strangers: 4321, connections: [daily(1, [endless, endless])] }
    expect(endOf(planned)).toBe(24 * 3600)
  })

  test('a start in the night is one in the morning', () => {
    const { days } = daily(1, [endless, endless])
    const planned = { startsAt: 13 * hour, connections: [{ ...number(1), days: days.slice(1) }] }
    expect(endOf(planned)).toBe(24 * 3600 + 990)
    expect(end(planned)).toMatchObject({ limitedBy: 'hours', connections: [{ startsAt: '1970-01-02T00:00:00.000Z' }] })
  })

  test('budgets that grow need several days', () => {
    const budgets = [20, 25, 31, 39].map((strangers) => ({ strangers, known: 100 }))
    // 20, 25, 31 and 24.
    const planned = { connections: [daily(1, budgets)] }
    expect(endOf(planned)).toBe(3 * 24 * 3600 + 230)
    expect(end(planned)).toMatchObject({ limitedBy: 'both' })
  })

  test('budgets alone limit a number that is always open', () => {
    const days = [0, 1].map((nth) => ({
      windows: [{ from: nth * 24 * hour, until: (nth + 1) * 24 * hour }],
      strangers: 60,
      known: 0,
    }))
    const planned = { connections: [{ ...number(1), days }] }
    expect(endOf(planned)).toBe(24 * 3600 + 390)
    expect(end(planned)).toMatchObject({ limitedBy: 'budgets' })
  })

  test('who has written before has a budget of their own', () => {
    const connections = [
      daily(1, [
        { strangers: 20, known: 100 },
        { strangers: 20, known: 100 },
      ]),
    ]
    expect(endOf({ strangers: 20, connections })).toBe(990)
    expect(end({ strangers: 20, connections })).toMatchObject({ limitedBy: null })
    // 80 get it on the first day, and 20 on the second.
    expect(endOf({ strangers: 40, connections })).toBe(24 * 3600 + 190)
  })

  test('windows of one day share its budget', () => {
    const windows = [
      { from: 0, until: hour },
      { from: 2 * hour, until: 3 * hour },
    ]
    const connections = [{ ...number(1), days: [{ windows, strangers: 400, known: 0 }] }]
    // 360 before noon and 40 after it.
    expect(endOf({ people: 400, strangers: 400, connections })).toBe(2 * 3600 + 390)
    expect(end({ people: 401, strangers: 401, connections })).toMatchObject({ endsAt: null, unknown: 'tooLong' })
  })

  test('two numbers share by what each can do', () => {
    const connections = [daily(1, [{ strangers: 30, known: 0 }]), free(2)]
    expect(sharesOf({ connections })).toEqual([30, 70])
    expect(endOf({ connections })).toBe(690)
  })

  test('a paused number sends nothing, and the others do its part', () => {
    expect(end({ connections: [paused(1)] })).toMatchObject({
      endsAt: null,
      unknown: 'paused',
      connections: [{ people: 0, startsAt: null, isPaused: true }],
    })
    expect(sharesOf({ connections: [paused(1), free(2)] })).toEqual([0, 100])
    expect(endOf({ connections: [paused(1), free(2)] })).toBe(990)
  })

  test('an end that is too far away is not named, and the people until then are', () => {
    const connections = [
      daily(
        1,
        Array.from({ length: 60 }, () => ({ strangers: 1, known: 0 })),
      ),
    ]
    expect(end({ connections })).toMatchObject({ endsAt: null, unknown: 'tooLong', connections: [{ people: 60 }] })
  })

  test('a limit of the network is no quiet hour', () => {
    expect(end({ connections: [free(1, 400_000)] })).toMatchObject({ limitedBy: null, connections: [{ isHeld: true }] })
  })
})
