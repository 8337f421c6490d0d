import { expect, test } from 'vitest'
import { withRecent } from './recent.ts'

test('the emoji used last comes first, and stands there once', () => {
  expect(withRecent(['😀', '👍', '🎉'], '👍')).toEqual(['👍', '😀', '🎉'])
})

test('the oldest of too many goes', () => {
  const many = Array.from({ length: 12 }, (_, index) => String(index))
  expect(withRecent(many, '👍')).toEqual(['👍', ...many.slice(0, 11)])
})
