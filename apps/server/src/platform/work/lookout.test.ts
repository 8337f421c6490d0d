import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLookout } from './lookout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('looks each second, and not while a look is under way', async () => {
  let finish: () => void = () => undefined
  const look = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const lookout = createLookout(look, () => undefined)
  lookout.start()
  await vi.advanceTimersByTimeAsync(3000)
  expect(look).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(1000)
  expect(look).toHaveBeenCalledTimes(2)

  const stopped = lookout.stop()
  finish()
  await stopped
  await vi.advanceTimersByTimeAsync(3000)
  expect(look).toHaveBeenCalledTimes(2)
})

test('reports a look that fails, and looks again', async () => {
  const onError = vi.fn()
  const look = vi.fn(async () => {
    throw new Error('the database is gone')
  })
  const lookout = createLookout(look, onError)
  lookout.start()
  await vi.advanceTimersByTimeAsync(2000)
  await lookout.stop()
  expect(look).toHaveBeenCalledTimes(2)
  expect(onError).toHaveBeenCalledTimes(2)
})
