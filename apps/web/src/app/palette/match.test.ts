import { expect, test } from 'vitest'
import { matches } from './match.ts'

test.each([
  ['Conexões', 'conexoes', true],
  ['Tema Escuro', 'ESC', true],
  ['Transferir', 'fer', true],
  ['Filas', 'x', false],
  ['Filas', '', true],
] as const)('%s matches %s: %s', (text, part, isMatch) => {
  expect(matches(text, part)).toBe(isMatch)
})
