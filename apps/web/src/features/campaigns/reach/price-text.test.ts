import { expect, test } from 'vitest'
import { millionthsOf, priceText } from './price-text.ts'

test.each([
  ['0,345678', 345_678, '0,345678'],
  ['0.35', 350_000, '0,35'],
  ['1', 1_000_000, '1,00'],
  ['0,1', 100_000, '0,10'],
  ['0', 0, '0,00'],
  ['999,999999', 999_999_999, '999,999999'],
])('%s is %d millionths', (text, millionths, again) => {
  expect(millionthsOf(text)).toBe(millionths)
  expect(priceText(millionths)).toBe(again)
})

test.each(['', '-1', '1,2345678', '1000', 'x', '1,', '1 000'])('%s is no price', (text) =>
  expect(millionthsOf(text)).toBeUndefined(),
)
