import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '#platform/process/log'
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

describe('a user', () => {
  test('is online while a socket is open, without any calls', async () => {
    presence.connected(1, 7)
    await pass(3_600_000)

    expect(presence.isOnline(1, 7)).toBe(true)
    expect(turns()).toEqual([[7, true]])
  })

  test('is online for forty seconds after a call, and then offline', async () => {
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

  test('stays online while one of several sockets is open', async () => {
    presence.connected(1, 7)
    presence.connected(1, 7)
    presence.disconnected(1, 7)
    await pass(100_000)

    expect(presence.isOnline(1, 7)).toBe(true)
  })

  test('is offline at once after logging out', async () => {
    presence.connected(1, 7)
    await pass(1_000)
    presence.left(1, 7)
    expect(presence.isOnline(1, 7)).toBe(false)
    await pass(1_000)

    expect(turns().at(-1)).toEqual([7, false])
  })

  test('is not confused with a user of another company who has the same id', () => {
    presence.seen(1, 7)

    expect(presence.isOnline(2, 7)).toBe(false)
  })

  test('is stored as seen at most once a minute', async () => {
    for (let second = 0; second < 130; second += 1) {
      presence.seen(1, 7)
      await pass(1_000)
    }

    expect(told.flatMap(({ seen }) => seen)).toEqual([7, 7, 7])
  })
})

test('five hundred users who lose the connection and come back cause no events', async () => {
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

describe('with two processes', () => {
  type Presence = ReturnType<typeof createPresence>
  type Exchange = NonNullable<Parameters<Presence['start']>[0]['others']>
  let other: Presence
  let hearers: Map<Exchange, ((event: string, payload: never) => void)[]>
  beforeEach(() => {
    hearers = new Map()
    presence.start({ log: createLogger('silent'), announce, others: process() })
    other = createPresence()
    other.start({ log: createLogger('silent'), announce, others: process() })
  })
  afterEach(() => other.stop())

  const announce = async (companyId: number, { turned, seen }: { turned: Map<number, boolean>; seen: number[] }) =>
    void told.push({ companyId, turned: [...turned], seen })

  /** What one process sends, all others receive. */
  function process(): Exchange {
    const self: Exchange = {
      areThere: true,
      tell: (event, payload) => {
        for (const [one, hear] of hearers) if (one !== self) for (const each of hear) each(event, payload as never)
      },
      hear: (event, listener) => {
        const heard = (name: string, payload: never) => void (name === event && listener(payload))
        hearers.set(self, [...(hearers.get(self) ?? []), heard])
      },
    }
    return self
  }

  test('a user of one process is online for the other, until that process falls silent', async () => {
    presence.connected(1, 7)
    await pass(1000)
    expect(other.isOnline(1, 7)).toBe(true)

    hearers.clear()
    await pass(60_000)
    expect(other.isOnline(1, 7)).toBe(false)
  })

  test('a user who leaves one process and is still at the other stays online', async () => {
    presence.connected(1, 7)
    other.connected(1, 7)
    await pass(1000)
    presence.disconnected(1, 7)
    await pass(120_000)
    expect(turns().map(([, online]) => online)).not.toContain(false)

    other.disconnected(1, 7)
    await pass(120_000)
    expect(turns().filter(([, online]) => !online)).toHaveLength(1)
    expect([presence, other].map((each) => each.isOnline(1, 7))).toEqual([false, false])
  })

  test('a user who logs out at one process is offline at both', async () => {
    presence.connected(1, 7)
    other.connected(1, 7)
    await pass(1000)

    presence.left(1, 7)
    await pass(1000)

    expect([presence, other].map((each) => each.isOnline(1, 7))).toEqual([false, false])
    expect(turns().map(([, online]) => online)).toContain(false)
  })
})
