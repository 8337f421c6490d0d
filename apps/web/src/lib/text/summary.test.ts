import { expect, test } from 'vitest'
import { cutAt, summaryOf } from './summary.ts'

test.for([
  ['*Camila:*\nBom dia, _Maria_!', 'Camila: Bom dia, Maria!'],
  ['> citado\n- um\n- dois', 'citado um dois'],
  ['\u200eOlá\u202e', 'Olá'],
])('%j in one line is %j', ([text, line]) => {
  expect(summaryOf(text ?? '')).toBe(line)
})

test('counts letters as users see them (graphemes)', () => {
  expect(cutAt('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧👨‍👩‍👧…')
  expect(cutAt('abc', 3)).toBe('abc')
})
