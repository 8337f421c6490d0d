import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNoticeSound } from './notice-sound.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const now = { createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:01.000Z' }
const late = { createdAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T10:00:01.000Z' }

test('plays once for many messages at the same time, and again a moment later', () => {
  const play = vi.fn()
  const sound = createNoticeSound(play)
  for (let count = 0; count < 20; count += 1) sound(now)
  expect(play).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(600)
  sound(now)
  expect(play).toHaveBeenCalledTimes(2)
})

test('plays at most once in ten seconds for messages that arrive late', () => {
  const play = vi.fn()
  const sound = createNoticeSound(play)
  sound(late)
  vi.advanceTimersByTime(9_999)
  sound(late)
  expect(play).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(1)
  sound(late)
  expect(play).toHaveBeenCalledTimes(2)
})
