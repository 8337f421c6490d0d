import { expect, test } from 'vitest'
import { someMessage } from '../../../../test/some-message.ts'
import { unreadOf } from './unread.ts'

const received = (...ids: number[]) => ids.map((id) => someMessage({ id }))

test('the divider counts the new messages below it, not those that are not loaded', () => {
  expect(unreadOf(received(1080, 1081, 1082), 1101, 1082)).toEqual({ id: 1080, count: 3 })
})

test('the divider moves up while older messages load, and stops at the first new one', () => {
  expect(unreadOf(received(5, 6, 7, 8), 6, 8)).toEqual({ id: 5, count: 4 })
  expect(unreadOf(received(1, 2, 3, 4, 5, 6, 7, 8), 6, 8)).toEqual({ id: 3, count: 6 })
})

test('the divider stays where it is when messages arrive or are sent', () => {
  const sent = someMessage({ id: 9, fromMe: true })
  expect(unreadOf([...received(5, 6, 7), sent, ...received(10, 11)], 2, 7)).toEqual({ id: 6, count: 2 })
})

test('there is no divider without new messages', () => {
  expect(unreadOf(received(1, 2), 0, 2)).toBeUndefined()
  expect(unreadOf([someMessage({ id: 1, fromMe: true })], 3, 1)).toBeUndefined()
})
