import { standInNumber } from '@guiche/contract'
import { expect, test } from 'vitest'
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
