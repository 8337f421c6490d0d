import { expect, test } from 'vitest'
import { boldParts } from './bold-parts.ts'

test('every second part of a text is bold', () => {
  expect(boldParts('Olá <b>{{name}}</b>, de {{company}}.', { name: 'Ana', company: 'Loja' })).toEqual([
    'Olá ',
    'Ana',
    ', de Loja.',
  ])
  expect(boldParts('<b>{{name}}</b> saiu', { name: 'Ana' })).toEqual(['', 'Ana', ' saiu'])
})

test('values are shown as they are', () => {
  expect(boldParts('<b>{{name}}</b> ({{id}})', { name: '</b>{{id}}$& *x*', id: 7 })).toEqual([
    '',
    '</b>{{id}}$& *x*',
    ' (7)',
  ])
  expect(boldParts('{{name}}', { name: null })).toEqual([''])
})
