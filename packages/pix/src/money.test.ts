import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Amount, centsOf, decimalOf } from './money.ts'

describe('an amount', () => {
  test.each([
    ['199.90', 19_990],
    ['0.01', 1],
    ['7', 700],
    ['9999999999.99', 999_999_999_999],
  ])('%s is %i cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents)
  })

  test.each(['', '1,00', '1e3', '-1.00', '+1', '1.000', '12345678901.00', ' 1', '١'])('%o is none', (text) => {
    expect(centsOf(text)).toBeUndefined()
  })

  test.each([199.999, 1e21, -1, Number.NaN, 0.1 + 0.2, null, '1,5'])('%o is none in an answer', (value) => {
    expect(Amount.safeParse(value).success).toBe(false)
  })

  test('is exact as a text and as a JSON number, up to the most that Pix allows', () => {
    const check = (cents: number) => {
      const text = decimalOf(cents)
      expect(centsOf(text)).toBe(cents)
      expect(Amount.parse(JSON.parse(text))).toBe(cents)
      expect(Amount.parse(JSON.parse(JSON.stringify(Number(text))))).toBe(cents)
    }
    fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), check))
    for (const cents of [1, 7, 29, 57, 115, 4990, 19_990, 99_999_999_999, 999_999_999_999]) check(cents)
  })
})
