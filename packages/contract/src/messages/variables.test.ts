import { expect, test } from 'vitest'
import { fillIn, partsOfText } from './variables.ts'

const values = new Map([
  ['name', 'Rita'],
  ['ms', 'Bom dia'],
  ['queue', '{{name}}'],
])

test('a text is split at its variables, so that their values can be marked', () => {
  expect(partsOfText('{{ms}}, {{ name }}!', values)).toEqual([
    { text: 'Bom dia', isValue: true },
    { text: ', ', isValue: false },
    { text: 'Rita', isValue: true },
    { text: '!', isValue: false },
  ])
})

test.each([
  ['Oi, {{name}}', 'Oi, Rita'],
  ['Oi, {{{name}}}', 'Oi, Rita'],
  ['Oi, {{unknown}} e {{name}}', 'Oi, {{unknown}} e Rita'],
  ['Fila {{queue}}', 'Fila {{name}}'],
  ['{{name', '{{name'],
  ['', ''],
])('%s becomes %s', (text, filled) => {
  expect(fillIn(text, values)).toBe(filled)
})
