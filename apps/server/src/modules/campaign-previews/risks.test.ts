import { expect, test } from 'vitest'
import { hasLink, risksOf } from './risks.ts'

const phone = { name: 'Linha', age: 100, isConnected: true, isPhone: true }
const calm = {
  people: 100,
  strangers: 0,
  unchecked: 0,
  texts: ['Oi {nome}', 'Olá {nome}'],
  pause: 20,
  connections: [phone],
}
const codes = (more: Partial<typeof calm>) => risksOf({ ...calm, ...more }).map(({ code, value }) => [code, value])

test('a calm campaign of an old number to people who know the company has none', () => {
  expect(codes({})).toEqual([])
})

test('each risk is named with its number', () => {
  expect(codes({ strangers: 50 })).toEqual([['strangers', 50]])
  expect(codes({ strangers: 10 })).toEqual([])
  expect(codes({ unchecked: 3 })).toEqual([['unchecked', 3]])
  expect(codes({ connections: [{ ...phone, age: 2 }] })).toEqual([['newNumber', 2]])
  expect(codes({ strangers: 1, texts: ['veja https://loja.test', 'Oi'] })).toEqual([['links', 1]])
  expect(codes({ texts: ['Oi'] })).toEqual([['oneText', 100]])
  expect(codes({ texts: ['Oi'], people: 10 })).toEqual([])
  expect(codes({ pause: 1.25 })).toEqual([['shortPause', 1.3]])
  expect(codes({ connections: [{ ...phone, isConnected: false }] })).toEqual([['offline', 0]])
})

test('a network that is paid by message has none of those of a phone', () => {
  expect(codes({ strangers: 100, texts: ['Oi'], pause: 0, connections: [{ ...phone, isPhone: false }] })).toEqual([])
})

test.each([
  ['https://loja.test/x', true],
  ['visite www.loja.test', true],
  ['peça em loja.com.br hoje', true],
  ['wa.me/5511', true],
  ['Bom dia. Tudo bem?', false],
  ['R$ 10.50 no pix', false],
  ['ana@', false],
])('%s has a link: %s', (text, expected) => expect(hasLink(text)).toBe(expected))
