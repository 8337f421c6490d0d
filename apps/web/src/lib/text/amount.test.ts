import { describe, expect, test } from 'vitest'
import { amountOf, writtenAmount } from './amount.ts'

describe('an amount of money', () => {
  test.each([
    ['99,90', '99.90'],
    ['1.234,56', '1234.56'],
    ['1234,56', '1234.56'],
    ['R$ 1.234,56', '1234.56'],
    ['R$99', '99.00'],
    ['0,05', '0.05'],
    ['0', '0.00'],
    ['007,5', '7.50'],
    ['1.234', '1234.00'],
    ['9.999.999,99', '9999999.99'],
    ['99.90', '99.90'],
    ['99.9', '99.90'],
    [' 49 ', '49.00'],
  ])('written as %j is %s', (written, decimal) => {
    expect(amountOf(written)).toBe(decimal)
  })

  test.each([
    '',
    ' ',
    'R$',
    'grátis',
    '-1',
    '1e3',
    '1,234',
    '99,999',
    '1.23.456',
    '1.2345',
    '12.34,5',
    ',5',
    '5,',
    '10.000.000',
    '٤٩',
  ])('is not read from %j', (written) => {
    expect(amountOf(written)).toBeUndefined()
  })

  test('is written as it is read', () => {
    for (const decimal of ['0.00', '0.05', '99.90', '1234.56', '9999999.99'])
      expect(amountOf(writtenAmount(decimal))).toBe(decimal)
  })
})
