import { describe, expect, test } from 'vitest'
import { createLane } from './lanes/lane.ts'
import { retryPauses } from './retry-pauses.ts'

const pace = { atOnce: 10, perSecond: 20, automatic: { atOnce: 4, perSecond: 2 } }
const offline = { ...retryPauses.offline, jitter: 0 }
const person = { priority: 0 }
const machine = { priority: 1 }

test('an offline connection is retried after growing pauses, by one message at a time', () => {
  const lane = createLane(pace, offline)
  const pauses: number[] = []
  let now = 0
  for (let turn = 0; turn < 8; turn += 1) {
    lane.end(lane.begin(person, now), { status: 'held' }, now)
    expect(lane.capacity(now)).toEqual({ all: 0, automatic: 0 })
    const pause = lane.capacityIn(now) ?? 0
    pauses.push(pause)
    now += pause
    expect(lane.capacity(now)).toEqual({ all: 1, automatic: 1 })
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

test('all sends in flight when the connection goes offline count once', () => {
  const lane = createLane(pace, offline)
  const all = [lane.begin(person, 0), lane.begin(person, 0), lane.begin(person, 0)]
  expect(all.map((begun) => lane.end(begun, { status: 'held' }, 5))).toEqual(['held', undefined, undefined])
  expect(lane.capacityIn(5)).toBe(1000)
})

test('after any answer of the network the connection may have its full number of sends in flight again', () => {
  const lane = createLane(pace, offline)
  lane.end(lane.begin(person, 0), { status: 'held' }, 0)
  expect(lane.end(lane.begin(person, 2000), { status: 'retry', reason: 'busy' }, 2000)).toBe('released')
  expect(lane.capacity(2000).all).toBe(10)
})

test('a connection that is back online is used at once', () => {
  const lane = createLane(pace, offline)
  lane.end(lane.begin(person, 0), { status: 'held' }, 0)
  lane.reopen()
  expect(lane.capacity(10).all).toBe(10)
})

test('a limit of the network does not count as offline', () => {
  const lane = createLane(pace, offline)
  expect(lane.end(lane.begin(person, 0), { status: 'held', limit: { scope: 'everything' } }, 0)).toBeUndefined()
  expect(lane.capacity(0).all).toBe(10)
})

test('automatic messages are limited per second, and messages of people are not affected', () => {
  const lane = createLane(pace, offline)
  for (let turn = 0; turn < 2; turn += 1) lane.end(lane.begin(machine, 0), { status: 'sent' }, 0)
  expect(lane.capacity(0)).toEqual({ all: 10, automatic: 0 })
  expect(lane.capacityIn(0)).toBe(500)
  expect(lane.capacity(500)).toEqual({ all: 10, automatic: 1 })
  expect(lane.capacity(60_000)).toEqual({ all: 10, automatic: 2 })
})

test('a lane is kept until automatic messages may be sent at the full pace again', () => {
  const lane = createLane(pace, offline)
  for (let turn = 0; turn < 2; turn += 1) lane.end(lane.begin(machine, 0), { status: 'sent' }, 0)
  expect(lane.isIdle(500)).toBe(false)
  expect(lane.isIdle(1000)).toBe(true)
})

test('a send counts as in flight until it ends', () => {
  const lane = createLane(pace, offline)
  const begun = Array.from({ length: 10 }, () => lane.begin(person, 0))
  expect(lane.capacity(5000)).toEqual({ all: 0, automatic: 0 })
  for (const one of begun) lane.end(one, { status: 'sent' }, 5000)
  expect(lane.capacity(5000)).toEqual({ all: 10, automatic: 2 })
  expect(lane.isIdle(5000)).toBe(true)
})

describe('the pause after a message of a campaign', () => {
  const advertisement = { priority: 3, spacing: 5 }

  test('counts from when it was planned, if it is on time', () => {
    const lane = createLane(pace, offline)
    lane.begin({ ...advertisement, late: 0.7 }, 10_000)
    expect(lane.isSpacing(14_299)).toBe(true)
    expect(lane.isSpacing(14_300)).toBe(false)
  })

  test('counts from when it leaves, if it is late', () => {
    const lane = createLane(pace, offline)
    lane.end(lane.begin({ ...advertisement, late: 15 }, 10_000), { status: 'sent' }, 10_500)
    expect(lane.isSpacing(14_999)).toBe(true)
    expect(lane.capacityIn(14_000)).toBe(1000)
    expect(lane.isIdle(14_999)).toBe(false)
    expect(lane.isSpacing(15_000)).toBe(false)
    expect(lane.isIdle(15_000)).toBe(true)
  })

  test('leaves the capacity for other messages as it is', () => {
    const lane = createLane(pace, offline)
    lane.end(lane.begin({ ...advertisement, late: 15 }, 10_000), { status: 'sent' }, 10_500)
    expect(lane.capacity(10_600)).toEqual({ all: 10, automatic: 2 })
  })
})
