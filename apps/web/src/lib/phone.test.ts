import { standInNumber } from '@guiche/contract'
import { expect, test } from 'vitest'
import { textsOf } from '../locales/read-texts.ts'
import { hasPhone, phoneText } from './phone.ts'

test('the placeholder for a missing phone number is not shown as a number', () => {
  for (const id of [1, 20, 987_654_321]) {
    expect(phoneText(standInNumber(id))).toEqual({ problem: 'ui.phone.missing' })
    expect(hasPhone(standInNumber(id))).toBe(false)
  }
  expect(hasPhone('')).toBe(false)
  expect(phoneText('5511988887777')).toEqual({ text: '+55 11 98888-7777' })
  expect(hasPhone('********7777')).toBe(true)
})

test.each(['551198765', 'Rita', '5511999887766554'])('%s is shown as no valid number', (number) => {
  expect(phoneText(number)).toEqual({ problem: 'ui.phone.invalid' })
  expect(phoneText('5511987654')).toEqual({ text: '+55 119 876 54' })
})

test('the words for no number and for an invalid one are those of the requirements', () => {
  const texts = textsOf('pt')
  expect([texts.get('ui.phone.missing'), texts.get('ui.phone.invalid')]).toEqual([
    'Número não disponível',
    'Número inválido',
  ])
})
