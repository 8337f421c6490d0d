import { expect, test } from 'vitest'
import { BoundedMemory, limiterOn } from './rate-limits.ts'

const rules = { keyPrefix: 'test', points: 2, duration: 60 }

test('limits in memory keep a bounded number of keys and drop the one that was counted longest ago', async () => {
  const memory = new BoundedMemory(rules, 10)
  const limiter = limiterOn(memory)
  await limiter.take('a')
  await limiter.take('b')
  for (let n = 0; n < 8; n += 1) await limiter.take(`other ${n}`)
  await limiter.take('a')

  for (let n = 0; n < 300; n += 1) {
    await limiter.take(`new ${n}`)
    await limiter.count(`failed ${n}`)
    await limiter.release(`back ${n}`)
    // A key that is counted again and again stays.
    await expect(limiter.take('a')).rejects.toMatchObject({ status: 429 })
  }

  expect(memory.dump().storage).toHaveLength(10)
  expect(await limiter.counted('b')).toBe(0)
})

test('forgetting a key removes its entry', async () => {
  const memory = new BoundedMemory(rules, 10)
  await limiterOn(memory).take('a')
  await limiterOn(memory).forget('a')

  expect(memory.dump().storage).toHaveLength(0)
})
