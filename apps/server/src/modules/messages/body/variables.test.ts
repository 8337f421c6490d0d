import { expect, test } from 'vitest'
import { valuesWithoutTicket } from './variables.ts'

test.each([
  [0, 'Boa noite'],
  [5, 'Boa noite'],
  [6, 'Bom dia'],
  [11, 'Bom dia'],
  [12, 'Boa tarde'],
  [17, 'Boa tarde'],
  [18, 'Boa noite'],
  [23, 'Boa noite'],
])('at %i h in the company {{ms}} is "%s"', (hour, greeting) => {
  const inHouse = { connection: 'Loja', company: 'Casa Aurora', timezone: 'America/Sao_Paulo', language: 'pt-BR' }
  const now = new Date(Date.UTC(2026, 10, 16, hour + 3, 59, 59))
  expect(valuesWithoutTicket({ ...inHouse, now }).get('ms')).toBe(greeting)
})
