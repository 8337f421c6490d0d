import { expect, test } from 'vitest'
import { createStopwatch } from './stopwatch.ts'

test('counts the time without the pauses', () => {
  let at = 1000
  const watch = createStopwatch(() => at)
  at += 300
  watch.pause()
  at += 5000
  expect(watch.elapsed()).toBe(300)
  watch.pause()
  watch.resume()
  at += 200
  watch.resume()
  expect(watch.elapsed()).toBe(500)
})
