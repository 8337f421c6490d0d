import { expect, test } from 'vitest'
import { createAtOnce } from './at-once.ts'

test('more than the limit at the same time are refused, and one that ends makes room', () => {
  const { enter } = createAtOnce({ retryAfter: 3 })
  const limits = [{ key: 'a', most: 2 }]

  const leave = enter(limits)
  enter(limits)
  expect(() => enter(limits)).toThrow(expect.objectContaining({ status: 429, details: { retryAfter: 3 } }))
  enter([{ key: 'b', most: 1 }])
  leave()
  expect(() => enter(limits)).not.toThrow()
})

test('nothing is counted when one of several limits is reached', () => {
  const { enter } = createAtOnce({ retryAfter: 1 })
  enter([{ key: 'company', most: 1 }])

  expect(() =>
    enter([
      { key: 'sender', most: 1 },
      { key: 'company', most: 1 },
    ]),
  ).toThrow('ERR_TOO_MANY_REQUESTS')
  expect(() => enter([{ key: 'sender', most: 1 }])).not.toThrow()
})
