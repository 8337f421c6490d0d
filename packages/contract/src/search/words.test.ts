import { expect, test } from 'vitest'
import { excerptOf, marksIn, searchWords } from './words.ts'

const marked = (text: string, term: string) =>
  marksIn(text, searchWords(term)).map(({ start, end }) => text.slice(start, end))

test.each([
  ['Segunda via do boleto', 'bolet SEGUND', ['Segund', 'bolet']],
  ['A Conceição mandou', 'conceicao', ['Conceição']],
  ['Concei\u00e7a\u0303o', 'conceicao', ['Concei\u00e7a\u0303o']],
  ['IŞIK ve ışık', 'isik', ['IŞIK', 'ışık']],
  ['İstanbul', 'ist', ['İst']],
  ['Straße 5', 'strasse', ['Straße']],
  ['😀 ação', 'acao', ['ação']],
  ['contrato_2026.pdf', 'pdf 2026', ['2026', 'pdf']],
  ['Transferir', 'fer', ['fer']],
  ['Amar Mar', 'mar', ['Mar']],
  ['nada disso', 'boleto', []],
  ['a e o', 'a e o', []],
] as const)('in %j the search %j marks %j', (text, term, marks) => {
  expect(marked(text, term)).toEqual(marks)
})

test('marks that overlap are one', () => {
  expect(marked('boleto', 'bol boleto')).toEqual(['boleto'])
})

test('of a long search the eight longest words count', () => {
  const words = Array.from({ length: 30 }, (_, index) => 'x'.repeat(index + 1))
  expect(searchWords(words.join(' '))).toEqual(words.slice(-8).toReversed())
})

test('an excerpt shows the beginning of a short text, and of a long one the part around the word', () => {
  expect(excerptOf('O boleto venceu', ['boleto'])).toBe('O boleto venceu')
  expect(excerptOf('nada', ['boleto'])).toBe('nada')
  const excerpt = excerptOf(`${'um dois três '.repeat(50)}boleto${' quatro cinco'.repeat(50)}`, ['boleto'])
  expect(excerpt).toMatch(/^…(?=\S).{0,24}boleto .*…$/)
  expect(excerpt.length).toBeLessThanOrEqual(202)
})

test('an excerpt of a text without spaces cuts no letter in half', () => {
  const excerpt = excerptOf(`${'😀'.repeat(200)}boleto${'😀'.repeat(200)}`, ['boleto'])
  expect(excerpt.isWellFormed()).toBe(true)
  expect(excerpt).toContain('boleto')
})
