import { describe, expect, test } from 'vitest'
import { said as message } from '../../test/conversation.ts'
import { countUnread, isSameGroup, lastSaid, mergeMessages, raiseAcks, unsigned, type ChatMessage } from './messages.ts'

const ids = (messages: ChatMessage[]) => messages.map(({ id }) => id)

describe('merging', () => {
  test('sorts messages and keeps each once, in whatever order they arrive', () => {
    const [a, b, c] = [message('a', 1), message('b', 2), message('c', 3)]
    expect(ids(mergeMessages([c], [a, b, c]))).toEqual(['a', 'b', 'c'])
    expect(ids(mergeMessages(mergeMessages([b, c], [a]), [c, b]))).toEqual(['a', 'b', 'c'])
  })

  test("keeps the server's order for messages of the same time", () => {
    expect(ids(mergeMessages([], [message('b', 1), message('a', 1)]))).toEqual(['b', 'a'])
  })

  test('shows messages being sent last, whatever their time', () => {
    expect(ids(mergeMessages([message('mine', 0, { fromMe: true, sending: {} })], [message('a', 5)]))).toEqual([
      'a',
      'mine',
    ])
  })

  test("replaces a message being sent with the server's version", () => {
    const [merged] = mergeMessages([message('a', 0, { sending: {} })], [message('a', 1)])
    expect(merged?.sending).toBeUndefined()
  })

  test('never decreases an ack', () => {
    expect(mergeMessages([message('a', 1, { ack: 3 })], [message('a', 1, { ack: 2 })])[0]?.ack).toBe(3)
  })

  test('keeps an edit or deletion when an older version arrives later', () => {
    const edited = message('a', 1, { isEdited: true, body: 'new' })
    const deleted = message('a', 1, { isDeleted: true, body: '' })
    expect(mergeMessages([edited], [message('a', 1)])[0]).toMatchObject({ body: 'new', isEdited: true })
    expect(mergeMessages([deleted], [edited])[0]).toMatchObject({ isDeleted: true })
    expect(mergeMessages([edited], [deleted])[0]).toMatchObject({ isDeleted: true })
  })
})

test("marks the company's messages up to one as read, and never as unread", () => {
  const messages = [message('a', 1), message('mine', 2, { fromMe: true }), message('b', 3), message('c', 4)]
  expect(raiseAcks(messages, 'b', 3, false).map(({ ack }) => ack)).toEqual([3, 1, 3, 1])
  expect(raiseAcks(raiseAcks(messages, 'b', 3, false), 'b', 2, false)[2]?.ack).toBe(3)
})

test("an ack of a visitor's message raises only this message", () => {
  const messages = [message('a', 1, { fromMe: true }), message('b', 2, { fromMe: true })]
  expect(raiseAcks(messages, 'b', 2, true).map(({ ack }) => ack)).toEqual([1, 2])
})

test('counts unread messages of the company', () => {
  const messages = [
    message('read', 1, { ack: 3 }),
    message('mine', 2, { fromMe: true }),
    message('line', 3, { isSystem: true }),
    message('gone', 4, { isDeleted: true }),
    message('new', 5, { ack: 2 }),
  ]
  expect(countUnread(messages)).toBe(1)
})

test('groups messages of one sender within five minutes', () => {
  const first = message('a', 0, { author: 'Camila' })
  expect(isSameGroup(first, message('b', 4, { author: 'Camila' }))).toBe(true)
  expect(isSameGroup(first, message('b', 5, { author: 'Camila' }))).toBe(false)
  expect(isSameGroup(first, message('b', 1, { author: 'Diego' }))).toBe(false)
  expect(isSameGroup(first, message('b', 1, { fromMe: true }))).toBe(false)
  expect(isSameGroup(undefined, first)).toBe(false)
})

test('removes a signature only if it is the name above the bubble', () => {
  const signed = message('a', 0, { author: 'Rita', body: '*Rita:*\nBom dia' })

  expect(unsigned(signed).body).toBe('Bom dia')
  expect(unsigned({ ...signed, author: 'Ana' }).body).toBe('*Rita:*\nBom dia')
  expect(unsigned({ ...signed, fromMe: true }).body).toBe('*Rita:*\nBom dia')
  expect(unsigned(message('b', 0, { body: '*undefined:*\nBom dia' })).body).toBe('*undefined:*\nBom dia')
})

test('a line about the conversation is not the newest message', () => {
  const menu = message('menu', 1)
  expect(lastSaid([menu, message('line', 2, { isSystem: true })])).toBe(menu)
})
