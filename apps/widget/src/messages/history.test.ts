import { expect, test, vi } from 'vitest'
import { said, testDesk } from '../../test/conversation.ts'
import type { Calls } from '../network/calls.ts'
import { createHistory } from './history.ts'
import { mergeMessages, type ChatMessage } from './messages.ts'

const all = Array.from({ length: 60 }, (_, minute) => said(`m${minute}`, minute))
const size = 20

/** A server with the first `count` messages of all, in pages. */
function world(count: number) {
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
  const desk = testDesk({ listMessages }, { secret: 'secret' })
  const receive = (arrived: readonly ChatMessage[]) =>
    desk.set({ messages: mergeMessages(desk.get().messages, arrived) })
  return { server, desk, listMessages, history: createHistory({ ...desk, receive }) }
}
const ids = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)

test('starts with the newest page, and goes back page by page to the first message', async () => {
  const { desk, history } = world(45)

  await history.catchUp()
  expect(ids(desk.get().messages)).toEqual(ids(all.slice(25, 45)))
  expect(desk.get()).toMatchObject({ isLoaded: true, hasOlder: true })

  await history.loadOlder()
  await history.loadOlder()
  expect(ids(desk.get().messages)).toEqual(ids(all.slice(0, 45)))
  expect(desk.get().hasOlder).toBe(false)
})

test('asks once for an older page, however often scrolling asks', async () => {
  const { listMessages, history } = world(45)
  await history.catchUp()
  listMessages.mockClear()
  await Promise.all([history.loadOlder(), history.loadOlder(), history.loadOlder()])
  expect(listMessages).toHaveBeenCalledOnce()
})

test('fills a gap of more than a page after the line was down', async () => {
  const { server, desk, history } = world(5)
  await history.catchUp()

  history.lost()
  server.messages = all
  await history.catchUp()

  expect(ids(desk.get().messages)).toEqual(ids(all))
})

test('fills the gap also if a newer message has come in first', async () => {
  const { server, desk, history } = world(5)
  await history.catchUp()
  history.lost()
  server.messages = all

  const caughtUp = history.catchUp()
  desk.set({ messages: mergeMessages(desk.get().messages, all.slice(59)) })
  await caughtUp

  expect(ids(desk.get().messages)).toEqual(ids(all))
})

test('learns of acks, edits and deletions that it missed', async () => {
  const { server, desk, history } = world(2)
  await history.catchUp()
  history.lost()
  server.messages = [said('m0', 0, { isDeleted: true, body: '' }), said('m1', 1, { ack: 3, fromMe: true })]

  await history.catchUp()

  expect(desk.get().messages).toMatchObject([{ isDeleted: true }, { ack: 3 }])
})

test('tells a chat that is gone from a message that is gone', async () => {
  let error = 'ERR_NO_MESSAGE_FOUND'
  const desk = testDesk({ listMessages: async () => ({ status: 404, error }) }, { secret: 'secret' })
  const history = createHistory({ ...desk, receive: () => {} })

  await history.catchUp()
  expect(desk.get().isMissing).toBe(false)
  error = 'ERR_NO_WAPP_FOUND'
  await history.catchUp()
  expect(desk.get().isMissing).toBe(true)
})
