import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Ana Prado', 'AP'],
  ['Ana de Prado Lima', 'AL'],
  ['rita', 'R'],
  ['🎉 Festa', 'F'],
  ['🎉', '🎉'],
  ['4471', '4'],
  ['?', '?'],
  ['', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
