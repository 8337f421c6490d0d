import { expect, test } from 'vitest'
import { someMessage } from '../../../../test/some-message.ts'
import { isGrownAbove, lastUpTo, steadyFrom, stopFrom } from './rows.ts'
import { timelineOf } from './timeline.ts'

const rowsOf = (...ids: number[]) =>
  timelineOf({
    messages: ids.map((id) => someMessage({ id })),
    sends: [],
    logs: [],
    isWhole: true,
    unread: ids.includes(8) ? { id: 8, count: 1 } : undefined,
    dayOf: (when) => when.slice(0, 10),
  })

test('rows grow above when older messages are loaded, and not when messages arrive or go', () => {
  const known = rowsOf(5, 6)
  expect(isGrownAbove(known, rowsOf(3, 4, 5, 6))).toBe(true)
  expect(isGrownAbove(known, rowsOf(5, 6, 7))).toBe(false)
  expect(isGrownAbove(known, rowsOf(6))).toBe(false)
  expect(isGrownAbove(rowsOf(), known)).toBe(false)
})

test('the position is kept by a message, not by a divider, which moves when older messages are loaded', () => {
  const rows = rowsOf(7, 8)
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'unread', 'message'])
  expect(steadyFrom(rows, 0)).toBe(1)
  expect(steadyFrom(rows, 2)).toBe(3)
  expect(steadyFrom(rows, 4)).toBe(-1)
})

test('the arrow keys go from message to message and stop at the ends', () => {
  const rows = rowsOf(7, 8)
  expect(stopFrom(rows, 2, 1)).toBe(3)
  expect(stopFrom(rows, 2, -1)).toBe(1)
  expect(stopFrom(rows, 0, -1)).toBe(-1)
  expect(stopFrom(rows, 4, 1)).toBe(-1)
})

test('the day of a row is the last divider above it', () => {
  expect(lastUpTo([0, 10, 20], 15)).toBe(10)
  expect(lastUpTo([0, 10, 20], 20)).toBe(20)
  expect(lastUpTo([4], 3)).toBeUndefined()
})
