import { expect, test } from 'vitest'
import { indexAt, moved, shiftOf } from './row-order.ts'

const places = [
  { top: 0, height: 50 },
  { top: 50, height: 50 },
  { top: 100, height: 80 },
  { top: 180, height: 50 },
]

test('a row moves up, down, and stays', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

test('a row lands where its middle has passed those of the others', () => {
  const middles = [
    [0, 25],
    [0, 74],
    [0, 76],
    [0, 141],
    [0, 999],
    [3, 205],
    [3, 139],
    [3, -20],
  ] as const

  expect(middles.map(([from, middle]) => indexAt(places, from, middle))).toEqual([0, 0, 1, 2, 3, 3, 2, 0])
})

test('the rows between make room for the carried one, whatever its height', () => {
  const shifts = (from: number, to: number) => places.map((_, index) => shiftOf(places, index, { from, to }))

  expect(shifts(0, 2)).toEqual([130, -50, -50, 0])
  expect(shifts(2, 0)).toEqual([80, 80, -100, 0])
  expect(shifts(1, 1)).toEqual([0, 0, 0, 0])
})
