import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutbox, outcomeOf, type Outcome } from './outbox.ts'
import { pauseAfter } from '../network/pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(answers: (id: string, tries: number) => Outcome) {
  const posts: string[] = []
  const done: string[] = []
  const outbox = createOutbox<string>({
    async post(id, tries) {
      posts.push(id)
      return answers(id, tries)
    },
    sent: (id) => void done.push(id),
    refused: (id, reason) => void done.push(`${id}: ${reason}`),
  })
  return { outbox, posts, done }
}

const sent = { status: 'sent', createdAt: '' } as const

test('sends messages one after the other, in order', async () => {
  const { outbox, done } = setUp(() => sent)
  for (const id of ['a', 'b', 'c']) outbox.add(id)
  await vi.runAllTimersAsync()
  expect(done).toEqual(['a', 'b', 'c'])
})

test('retries the same message until the connection is back, before any later one', async () => {
  const { outbox, posts, done } = setUp((id, tries) => (id === 'a' && tries < 3 ? { status: 'again' } : sent))
  outbox.add('a')
  outbox.add('b')
  await vi.runAllTimersAsync()
  expect(posts).toEqual(['a', 'a', 'a', 'a', 'b'])
  expect(done).toEqual(['a', 'b'])
})

test('waits as long as the server says', async () => {
  const { outbox, posts } = setUp((_id, tries) => (tries ? sent : { status: 'again', after: 7000 }))
  outbox.add('a')
  await vi.advanceTimersByTimeAsync(6999)
  expect(posts).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(posts).toEqual(['a', 'a'])
})

test('ends the pause when the connection is back', async () => {
  const { outbox, posts } = setUp((_id, tries) => (tries ? sent : { status: 'again', after: 60_000 }))
  outbox.add('a')
  await vi.advanceTimersByTimeAsync(10)
  outbox.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(posts).toEqual(['a', 'a'])
})

test('sets a refused message aside with its reason and continues', async () => {
  const { outbox, done } = setUp((id) => (id === 'a' ? { status: 'refused', reason: 'ERR_FILE_TYPE' } : sent))
  outbox.add('a')
  outbox.add('b')
  await vi.runAllTimersAsync()
  expect(done).toEqual(['a: ERR_FILE_TYPE', 'b'])
})

test('can send a message again that was set aside', async () => {
  let isWell = false
  const { outbox, posts, done } = setUp(() => (isWell ? sent : { status: 'refused', reason: '' }))
  outbox.add('a')
  await vi.runAllTimersAsync()
  isWell = true
  outbox.add('a')
  await vi.runAllTimersAsync()
  expect(posts).toEqual(['a', 'a'])
  expect(done).toEqual(['a: ', 'a'])
})

describe('interpreting answers', () => {
  test.each([
    [{ status: 201, answer: { createdAt: 'now' } }, 0, { status: 'sent', createdAt: 'now' }],
    [{ status: 200, answer: { createdAt: 'now' } }, 9, { status: 'sent', createdAt: 'now' }],
    [{ status: 0 }, 99, { status: 'again', after: undefined }],
    [{ status: 503, after: 5000 }, 99, { status: 'again', after: 5000 }],
    [{ status: 429, after: 900 }, 99, { status: 'again', after: 900 }],
    [{ status: 500 }, 3, { status: 'again', after: undefined }],
    [{ status: 500, error: 'ERR_INTERNAL' }, 4, { status: 'refused', reason: 'ERR_INTERNAL' }],
    [{ status: 401 }, 0, { status: 'again', after: undefined }],
    [{ status: 413, error: 'ERR_FILE_TOO_LARGE' }, 0, { status: 'refused', reason: 'ERR_FILE_TOO_LARGE' }],
  ])('%j after %i failures', (reply, tries, outcome) => {
    expect(outcomeOf(reply, tries)).toEqual(outcome)
  })
})

test('pauses grow to half a minute and are randomized', () => {
  expect([0, 1, 2, 3, 9].map((tries) => pauseAfter(tries, 30_000, 0))).toEqual([1000, 2000, 4000, 8000, 30_000])
  expect(pauseAfter(9, 10_000, 0.9)).toBe(7000)
})
