import { expect, test } from 'vitest'
import { foldAnswer, wholeAnswer } from './fold-answer.ts'

test.each([
  ['parar', 'parar'],
  ['  PARAR!!  ', 'parar'],
  ['“Não”, obrigado.', 'nao obrigado'],
  ['🛑 Stop', 'stop'],
  ['DESCADASTRAR\n', 'descadastrar'],
  ['\u200eSair', 'sair'],
  ['ＰＡＲＡＲ', 'parar'],
  ['𝗣𝗮𝗿𝗮𝗿', 'parar'],
  ['İPTAL ıslak', 'iptal islak'],
  ['...', ''],
])('%j is folded to %j', (text, folded) => {
  expect(foldAnswer(text)).toBe(folded)
  expect(wholeAnswer(text)).toBe(folded)
})

test('a long text is no answer as a whole, whatever it begins with', () => {
  const text = `parar${' '.repeat(300)}de chover`
  expect(foldAnswer(text)).toBe('parar')
  expect(wholeAnswer(text)).toBe('')
})
