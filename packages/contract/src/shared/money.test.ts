import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Amount, Money, centsOf, decimalOf, mostCents } from './money.ts'

describe('an amount of money', () => {
  test.each([
    ['0', 0],
    ['0.01', 1],
    ['49', 4900],
    ['49.9', 4990],
    ['49.90', 4990],
    ['0049.90', 4990],
    ['9999999.99', 999_999_999],
    [49.9, 4990],
    [0.07, 7],
    [1.1, 110],
  ])('%o is %i cents', (given, cents) => {
    expect(Money.parse(given)).toBe(cents)
  })

  test.each([
    '',
    ' ',
    '49,90',
    '1.234,56',
    '1e3',
    '0x10',
    '49.999',
    '.5',
    '5.',
    '-1',
    '+1',
    '10000000',
    'NaN',
    '٤٩',
    -1,
    49.999,
    1e7,
    1e21,
    0.1 + 0.2,
    null,
    true,
    ['49'],
    { amount: 49 },
  ])('%o is none', (given) => {
    expect(Money.safeParse(given).success).toBe(false)
  })

  test('is written with two decimals, and comes back from the text and from the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: mostCents }), (cents) => {
        const text = decimalOf(cents)
        expect(text).toMatch(/^\d+\.\d{2}$/)
        expect(centsOf(text)).toBe(cents)
        expect(Money.parse(Number(text))).toBe(cents)
      }),
    )
  })

  test('is exact up to ten digits before the point, the most that Pix allows', () => {
    const check = (cents: number) => {
      const text = decimalOf(cents)
      expect(centsOf(text)).toBe(cents)
      expect(Amount.parse(JSON.parse(text))).toBe(cents)
      expect(Amount.parse(JSON.parse(JSON.stringify(Number(text))))).toBe(cents)
    }
    fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), check))
    for (const cents of [29, 57, 115, 19_990, 99_999_999_999, 999_999_999_999]) check(cents)
    expect(centsOf('12345678901.00')).toBeUndefined()
  })

  test('may be negative where it is written', () => {
    expect([decimalOf(-5), decimalOf(-4990)]).toEqual(['-0.05', '-49.90'])
  })
})
