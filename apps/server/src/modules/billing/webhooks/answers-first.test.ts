import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createAnswersFirst } from './answers-first.ts'

afterEach(() => vi.useRealTimers())

test('what follows waits until all answers are made, also those that fail', async () => {
  const answers = createAnswersFirst()
  await answers.idle()
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<never>()]
  const made = [answers.during(one.promise), answers.during(other.promise).catch(() => 'failed')]
  let isIdle = false
  const idle = answers.idle().then(() => (isIdle = true))

  one.resolve('made')
  await nextTurn()
  expect(isIdle).toBe(false)

  other.reject(new Error('failed'))
  await idle
  expect(await Promise.all(made)).toEqual(['made', 'failed'])
})

test('what follows does not wait forever', async () => {
  vi.useFakeTimers()
  const answers = createAnswersFirst()
  void answers.during(new Promise(() => undefined))
  const idle = answers.idle()
  await vi.advanceTimersByTimeAsync(250)
  expect(await idle).toBeUndefined()
})
