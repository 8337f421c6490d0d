import { expect, test } from 'vitest'
import { readersOf } from './readers.ts'

const member = (userId: number, readMessageId: number | null) => ({
  id: userId * 10,
  chatId: 1,
  userId,
  unreads: 0,
  readMessageId,
  user: { id: userId, name: `Pessoa ${userId}` },
})

test('a message was read by the others who have read it or a later one', () => {
  const users = [member(1, 50), member(2, 50), member(3, 51), member(4, 49), member(5, null)]

  const { read, unread } = readersOf({ users }, { id: 50, senderId: 1 })

  expect(read.map(({ id }) => id)).toEqual([2, 3])
  expect(unread.map(({ id }) => id)).toEqual([4, 5])
})
