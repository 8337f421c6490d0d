import { expect, test } from 'vitest'
import { greetingText, isGreeting } from './greeting.ts'

const values = { name: '', firstName: '', ms: 'Bom dia', name_company: 'Casa Aurora', ticket_id: '' }
const of = (greeting: string) => ({ greeting, values })

test.each([
  ['Oi, {{name}}! Aqui é a {{name_company}}.', 'Oi! Aqui é a Casa Aurora.'],
  ['{{ms}} {{firstName}}, tudo bem?', 'Bom dia, tudo bem?'],
  ['{{name}}, como podemos ajudar?', 'como podemos ajudar?'],
  ['Olá ! Sem variáveis,  como foi escrito', 'Olá ! Sem variáveis,  como foi escrito'],
])('without a name, %s reads %s', (greeting, text) => {
  expect(greetingText(of(greeting), '')).toBe(text)
})

test('with a name, the greeting contains it', () => {
  expect(greetingText(of('{{ms}}, {{firstName}}!'), 'Rita Moura')).toBe('Bom dia, Rita!')
})

test('the greeting is known again with the values that it was sent with', () => {
  const greeting = of('{{ms}}, {{name}}! Seu número é {{ticket_id}}.')
  expect(isGreeting('Boa tarde, Rita! Seu número é 12.', greeting)).toBe(true)
  expect(isGreeting('Boa tarde, Rita!', greeting)).toBe(false)
})
