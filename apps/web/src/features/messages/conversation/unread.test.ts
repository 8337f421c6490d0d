import { expect, test } from 'vitest'
import { someMessage } from '../../../../test/some-message.ts'
import { unreadOf } from './unread.ts'

const message = (id: number) => someMessage({ id })
const received = (...ids: number[]) => ids.map(message)

test('the divider counts the new messages below it, not those that are not loaded', () => {
  expect(unreadOf(received(1080, 1081, 1082), 1101, message(1082))).toEqual({ id: 1080, count: 3 })
})

test('the divider moves up while older messages load, and stops at the first new one', () => {
  expect(unreadOf(received(5, 6, 7, 8), 6, message(8))).toEqual({ id: 5, count: 4 })
  expect(unreadOf(received(1, 2, 3, 4, 5, 6, 7, 8), 6, message(8))).toEqual({ id: 3, count: 6 })
})

test('the divider stays where it is when messages arrive or are sent', () => {
  const sent = someMessage({ id: 9, fromMe: true })
  expect(unreadOf([...received(5, 6, 7), sent, ...received(10, 11)], 2, message(7))).toEqual({ id: 6, count: 2 })
})

test('imported history, whose ids are later, is older all the same', () => {
  const history = [101, 102].map((id) => someMessage({ id, createdAt: '2026-11-20T10:00:00.000Z' }))
  expect(unreadOf([...history, ...received(5, 6)], 3, message(6))).toEqual({ id: 102, count: 3 })
})

test('there is no divider without new messages', () => {
  expect(unreadOf(received(1, 2), 0, message(2))).toBeUndefined()
  expect(unreadOf([someMessage({ id: 1, fromMe: true })], 3, message(1))).toBeUndefined()
})
