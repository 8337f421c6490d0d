import { expect, test } from 'vitest'
import { maskNumber, maskNumbersIn } from './mask-number.ts'

test.each([
  ['5511987654321', '*****87654321'],
  ['551133334444', '****33334444'],
  ['905321234567', '****21234567'],
  ['+55 (11) 98765-4321', '+** (**) *8765-4321'],
  ['123456789', '*23456789'],
  ['12345678', '******78'],
  ['123456', '****56'],
  ['', ''],
])('%s is shown as %s', (number, shown) => {
  expect(maskNumber(number)).toBe(shown)
})

test('a name that is a number is masked', () => {
  expect(maskNumbersIn('5511987654321')).toBe('*****87654321')
  expect(maskNumbersIn('Ana +55 11 98765-4321 (mãe)')).toBe('Ana +** ** *8765-4321 (mãe)')
  expect(maskNumbersIn('Turma 2026, sala 12')).toBe('Turma 2026, sala 12')
})
