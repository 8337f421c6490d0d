import { expect, test } from 'vitest'
import { fillCampaignText, variableKey, variablesIn } from './campaign-text.ts'

const values = new Map([
  ['nome', 'Ana & “Bia” {numero}'],
  ['vazio', ''],
  ['cidade natal', 'Recife'],
])

test.each([
  ['Oi {nome}', 'Oi Ana & “Bia” {numero}'],
  ['Oi {{nome}} {{{ Nome }}}', 'Oi Ana & “Bia” {numero} Ana & “Bia” {numero}'],
  ['{vazio|cliente} {{vazio|você}} {vazio}', 'cliente você '],
  ['{ninguém|cliente} {ninguém} {{ninguem}}', 'cliente {ninguém} {{ninguem}}'],
  ['{Cidade Natal} {cidade natal|x}', 'Recife Recife'],
  ['{nome|}', 'Ana & “Bia” {numero}'],
  ['{vazio|}', ''],
  ['{} {|x} { sem fim', '{} {|x} { sem fim'],
  ['${7*7} {__proto__} {{#a}}{{/a}}', '${7*7} {__proto__} {{#a}}{{/a}}'],
])('%s becomes %s', (text, filled) => expect(fillCampaignText(text, values)).toBe(filled))

test('a long text without an end is read fast', () => {
  const text = '{'.repeat(100_000) + 'a|'.repeat(100_000)
  expect(fillCampaignText(text, values)).toBe(text)
})

test('names are compared without capitals and accents', () => {
  expect(variableKey(' Número ')).toBe('numero')
})

test('a text says which variables it needs', () => {
  expect(variablesIn('{nome|cliente} {{Cidade}} {loja}')).toEqual(['cidade', 'loja'])
})
