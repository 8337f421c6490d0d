import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNoticeSound } from './notice-sound.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const now = { createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:01.000Z' }
const late = { createdAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T10:00:01.000Z' }

test('Many messages at once are heard once, the next one a moment later again', () => {
  const play = vi.fn()
  const sound = createNoticeSound(play)
  for (let count = 0; count < 20; count += 1) sound(now)
  expect(play).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(600)
  sound(now)
  expect(play).toHaveBeenCalledTimes(2)
})

test('What comes late, after a line was away, is heard once in ten seconds', () => {
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
