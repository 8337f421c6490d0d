import { expect, test } from 'vitest'
import { firstUnread } from './unread.ts'

const [me, other] = [1, 2]
const said = (id: number, senderId: number, isDeleted = false) => ({ id, senderId, isDeleted })
const messages = [said(10, other), said(11, other), said(12, me), said(13, other, true), said(14, other)]

test('the first unread message is counted back from the newest of when the chat was opened', () => {
  expect(firstUnread(messages, { unreads: 0, upTo: 14, myId: me })).toBeUndefined()
  expect(firstUnread(messages, { unreads: 1, upTo: 14, myId: me })).toBe(14)
  expect(firstUnread([...messages, said(15, other)], { unreads: 1, upTo: 14, myId: me })).toBe(14)
})

test('own and deleted messages are not unread', () => {
  expect(firstUnread(messages, { unreads: 2, upTo: 14, myId: me })).toBe(11)
})

test('it is unknown while it is not loaded', () => {
  expect(firstUnread(messages, { unreads: 4, upTo: 14, myId: me })).toBeUndefined()
})
