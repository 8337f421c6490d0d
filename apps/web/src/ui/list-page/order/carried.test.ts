import { expect, test } from 'vitest'
import { shownOrder } from './carried.ts'

const shown = (rows: string, key: string, to: number) => shownOrder(rows.split(''), (row) => row, { key, to }).join('')

test('a row moves up, down, and stays', () => {
  expect(shown('abcd', 'a', 2)).toBe('bcad')
  expect(shown('abcd', 'd', 0)).toBe('dabc')
  expect(shown('ab', 'b', 1)).toBe('ab')
})

test('while a row is carried, others come, go, and change their order', () => {
  expect(shown('abcde', 'a', 2)).toBe('bcade')
  expect(shown('acd', 'a', 2)).toBe('cda')
  expect(shown('dcba', 'a', 2)).toBe('dcab')
  expect(shown('ab', 'a', 2)).toBe('ba')
})

test('a carried row that is deleted leaves the others as they are', () => {
  expect(shown('bcd', 'a', 2)).toBe('bcd')
})

test('a row that was put down stays there until the list has new rows', () => {
  const rows = ['a', 'b', 'c']
  const carried = { key: 'a', to: 2, putDownAmong: rows }

  expect(shownOrder(rows, (row) => row, carried)).toEqual(['b', 'c', 'a'])
  expect(shownOrder(['a', 'b', 'c'], (row) => row, carried)).toEqual(['a', 'b', 'c'])
})
