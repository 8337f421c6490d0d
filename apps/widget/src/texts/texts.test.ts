import { describe, expect, test } from 'vitest'
import { languages, textsFor } from './index.ts'

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted()
const source = Object.entries(languages['pt'] ?? {})

describe.each(Object.entries(languages))('%s', (_language, texts) => {
  test('has every text of the source, and no other', () => {
    expect(Object.keys(texts).toSorted()).toEqual(source.map(([key]) => key).toSorted())
  })

  test('has the same placeholders in each text', () => {
    const here = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(text)]))
    expect(here).toEqual(Object.fromEntries(source.map(([key, text]) => [key, placeholders(text)])))
  })
})

test('uses the first preferred language that it has, otherwise English', () => {
  expect(textsFor([undefined, '', 'fr-FR', 'pt-PT', 'es']).language).toBe('pt-BR')
  expect(textsFor(['tr']).t('send')).toBe('Gönder')
  expect(textsFor(['fr']).t('send')).toBe('Send')
})

test('has plural forms: one message, several messages', () => {
  expect(textsFor(['pt']).t('openUnread', { count: 1 })).toBe('Abrir conversa: 1 mensagem nova')
  expect(textsFor(['pt']).t('openUnread', { count: 3 })).toBe('Abrir conversa: 3 mensagens novas')
})
