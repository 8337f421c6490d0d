import { expect, test, vi } from 'vitest'
import { said, testDependencies } from '../../test/conversation.ts'
import type { Calls } from '../network/calls.ts'
import { createHistory } from './history.ts'
import { mergeMessages, type ChatMessage } from './messages.ts'

const all = Array.from({ length: 60 }, (_, minute) => said(`m${minute}`, minute))
const size = 20

/** A simulated server with the first `count` messages, in pages. */
function setUp(count: number) {
  const server = { messages: all.slice(0, count) }
  const listMessages = vi.fn<Calls['listMessages']>(async (_secret, where = {}) => {
    const { messages } = server
    const at = messages.findIndex(({ id }) => Object.values(where).includes(id))
    if ('after' in where)
      return {
        status: 200,
        answer: { messages: messages.slice(at + 1, at + 1 + size), hasMore: messages.length > at + 1 + size },
      }
    const end = 'before' in where ? at : messages.length
    return { status: 200, answer: { messages: messages.slice(Math.max(0, end - size), end), hasMore: end > size } }
  })
  const chat = testDependencies({ listMessages }, { secret: 'secret' })
  const receive = (arrived: readonly ChatMessage[]) =>
    chat.set({ messages: mergeMessages(chat.get().messages, arrived) })
  return { server, chat, listMessages, history: createHistory({ ...chat, receive }) }
}
const ids = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)

test('starts with the newest page and loads older pages up to the first message', async () => {
  const { chat, history } = setUp(45)

  await history.catchUp()
  expect(ids(chat.get().messages)).toEqual(ids(all.slice(25, 45)))
  expect(chat.get()).toMatchObject({ isLoaded: true, hasOlder: true })

  await history.loadOlder()
  await history.loadOlder()
  expect(ids(chat.get().messages)).toEqual(ids(all.slice(0, 45)))
  expect(chat.get().hasOlder).toBe(false)
})

test('asks once for an older page, however often scrolling asks', async () => {
  const { listMessages, history } = setUp(45)
  await history.catchUp()
  listMessages.mockClear()
  await Promise.all([history.loadOlder(), history.loadOlder(), history.loadOlder()])
  expect(listMessages).toHaveBeenCalledOnce()
})

test('fills a gap of more than a page after the connection was lost', async () => {
  const { server, chat, history } = setUp(5)
  await history.catchUp()

  history.lost()
  server.messages = all
  await history.catchUp()

  expect(ids(chat.get().messages)).toEqual(ids(all))
})

test('fills the gap even if a newer message arrived first', async () => {
  const { server, chat, history } = setUp(5)
  await history.catchUp()
  history.lost()
  server.messages = all

  const caughtUp = history.catchUp()
  chat.set({ messages: mergeMessages(chat.get().messages, all.slice(59)) })
  await caughtUp

  expect(ids(chat.get().messages)).toEqual(ids(all))
})

test('fetches missed acks, edits and deletions', async () => {
  const { server, chat, history } = setUp(2)
  await history.catchUp()
  history.lost()
  server.messages = [said('m0', 0, { isDeleted: true, body: '' }), said('m1', 1, { ack: 3, fromMe: true })]

  await history.catchUp()

  expect(chat.get().messages).toMatchObject([{ isDeleted: true }, { ack: 3 }])
})

test('distinguishes a deleted chat from a deleted message', async () => {
  let error = 'ERR_NO_MESSAGE_FOUND'
  const chat = testDependencies({ listMessages: async () => ({ status: 404, error }) }, { secret: 'secret' })
  const history = createHistory({ ...chat, receive: () => {} })

  await history.catchUp()
  expect(chat.get().isMissing).toBe(false)
  error = 'ERR_NO_WAPP_FOUND'
  await history.catchUp()
  expect(chat.get().isMissing).toBe(true)
})
