import { expect, test } from 'vitest'
import { rowsBefore } from './emoji-groups.ts'

const emojis = (category: number, count: number) =>
  Array.from({ length: count }, () => ({ emoji: '🙂', label: 'rosto', category, version: 1, tags: [] }))

test('a category stands below the headers and the rows of those before it', () => {
  const all = [...emojis(0, 10), ...emojis(1, 9), ...emojis(3, 1)]

  expect(rowsBefore(all, 'smileys', 9)).toEqual({ headers: 0, rows: 0 })
  expect(rowsBefore(all, 'people', 9)).toEqual({ headers: 1, rows: 2 })
  // A group without emoji has no header.
  expect(rowsBefore(all, 'nature', 9)).toEqual({ headers: 2, rows: 3 })
})
