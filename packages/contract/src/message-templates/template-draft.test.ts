import { describe, expect, test } from 'vitest'
import { TemplateDraft } from './template-draft.ts'
import { filledTemplate, flawOfValue } from './template-parts.ts'

const good = {
  whatsappId: 1,
  name: 'pedido_enviado',
  language: 'pt_BR',
  category: 'utility',
  body: 'Olá {{nome}}, tudo bem?',
  examples: { 'body:nome': 'Ana' },
}

/** The flaws of a draft, by field. */
function flawsOf(change: object): Record<string, string> {
  const { error } = TemplateDraft.safeParse({ ...good, ...change })
  const issues = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const)
  // The first one of a field is shown.
  return Object.fromEntries(issues.toReversed())
}

describe('a draft', () => {
  test('as it should be has no flaw', () => {
    expect(flawsOf({})).toEqual({})
    expect(flawsOf({ body: 'Sem variáveis', examples: {} })).toEqual({})
  })

  test.each([
    ['a name in capitals', { name: 'Pedido_Enviado' }, { name: 'templateName' }],
    ['a name with spaces', { name: 'pedido enviado' }, { name: 'templateName' }],
    ['a name that is too long', { name: 'a'.repeat(513) }, { name: 'tooLong' }],
    ['no name', { name: '' }, { name: 'required' }],
    ['a language that is none', { language: 'Português' }, { language: 'invalid' }],
    ['a body that is too long', { body: 'a'.repeat(1025) }, { body: 'tooLong' }],
    ['an empty body', { body: '  ' }, { body: 'required' }],
    ['a variable at the start', { body: '{{nome}}, tudo bem?' }, { body: 'variableAtEdge' }],
    ['a variable at the end', { body: 'Olá {{nome}}' }, { body: 'variableAtEdge' }],
    [
      'variables side by side',
      { body: 'Olá {{nome}} {{sobrenome}}, bem?', examples: { 'body:nome': 'A', 'body:sobrenome': 'B' } },
      { body: 'variablesTogether' },
    ],
    [
      'numbers with gaps',
      { body: 'Olá {{1}} e {{3}}, tudo bem?', examples: { 'body:1': 'A', 'body:3': 'B' } },
      { body: 'variablesMisnamed' },
    ],
    [
      'numbers in the header and names in the body',
      { header: { kind: 'text', text: 'Oi {{1}}!' }, examples: { 'header:1': 'x', 'body:nome': 'Ana' } },
      { body: 'variablesMisnamed' },
    ],
    ['a variable without an example', { examples: {} }, { 'examples.body:nome': 'exampleRequired' }],
    [
      'two variables in the header',
      {
        header: { kind: 'text', text: 'A {{a}} b {{b}} c' },
        examples: { 'header:a': '1', 'header:b': '2', 'body:nome': 'A' },
      },
      { 'header.text': 'oneVariable' },
    ],
    ['a header that is too long', { header: { kind: 'text', text: 'a'.repeat(61) } }, { 'header.text': 'tooLong' }],
    ['a variable in the footer', { footer: 'De {{nome}} aqui' }, { footer: 'noVariables' }],
    ['a footer that is too long', { footer: 'a'.repeat(61) }, { footer: 'tooLong' }],
    [
      'too many buttons',
      { buttons: Array.from({ length: 11 }, (_, at) => ({ kind: 'reply', text: `Opção ${at}` })) },
      { buttons: 'tooMany' },
    ],
    [
      'a label that is too long',
      { buttons: [{ kind: 'reply', text: 'a'.repeat(26) }] },
      { 'buttons.0.text': 'tooLong' },
    ],
    [
      'the same label twice',
      {
        buttons: [
          { kind: 'reply', text: 'Sim' },
          { kind: 'reply', text: 'Sim' },
        ],
      },
      { 'buttons.1.text': 'doubled' },
    ],
    [
      'an address that is none',
      { buttons: [{ kind: 'url', text: 'Ver', url: 'javascript:alert(1)' }] },
      { 'buttons.0.url': 'invalidAddress' },
    ],
    [
      'a variable in the middle of an address',
      {
        buttons: [{ kind: 'url', text: 'Ver', url: 'https://a.example/{{1}}/x' }],
        examples: { 'body:nome': 'A', 'button:0': 'x' },
      },
      { 'buttons.0.url': 'variableAtEnd' },
    ],
    [
      'a number that is none',
      { buttons: [{ kind: 'phone', text: 'Ligar', number: 'abc' }] },
      { 'buttons.0.number': 'invalidPhoneNumber' },
    ],
  ])('with %s says so under its field', (_name, change, expected) => {
    expect(flawsOf(change)).toEqual(expected)
  })
})

test('values are filled in once: braces in a value are no variable', () => {
  const parts = { header: null, body: 'Olá {{nome}}, seu pedido {{pedido}} saiu.', footer: '', buttons: [] }
  const values = { 'body:nome': '{{pedido}}', 'body:pedido': '7' }
  expect(filledTemplate(parts, values).body).toBe('Olá {{pedido}}, seu pedido 7 saiu.')
})

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['uma\nduas', 'oneLineValue'],
  ['uma\tduas', 'oneLineValue'],
  ['uma     duas', 'oneLineValue'],
  ['a'.repeat(1025), 'tooLong'],
  ['uma    duas', undefined],
])('the value %j is checked before it is sent', (value, expected) => {
  expect(flawOfValue(value)).toBe(expected)
})

test.each([
  ['spaces after braces', `Olá {{${' '.repeat(900_000)}x`],
  ['braces alone', `Olá ${'{'.repeat(900_000)}`],
  ['braces and spaces in turn', 'Olá {{ '.repeat(130_000)],
])('a text of a megabyte of %s is refused as quickly as any other', (_name, text) => {
  expect(flawsOf({ body: text })).toMatchObject({ body: 'tooLong' })
  expect(flawsOf({ header: { kind: 'text', text } })).toMatchObject({ 'header.text': 'tooLong' })
  expect(flawsOf({ buttons: [{ kind: 'url', text: 'Ver', url: `https://a.example/${text}` }] })).toMatchObject({
    'buttons.0.url': 'tooLong',
  })
  expect(flawOfValue(text)).toBeDefined()
})

test('a variable may have spaces within its braces', () => {
  expect(flawsOf({ body: 'Olá {{ nome }}, tudo bem?' })).toEqual({})
  const parts = { header: null, body: 'Olá {{ nome }}!', footer: '', buttons: [] }
  expect(filledTemplate(parts, { 'body:nome': 'Ana' }).body).toBe('Olá Ana!')
})
