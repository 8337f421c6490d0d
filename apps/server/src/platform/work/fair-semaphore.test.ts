import { expect, test } from 'vitest'
import { createFairSemaphore } from './fair-semaphore.ts'

const rules = { slots: 12, maxPerKey: 8, share: 4, maxWaiting: 50, timeout: 60_000 }

/** Requests slots and records who has got them. */
function holders(changed: Partial<typeof rules> = {}) {
  const semaphore = createFairSemaphore({ ...rules, ...changed })
  const got = new Map<number, (() => void)[]>()
  const askOnce = async (key: number) => {
    const release = await semaphore.acquire(key)
    got.set(key, [...(got.get(key) ?? []), release])
  }
  /** Settles when all requests have been answered. */
  const ask = (key: number, times = 1) => Promise.allSettled(Array.from({ length: times }, () => askOnce(key)))
  const held = () => Object.fromEntries([...got].map(([key, releases]) => [key, releases.length]))
  const release = async (key: number) => {
    got.get(key)?.shift()?.()
    await settled()
  }
  const settled = () => new Promise(setImmediate)
  return { ask, held, release, settled }
}

test('one key alone never takes the last slots, so that another key finds one at once', async () => {
  const { ask, held, settled } = holders()
  void ask(1, 40)
  await settled()
  expect(held()).toEqual({ 1: 8 })
  void ask(2, 2)
  await settled()
  expect(held()).toEqual({ 1: 8, 2: 2 })
})

test('while others wait a key keeps no more than its share, and a new key finds a slot', async () => {
  const { ask, held, release, settled } = holders()
  void ask(1, 40)
  void ask(2, 40)
  await settled()
  expect(held()).toEqual({ 1: 8, 2: 4 })
  for (let times = 0; times < 4; times += 1) await release(1)
  expect(held()).toEqual({ 1: 4, 2: 4 })
  void ask(3)
  await settled()
  expect(held()).toEqual({ 1: 4, 2: 4, 3: 1 })
})

test('the key that holds the fewest slots is served first, and keys take turns', async () => {
  const { ask, held, release, settled } = holders({ slots: 4, maxPerKey: 4, share: 4 })
  void ask(1, 20)
  await settled()
  void ask(2, 3)
  void ask(3, 3)
  for (let times = 0; times < 3; times += 1) await release(1)
  expect(held()).toEqual({ 1: 2, 2: 1, 3: 1 })
})

test('a slot that is released twice counts once', async () => {
  const semaphore = createFairSemaphore({ ...rules, slots: 1, maxPerKey: 1, share: 1, timeout: 1 })
  const release = await semaphore.acquire(1)
  release()
  release()
  await semaphore.acquire(1)
  await expect(semaphore.acquire(2)).rejects.toMatchObject({ code: 'ERR_BUSY' })
})

test('a request that waits too long, or has too many of its own key before it, is refused as busy; others are not', async () => {
  const { ask, held, settled } = holders({ maxWaiting: 3, timeout: 20 })
  const asked = ask(1, 12)
  void ask(2)
  const ends = await asked
  expect(ends.map(({ status }) => status)).toEqual([...Array(8).fill('fulfilled'), ...Array(4).fill('rejected')])
  expect(ends.at(-1)).toMatchObject({ reason: { code: 'ERR_BUSY', status: 503, details: { retryAfter: 2 } } })
  void ask(1)
  await settled()
  expect(held()).toEqual({ 1: 8, 2: 1 })
})
