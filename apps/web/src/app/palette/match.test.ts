import { expect, test } from 'vitest'
import { matchIn, matches } from './match.ts'

test.each([
  ['Conexões', 'conexoes', 0],
  ['Tema Escuro', 'esc', 5],
  ['Amar Mar', 'mar', 5],
  ['Transferir', 'fer', 5],
  ['Filas', 'x', -1],
  ['Filas', '', -1],
  ['😀 Ação', 'acao', 3],
] as const)('%s contains %s at %d', (text, part, at) => {
  expect(matchIn(text, part)).toBe(at)
})

test('an empty search matches everything', () => {
  expect(matches('Filas', '')).toBe(true)
})
