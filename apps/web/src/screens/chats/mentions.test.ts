import { expect, test } from 'vitest'
import { mentionsIn, mentionsOf } from './mentions.tsx'

const people = [
  { id: 7, name: 'Ana Prado' },
  { id: 8, name: 'Ana Prado Lima' },
  { id: 9, name: 'Bia Souza' },
]

test('a text mentions whom it calls by the whole name', () => {
  expect(mentionsIn('@Bia Souza veja', people)).toEqual([9])
  expect(mentionsIn('@Ana Prado Lima veja', people)).toEqual([8])
  expect(mentionsIn('@Ana Prado e @Bia Souza', people)).toEqual([7, 9])
  expect(mentionsIn('Bia Souza e @Ana', people)).toEqual([])
  expect(mentionsIn('Fale com bia@souza.example', people)).toEqual([])
})

test.each([
  ['@', { query: '', from: 0 }],
  ['Oi @bi', { query: 'bi', from: 3 }],
  ['Oi\n@ana pra', { query: 'ana pra', from: 3 }],
  ['bia@sou', undefined],
  ['@ana, veja', undefined],
  ['Oi', undefined],
])('%j asks for %j', (before, asked) => {
  expect(mentionsOf(people).asks(before)).toEqual(asked)
})
