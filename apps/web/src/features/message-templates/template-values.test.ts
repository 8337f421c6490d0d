import { expect, test } from 'vitest'
import { rules, valuesOf } from './template-values.ts'

const empty = valuesOf(undefined, { whatsappId: undefined, language: 'pt_BR' })
const flawsOf = (change: Partial<typeof empty>) => Object.keys(rules({ ...empty, ...change }, true, 'required')).sort()

test('what is wrong with the texts is told while name and connection are missing', () => {
  expect(flawsOf({ body: '{{nome}}, seu pedido saiu.' })).toEqual(['body', 'examples.body:nome', 'name', 'whatsappId'])
  expect(flawsOf({ body: 'Seu pedido saiu.', footer: 'Casa {{loja}}' })).toEqual(['footer', 'name', 'whatsappId'])
})

test('an empty form asks for what is required, and for nothing else', () => {
  expect(flawsOf({})).toEqual(['body', 'name', 'whatsappId'])
})
