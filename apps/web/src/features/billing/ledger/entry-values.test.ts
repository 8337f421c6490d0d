import { expect, test } from 'vitest'
import { entryRules, missingOf } from './entry-values.ts'

test.each([
  ['49.00', '0.00', '49,00'],
  ['1199.90', '199.90', '1.000,00'],
  ['49.00', '49.00', ''],
  ['49.00', '98.00', ''],
  ['49.00', '-10.00', '59,00'],
])('of an invoice of %s, for which %s was paid, %j is missing', (amount, paid, missing) => {
  expect(missingOf({ amount, paid })).toBe(missing)
})

test('an entry needs an amount and a reason', () => {
  expect(entryRules({ amount: '49,90', reason: 'Transferência' })).toEqual({})
  expect(Object.keys(entryRules({ amount: '', reason: 'ab' }))).toEqual(['reason', 'amount'])
  for (const amount of ['0', '0,00', '-1', '1e3', '10,999', 'grátis'])
    expect(Object.keys(entryRules({ amount, reason: 'Transferência' }))).toEqual(['amount'])
})
