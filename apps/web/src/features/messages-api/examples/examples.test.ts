import { execFileSync } from 'node:child_process'
import { api } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { textsOf } from '../../../locales/read-texts.ts'
import { documentedCalls, exampleCall, fieldsOf } from './documented-calls.ts'
import { exampleLanguages, exampleOf } from './examples.ts'

const values = {
  number: '5511987654321',
  url: 'https://www.example.com/boleto.pdf',
  messageId: 4711,
  text: `Olá! O "pedido" d'Ana saiu: 100%\n{nome}`,
}
const texts = textsOf('pt')
const installation = { origin: 'https://guiche.example.com', token: 'A'.repeat(30) }

describe.each(documentedCalls)('the call %s', (name) => {
  const call = exampleCall(name, values)

  test('is one that the server takes', () => {
    const { body, form } = call.endpoint
    expect(Object.values<unknown>(api)).toContain(call.endpoint)
    const taken = call.form ? form?.safeParse(call.form.fields) : body?.safeParse(call.body)
    expect(taken?.success ?? true).toBe(true)
  })

  test('has a text for each of its fields, and names no other', () => {
    const fields = fieldsOf(name).map((field) => field.name)

    expect(fields.filter((field) => !texts.has(`messages-api.fields.${field}`))).toEqual([])
    for (const sent of Object.keys(call.body ?? call.form?.fields ?? {})) expect(fields).toContain(sent)
  })

  test.each(exampleLanguages)('names address and token in %s', (language) => {
    const program = exampleOf(language, call, installation)

    expect(program).toContain(`https://guiche.example.com${call.endpoint.path.replace(':id', '4711')}`)
    expect(program).toContain(`Bearer ${installation.token}`)
  })
})

test('a text with quotes arrives whole in a shell', () => {
  const program = exampleOf('curl', exampleCall('text', values), installation)
  const said = execFileSync('sh', ['-c', program.replace(/^curl/, `printf '%s\\n'`)]).toString()

  expect(said).toContain(JSON.stringify(values.text))
})
