import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '#platform/log'
import { createPresence } from './presence.ts'

interface Told {
  companyId: number
  turned: [number, boolean][]
  seen: number[]
}
let told: Told[]
let presence: ReturnType<typeof createPresence>

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  presence = createPresence()
  presence.start({
    log: createLogger('silent'),
    announce: async (companyId, { turned, seen }) => void told.push({ companyId, turned: [...turned], seen }),
  })
})
afterEach(async () => {
  await presence.stop()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const turns = () => told.flatMap(({ turned }) => turned)

describe('somebody', () => {
  test('is there with a socket, however long it says nothing', async () => {
    presence.connected(1, 7)
    await pass(3_600_000)

    expect(presence.isOnline(1, 7)).toBe(true)
    expect(turns()).toEqual([[7, true]])
  })

  test('is there for forty seconds after a call, and then is told to be gone', async () => {
    presence.seen(1, 7)
    await pass(39_000)
    expect(presence.isOnline(1, 7)).toBe(true)
    await pass(10_000)

    expect(presence.isOnline(1, 7)).toBe(false)
    expect(turns()).toEqual([
      [7, true],
      [7, false],
    ])
  })

  test('stays while one of several sockets does', async () => {
    presence.connected(1, 7)
    presence.connected(1, 7)
    presence.disconnected(1, 7)
    await pass(100_000)

    expect(presence.isOnline(1, 7)).toBe(true)
  })

  test('is gone at once after logging out', async () => {
    presence.connected(1, 7)
    await pass(1_000)
    presence.left(1, 7)
    expect(presence.isOnline(1, 7)).toBe(false)
    await pass(1_000)

    expect(turns().at(-1)).toEqual([7, false])
  })

  test('of another company with the same number is somebody else', () => {
    presence.seen(1, 7)

    expect(presence.isOnline(2, 7)).toBe(false)
  })

  test('is kept in the database once a minute at most', async () => {
    for (let second = 0; second < 130; second += 1) {
      presence.seen(1, 7)
      await pass(1_000)
    }

    expect(told.flatMap(({ seen }) => seen)).toEqual([7, 7, 7])
  })
})

test('five hundred who lose the line and come back are not worth a word', async () => {
  const ids = Array.from({ length: 500 }, (_, id) => id + 1)
  for (const id of ids) presence.connected(1, id)
  await pass(1_000)
  expect(turns()).toHaveLength(500)
  expect(told).toHaveLength(1)

  for (const id of ids) presence.disconnected(1, id)
  await pass(20_000)
  for (const id of ids) presence.connected(1, id)
  await pass(35_000)

  expect(turns()).toHaveLength(500)
})
