import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', undefined],
  ['bytes=0-1,5-9', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['items=0-1', undefined],
  [undefined, undefined],
])('of a file of 100 bytes, %s is %o', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})
