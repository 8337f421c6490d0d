import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api-error.ts'
import { type Unsent, createOutbox } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())

test('sends the messages of a conversation one after the other, in order', async () => {
  const { outbox, posted } = setUp()

  outbox.add(text('a'))
  outbox.add(text('b'))
  expect(posted.map(({ clientId }) => clientId)).toEqual(['a'])
  await posted[0]?.answer()

  expect(posted.map(({ clientId }) => clientId)).toEqual(['a', 'b'])
})

test('without an answer, repeats the same message with the same id before later ones', async () => {
  const { outbox, posted, sent } = setUp()

  outbox.add(text('a'))
  outbox.add(text('b'))
  await posted[0]?.refuse(new ApiError(0, 'ERR_NETWORK'))
  expect(outbox.all().map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  await vi.advanceTimersByTimeAsync(10)
  await posted[1]?.answer()

  expect(posted.map(({ clientId }) => clientId)).toEqual(['a', 'a', 'b'])
  expect(sent).toEqual(['a'])
})

test('keeps a refused message with its reason, continues with the next, and can retry it', async () => {
  const { outbox, posted } = setUp()

  outbox.add(text('a'))
  outbox.add(text('b'))
  await posted[0]?.refuse(new ApiError(400, 'ERR_TICKET_NOT_OPEN'))
  await posted[1]?.answer()
  expect(outbox.all()).toMatchObject([{ clientId: 'a', state: 'failed', failure: 'ERR_TICKET_NOT_OPEN' }])

  outbox.retry('a')

  expect(posted.at(-1)?.clientId).toBe('a')
})

test('retries after a rate limit, but not after the daily upload limit', async () => {
  const { outbox, posted } = setUp()

  outbox.add(text('a'))
  await posted[0]?.refuse(new ApiError(429, 'ERR_TOO_MANY_REQUESTS'))
  expect(outbox.all()).toMatchObject([{ state: 'waiting' }])
  await vi.advanceTimersByTimeAsync(10)
  await posted[1]?.refuse(new ApiError(429, 'ERR_UPLOAD_LIMIT'))

  expect(outbox.all()).toMatchObject([{ state: 'failed', failure: 'ERR_UPLOAD_LIMIT' }])
})

test('keeps its messages while it is suspended, ignores answers meanwhile, and sends them with the same ids afterwards', async () => {
  const { outbox, posted, sent } = setUp()
  outbox.add(text('a'))
  outbox.add(text('b'))

  outbox.suspend()
  await posted[0]?.refuse(new ApiError(401, 'ERR_SESSION_EXPIRED'))
  outbox.flush()
  await vi.advanceTimersByTimeAsync(100)
  expect(posted).toHaveLength(1)
  expect(outbox.all().map(({ state, failure }) => [state, failure])).toEqual([
    ['waiting', null],
    ['waiting', null],
  ])

  outbox.resume()
  await posted[1]?.answer()
  await posted[2]?.answer()
  expect(posted.map(({ clientId }) => clientId)).toEqual(['a', 'a', 'b'])
  expect([sent, outbox.all()]).toEqual([['a', 'b'], []])
})

test('keeps a message over a reload, and sends it with the same id when the connection is back', async () => {
  const before = setUp()
  before.outbox.add(text('a'))
  await before.posted[0]?.refuse(new ApiError(0, 'ERR_NETWORK'))

  const after = setUp(before.store())
  expect(after.outbox.all()).toMatchObject([{ clientId: 'a', body: 'Olá a', state: 'waiting' }])
  after.outbox.flush()
  await after.posted[0]?.answer()

  expect(after.outbox.all()).toEqual([])
  expect(after.store()).toEqual([])
})

test('a file does not survive a reload, and its message says so', () => {
  const file = { name: 'foto.jpg', type: 'image/jpeg', size: 3, url: 'blob:x' }
  const { outbox } = setUp([{ ...text('a'), file, state: 'sending', progress: 0.5, failure: null }])

  expect(outbox.all()).toMatchObject([{ state: 'failed', failure: 'ERR_FILE_GONE' }])
})

test('conversations do not wait for each other', () => {
  const { outbox, posted } = setUp()

  outbox.add(text('a'))
  outbox.add({ ...text('b'), chatId: 2 })

  expect(posted.map(({ clientId }) => clientId)).toEqual(['a', 'b'])
})

test('an answer after the end of the session is ignored and does not block the next user', async () => {
  const { outbox, posted, sent, store } = setUp()

  outbox.add(text('a'))
  outbox.clear()
  outbox.add(text('b'))
  expect(posted.map(({ clientId }) => clientId)).toEqual(['a', 'b'])
  await posted[0]?.answer()

  expect(sent).toEqual([])
  expect(store()).toMatchObject([{ clientId: 'b', state: 'sending' }])
  await posted[1]?.answer()
  expect(sent).toEqual(['b'])
  expect(store()).toEqual([])
})

test('nothing is retried after the end of the session', async () => {
  const { outbox, posted, store } = setUp()

  outbox.add(text('a'))
  outbox.clear()
  await posted[0]?.refuse(new ApiError(0, 'ERR_NETWORK'))
  await vi.runAllTimersAsync()

  expect(posted).toHaveLength(1)
  expect(store()).toEqual([])
})

test('a file that the server has survives a reload, and one that only the page had does not', () => {
  const file = { name: 'sala.png', type: 'image/*', size: 100, url: '/public/sala.png' }
  const before = { state: 'sending', progress: 0.5, failure: null } as const
  const { outbox } = setUp([
    { ...text('a'), ...before, file: { ...file, quickMessageId: 7 } },
    { ...text('b'), ...before, chatId: 2, file: { ...file, url: 'blob:x' } },
  ])

  expect(outbox.all()).toMatchObject([
    { clientId: 'a', state: 'waiting', file: { url: '/public/sala.png', quickMessageId: 7 } },
    { clientId: 'b', state: 'failed', failure: 'ERR_FILE_GONE', file: { url: null } },
  ])
})

interface SentFile {
  name: string
  type: string
  size: number
  url: string | null
  quickMessageId?: number
}

interface Message {
  clientId: string
  chatId: number
  body: string
  file: SentFile | null
  createdAt: string
}

function text(clientId: string): Message {
  return {
    clientId,
    chatId: 1,
    body: `Olá ${clientId}`,
    file: null,
    createdAt: '2026-11-21T10:00:00.000Z',
  }
}

function setUp(kept: Unsent<Message>[] = []) {
  let store = kept
  const sent: string[] = []
  const posted: { clientId: string; answer: () => Promise<void>; refuse: (error: Error) => Promise<void> }[] = []
  const outbox = createOutbox({
    conversationOf: ({ chatId }: Message) => chatId,
    post: ({ clientId }) =>
      new Promise<{ clientId: string }>((resolve, reject) => {
        const settled = () => vi.advanceTimersByTimeAsync(0).then(() => undefined)
        posted.push({
          clientId,
          answer: () => (resolve({ clientId }), settled()),
          refuse: (error) => (reject(error), settled()),
        })
      }),
    onSent: ({ clientId }) => sent.push(clientId),
    store: { read: () => store, write: (sends) => (store = sends) },
    pause: () => 5,
  })
  return { outbox, posted, sent, store: () => store }
}
