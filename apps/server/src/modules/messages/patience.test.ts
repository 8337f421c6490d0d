import { expect, test } from 'vitest'
import { patienceFor } from './patience.ts'

const megabyte = 1_000_000
const minutes = (ms: number) => ms / 60_000

test('a video has the time that it takes over a slow line, and is not begun anew meanwhile', () => {
  const patience = minutes(patienceFor({ action: 'send', file_bytes: 16 * megabyte }))
  expect(patience).toBeGreaterThan(4)
  expect(patience).toBeLessThan(6)
})

test('what carries no file is tried again after twenty seconds, also where its message has one', () => {
  expect(patienceFor({ action: 'send', file_bytes: null })).toBe(20_000)
  expect(patienceFor({ action: 'react', file_bytes: 16 * megabyte })).toBe(20_000)
})
