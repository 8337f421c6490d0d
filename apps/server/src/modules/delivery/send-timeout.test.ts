import { expect, test } from 'vitest'
import { sendTimeout } from './send-timeout.ts'

const megabyte = 1_000_000
const minutes = (ms: number) => ms / 60_000

test('a video gets the time that it needs over a slow connection before it is retried', () => {
  const timeout = minutes(sendTimeout({ action: 'send', file_bytes: 16 * megabyte }))
  expect(timeout).toBeGreaterThan(4)
  expect(timeout).toBeLessThan(6)
})

test('entries without a file are retried after twenty seconds, even if their message has one', () => {
  expect(sendTimeout({ action: 'send', file_bytes: null })).toBe(20_000)
  expect(sendTimeout({ action: 'react', file_bytes: 16 * megabyte })).toBe(20_000)
})
