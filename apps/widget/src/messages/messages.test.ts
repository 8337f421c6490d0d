import { describe, expect, test } from 'vitest'
import { said as message } from '../../test/conversation.ts'
import { countUnread, isSameGroup, mergeMessages, raiseAcks, unsigned, type ChatMessage } from './messages.ts'

const ids = (messages: ChatMessage[]) => messages.map(({ id }) => id)

describe('merging', () => {
  test('puts each message in its place, once, whatever order they come in', () => {
    const [a, b, c] = [message('a', 1), message('b', 2), message('c', 3)]
    expect(ids(mergeMessages([c], [a, b, c]))).toEqual(['a', 'b', 'c'])
    expect(ids(mergeMessages(mergeMessages([b, c], [a]), [c, b]))).toEqual(['a', 'b', 'c'])
  })

  test('keeps the order of the server for messages of the same moment', () => {
    expect(ids(mergeMessages([], [message('b', 1), message('a', 1)]))).toEqual(['b', 'a'])
  })

  test('shows what is on its way last, whatever its clock says', () => {
    expect(ids(mergeMessages([message('mine', 0, { fromMe: true, sending: {} })], [message('a', 5)]))).toEqual([
      'a',
      'mine',
    ])
  })

  test('takes the word of the server for a message that was on its way', () => {
    const [merged] = mergeMessages([message('a', 0, { sending: {} })], [message('a', 1)])
    expect(merged?.sending).toBeUndefined()
  })

  test('never lets an ack go back', () => {
    expect(mergeMessages([message('a', 1, { ack: 3 })], [message('a', 1, { ack: 2 })])[0]?.ack).toBe(3)
  })

  test('keeps an edit and a deletion that were heard of before an older page came', () => {
    const edited = message('a', 1, { isEdited: true, body: 'new' })
    const deleted = message('a', 1, { isDeleted: true, body: '' })
    expect(mergeMessages([edited], [message('a', 1)])[0]).toMatchObject({ body: 'new', isEdited: true })
    expect(mergeMessages([deleted], [edited])[0]).toMatchObject({ isDeleted: true })
    expect(mergeMessages([edited], [deleted])[0]).toMatchObject({ isDeleted: true })
  })
})

test('reads up to a message of the company, and only forward', () => {
  const messages = [message('a', 1), message('mine', 2, { fromMe: true }), message('b', 3), message('c', 4)]
  expect(raiseAcks(messages, 'b', 3, false).map(({ ack }) => ack)).toEqual([3, 1, 3, 1])
  expect(raiseAcks(raiseAcks(messages, 'b', 3, false), 'b', 2, false)[2]?.ack).toBe(3)
})

test("ticks of the visitor's own messages are its own, one by one", () => {
  const messages = [message('a', 1, { fromMe: true }), message('b', 2, { fromMe: true })]
  expect(raiseAcks(messages, 'b', 2, true).map(({ ack }) => ack)).toEqual([1, 2])
})

test('counts what the company said and nobody has read', () => {
  const messages = [
    message('read', 1, { ack: 3 }),
    message('mine', 2, { fromMe: true }),
    message('line', 3, { isSystem: true }),
    message('gone', 4, { isDeleted: true }),
    message('new', 5, { ack: 2 }),
  ]
  expect(countUnread(messages)).toBe(1)
})

test('groups one sender within five minutes', () => {
  const first = message('a', 0, { author: 'Camila' })
  expect(isSameGroup(first, message('b', 4, { author: 'Camila' }))).toBe(true)
  expect(isSameGroup(first, message('b', 5, { author: 'Camila' }))).toBe(false)
  expect(isSameGroup(first, message('b', 1, { author: 'Diego' }))).toBe(false)
  expect(isSameGroup(first, message('b', 1, { fromMe: true }))).toBe(false)
  expect(isSameGroup(undefined, first)).toBe(false)
})

test("leaves out the signature that says what stands over the bubble, and nobody else's", () => {
  const signed = message('a', 0, { author: 'Rita', body: '*Rita:*\nBom dia' })

  expect(unsigned(signed).body).toBe('Bom dia')
  expect(unsigned({ ...signed, author: 'Ana' }).body).toBe('*Rita:*\nBom dia')
  expect(unsigned({ ...signed, fromMe: true }).body).toBe('*Rita:*\nBom dia')
  expect(unsigned(message('b', 0, { body: '*undefined:*\nBom dia' })).body).toBe('*undefined:*\nBom dia')
})
