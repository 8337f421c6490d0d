import { expect, test } from 'vitest'
import { readChoices } from './choices.ts'

test("turns the lines of a bot's menu into choices", () => {
  const menu =
    'Olá! Sobre o que quer falar?\n\n*[ 1 ]* - Comprar\n*[ 2 ]* - Minha entrega\n*[ Sair ]* - Encerrar atendimento'
  expect(readChoices(menu)).toEqual({
    text: 'Olá! Sobre o que quer falar?',
    choices: [
      { key: '1', label: 'Comprar' },
      { key: '2', label: 'Minha entrega' },
      { key: 'Sair', label: 'Encerrar atendimento' },
    ],
  })
})

test('recognizes the option to go back, and options without bold or dash', () => {
  expect(readChoices('*[ # ]* Voltar para o menu principal\n*[1]* Sim').choices).toEqual([
    { key: '#', label: 'Voltar para o menu principal' },
    { key: '1', label: 'Sim' },
  ])
})

test.each(['O preço é [a combinar]', 'veja [1] no fim', '[ ] por fazer', 'linha\n\noutra'])(
  'leaves %j alone',
  (text) => {
    expect(readChoices(text)).toEqual({ text, choices: [] })
  },
)
