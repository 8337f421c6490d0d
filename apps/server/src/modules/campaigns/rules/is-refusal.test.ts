import { expect, test } from 'vitest'
import { isRefusal } from './is-refusal.ts'

test.each(['Não', 'nao', 'NÃO!', 'não, obrigado', 'n', 'Parar.', 'SAIR', 'stop', 'no gracias', 'Hayır', '“Não”'])(
  '%s says no',
  (text) => expect(isRefusal(text)).toBe(true),
)

test.each([
  'Sim',
  'ok',
  'quero',
  '1',
  'Nova coleção?',
  'noite',
  'Por que não?',
  '',
  '👍',
  'sair de casa',
  'No aguardo!',
])('%s does not', (text) => expect(isRefusal(text)).toBe(false))
