import { expect, test, vi } from 'vitest'
import { testDependencies } from '../../test/conversation.ts'
import type { Calls } from '../network/calls.ts'
import { createSending } from './sending.ts'

const created = { status: 201, answer: { createdAt: '2026-01-05T12:00:00.000Z' } }
const visitor = { status: 201, answer: { secret: 'secret' } }

test('shows a message at once and registers its writer as a visitor', async () => {
  const createVisitor = vi.fn<Calls['createVisitor']>(async () => visitor)
  const chat = testDependencies({ createVisitor, sendMessage: async () => created })
  const sending = createSending(chat)

  sending.send('oi', [], undefined)

  expect(chat.get().messages).toMatchObject([{ body: 'oi', fromMe: true, ack: 0, sending: {} }])
  await vi.waitFor(() => expect(chat.get().messages).toMatchObject([{ ack: 1, createdAt: created.answer.createdAt }]))
  expect(chat.get().messages[0]?.sending).toBeUndefined()
  expect(chat.store.read()).toMatchObject({ secret: 'secret', unsent: [] })
  expect(createVisitor).toHaveBeenCalledOnce()
})

test('keeps unsent messages and sends them with the same id after a reload', async () => {
  const before = testDependencies({ sendMessage: () => new Promise(() => {}) }, { secret: 'secret' })
  createSending(before).send('oi', [], undefined)
  const [message] = before.get().messages

  const sendMessage = vi.fn<Calls['sendMessage']>(async () => created)
  const after = testDependencies({ sendMessage }, before.store.read())
  createSending(after).resume()

  await vi.waitFor(() => expect(after.store.read().unsent).toEqual([]))
  expect(sendMessage.mock.calls[0]?.[1]).toMatchObject({ id: message?.id, body: 'oi' })
  expect(after.get().messages).toHaveLength(1)
})

test('registers again with the same name if the server does not know the visitor', async () => {
  const createVisitor = vi.fn<Calls['createVisitor']>(async () => visitor)
  const secrets: unknown[] = []
  const sendMessage: Calls['sendMessage'] = async (secret) => {
    secrets.push(secret)
    return secret === 'secret' ? created : { status: 401, after: 1 }
  }
  const chat = testDependencies(
    { createVisitor, sendMessage },
    { secret: 'gone', name: 'Rita', email: 'rita@a.example' },
  )

  createSending(chat).send('oi', [], undefined)

  await vi.waitFor(() => expect(chat.get().messages).toMatchObject([{ ack: 1 }]))
  expect(secrets).toEqual(['gone', 'secret'])
  expect(createVisitor).toHaveBeenCalledWith('Rita', 'rita@a.example')
})

test('says why a message was refused, and can retry or discard it', async () => {
  let answer: Awaited<ReturnType<Calls['sendMessage']>> = { status: 415, error: 'ERR_FILE_TYPE' }
  const chat = testDependencies({ sendMessage: async () => answer }, { secret: 'secret' })
  const sending = createSending(chat)
  sending.send('a', [], undefined)
  sending.send('b', [], undefined)
  await vi.waitFor(() =>
    expect(chat.get().messages).toMatchObject([
      { sending: { reason: 'ERR_FILE_TYPE' } },
      { sending: { reason: 'ERR_FILE_TYPE' } },
    ]),
  )
  const [a, b] = chat.get().messages
  if (!a || !b) throw new Error('two messages')

  answer = created
  sending.retry(a)
  sending.discard(b)

  await vi.waitFor(() => expect(chat.get().messages).toMatchObject([{ id: a.id, ack: 1 }]))
  expect(chat.store.read().unsent).toEqual([])
})

test("keeps the server's version if its event comes before the answer", async () => {
  let answer: (reply: typeof created) => void = () => {}
  const chat = testDependencies(
    { sendMessage: () => new Promise((resolve) => (answer = resolve)) },
    { secret: 'secret' },
  )
  const sending = createSending(chat)
  sending.send('oi', [], undefined)
  await vi.waitFor(() => expect(chat.live.open).toHaveBeenCalled())

  chat.set({ messages: chat.get().messages.map((message) => ({ ...message, sending: undefined, ack: 3 })) })
  answer(created)

  await vi.waitFor(() => expect(chat.store.read().unsent).toEqual([]))
  expect(chat.get().messages).toMatchObject([{ ack: 3 }])
})

test('sends each file as a separate message, the text with the first', () => {
  const chat = testDependencies({ sendMessage: () => new Promise(() => {}) }, { secret: 'secret' })
  const files = [new File(['a'], 'a.png', { type: 'image/png' }), new File(['b'], 'b.pdf', { type: 'application/pdf' })]

  createSending(chat).send('veja', files, undefined)

  expect(chat.get().messages).toMatchObject([
    { body: 'veja', mediaType: 'image', mediaName: 'a.png' },
    { body: '', mediaType: 'application', mediaName: 'b.pdf' },
  ])
  expect(chat.store.read().unsent).toEqual([])
})

test('forgets a name that the server refuses', async () => {
  const chat = testDependencies({ createVisitor: async () => ({ status: 400 }) })
  expect(await createSending(chat).introduce('Rita', 'rita')).toBe(400)
  expect(chat.store.read()).toMatchObject({ name: undefined, email: undefined })
})

test('shows that the chat is gone, to known and new visitors', async () => {
  const gone = { status: 404, error: 'ERR_NO_WAPP_FOUND' }
  const visitor = testDependencies({ sendMessage: async () => gone }, { secret: 'secret' })
  const stranger = testDependencies({ createVisitor: async () => gone })

  createSending(visitor).send('oi', [], undefined)
  createSending(stranger).send('oi', [], undefined)

  await vi.waitFor(() => expect([visitor, stranger].map((chat) => chat.get().isMissing)).toEqual([true, true]))
  expect(visitor.get().messages).toMatchObject([{ body: 'oi', sending: { reason: 'ERR_NO_WAPP_FOUND' } }])
})
