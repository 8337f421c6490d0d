import { expect, test, vi } from 'vitest'
import { testDesk } from '../../test/conversation.ts'
import type { Calls } from '../network/calls.ts'
import { createSending } from './sending.ts'

const created = { status: 201, answer: { createdAt: '2026-01-05T12:00:00.000Z' } }
const visitor = { status: 201, answer: { secret: 'secret' } }

test('shows a message at once, and makes a visitor of the writer', async () => {
  const createVisitor = vi.fn<Calls['createVisitor']>(async () => visitor)
  const desk = testDesk({ createVisitor, sendMessage: async () => created })
  const sending = createSending(desk)

  sending.send('oi', [], undefined)

  expect(desk.get().messages).toMatchObject([{ body: 'oi', fromMe: true, ack: 0, sending: {} }])
  await vi.waitFor(() => expect(desk.get().messages).toMatchObject([{ ack: 1, createdAt: created.answer.createdAt }]))
  expect(desk.get().messages[0]?.sending).toBeUndefined()
  expect(desk.store.read()).toMatchObject({ secret: 'secret', unsent: [] })
  expect(createVisitor).toHaveBeenCalledOnce()
})

test('keeps what is not sent, and sends it with the same id after a reload', async () => {
  const before = testDesk({ sendMessage: () => new Promise(() => {}) }, { secret: 'secret' })
  createSending(before).send('oi', [], undefined)
  const [message] = before.get().messages

  const sendMessage = vi.fn<Calls['sendMessage']>(async () => created)
  const after = testDesk({ sendMessage }, before.store.read())
  createSending(after).resume()

  await vi.waitFor(() => expect(after.store.read().unsent).toEqual([]))
  expect(sendMessage.mock.calls[0]?.[1]).toMatchObject({ id: message?.id, body: 'oi' })
  expect(after.get().messages).toHaveLength(1)
})

test('becomes a new visitor, with the same name, if the server does not know the old one', async () => {
  const createVisitor = vi.fn<Calls['createVisitor']>(async () => visitor)
  const secrets: unknown[] = []
  const sendMessage: Calls['sendMessage'] = async (secret) => {
    secrets.push(secret)
    return secret === 'secret' ? created : { status: 401, after: 1 }
  }
  const desk = testDesk({ createVisitor, sendMessage }, { secret: 'gone', name: 'Rita', email: 'rita@a.example' })

  createSending(desk).send('oi', [], undefined)

  await vi.waitFor(() => expect(desk.get().messages).toMatchObject([{ ack: 1 }]))
  expect(secrets).toEqual(['gone', 'secret'])
  expect(createVisitor).toHaveBeenCalledWith('Rita', 'rita@a.example')
})

test('says why a message was refused, and can send or drop it', async () => {
  let answer: Awaited<ReturnType<Calls['sendMessage']>> = { status: 415, error: 'ERR_FILE_TYPE' }
  const desk = testDesk({ sendMessage: async () => answer }, { secret: 'secret' })
  const sending = createSending(desk)
  sending.send('a', [], undefined)
  sending.send('b', [], undefined)
  await vi.waitFor(() =>
    expect(desk.get().messages).toMatchObject([
      { sending: { reason: 'ERR_FILE_TYPE' } },
      { sending: { reason: 'ERR_FILE_TYPE' } },
    ]),
  )
  const [a, b] = desk.get().messages
  if (!a || !b) throw new Error('two messages')

  answer = created
  sending.retry(a)
  sending.discard(b)

  await vi.waitFor(() => expect(desk.get().messages).toMatchObject([{ id: a.id, ack: 1 }]))
  expect(desk.store.read().unsent).toEqual([])
})

test('lets the word of the server stand if it comes before the answer', async () => {
  let answer: (reply: typeof created) => void = () => {}
  const desk = testDesk({ sendMessage: () => new Promise((resolve) => (answer = resolve)) }, { secret: 'secret' })
  const sending = createSending(desk)
  sending.send('oi', [], undefined)
  await vi.waitFor(() => expect(desk.line.open).toHaveBeenCalled())

  desk.set({ messages: desk.get().messages.map((message) => ({ ...message, sending: undefined, ack: 3 })) })
  answer(created)

  await vi.waitFor(() => expect(desk.store.read().unsent).toEqual([]))
  expect(desk.get().messages).toMatchObject([{ ack: 3 }])
})

test('sends each file as a message of its own, the words with the first', () => {
  const desk = testDesk({ sendMessage: () => new Promise(() => {}) }, { secret: 'secret' })
  const files = [new File(['a'], 'a.png', { type: 'image/png' }), new File(['b'], 'b.pdf', { type: 'application/pdf' })]

  createSending(desk).send('veja', files, undefined)

  expect(desk.get().messages).toMatchObject([
    { body: 'veja', mediaType: 'image', mediaName: 'a.png' },
    { body: '', mediaType: 'application', mediaName: 'b.pdf' },
  ])
  expect(desk.store.read().unsent).toEqual([])
})

test('forgets a name that the server does not take', async () => {
  const desk = testDesk({ createVisitor: async () => ({ status: 400 }) })
  expect(await createSending(desk).introduce('Rita', 'rita')).toBe(400)
  expect(desk.store.read()).toMatchObject({ name: undefined, email: undefined })
})

test('says that the chat is gone, be it to a visitor or to a stranger', async () => {
  const gone = { status: 404, error: 'ERR_NO_WAPP_FOUND' }
  const visitor = testDesk({ sendMessage: async () => gone }, { secret: 'secret' })
  const stranger = testDesk({ createVisitor: async () => gone })

  createSending(visitor).send('oi', [], undefined)
  createSending(stranger).send('oi', [], undefined)

  await vi.waitFor(() => expect([visitor, stranger].map((desk) => desk.get().isMissing)).toEqual([true, true]))
  expect(visitor.get().messages).toMatchObject([{ body: 'oi', sending: { reason: 'ERR_NO_WAPP_FOUND' } }])
})
