import { TemplateDraft, shownButtons, textOfTemplate, variablesOf } from '@guiche/contract'
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  GraphError,
  componentsOf,
  createTemplate,
  deleteTemplate,
  editTemplate,
  listTemplates,
  missingValues,
  readComponents,
  readTemplate,
  readTemplateNews,
  refusalOfTemplate,
  templateMessage,
  unpauseTemplate,
  uploadSample,
} from '@guiche/meta'
import { metaWorld } from './world.ts'

const world = metaWorld()
let account: ReturnType<typeof openAccount>
beforeEach(() => {
  account = openAccount()
})

function openAccount() {
  const business = world.server.business('Exemplo Ltda')
  const opened = business.account('Exemplo').link(world.shop.app)
  const number = opened.number('551133334444')
  return { opened, number, key: { accountId: opened.id, token: business.token(world.shop.app) } }
}

/** As a form sends it. */
const draft = (change: object = {}) =>
  TemplateDraft.parse({
    whatsappId: 1,
    name: 'pedido_enviado',
    language: 'pt_BR',
    category: 'utility',
    header: { kind: 'text', text: 'Pedido enviado' },
    body: 'Olá {{nome}}, seu pedido {{pedido}} saiu para entrega hoje.',
    footer: 'Exemplo Ltda',
    buttons: [
      { kind: 'url', text: 'Rastrear', url: 'https://example.com/r/{{1}}' },
      { kind: 'reply', text: 'Falar com atendente' },
      { kind: 'phone', text: 'Ligar', number: '+551133334444' },
    ],
    examples: { 'body:nome': 'Ana', 'body:pedido': '1029', 'button:0': '1029' },
    ...change,
  })

const make = (change: object = {}, handle?: string) => createTemplate(world.graph, account.key, draft(change), handle)

const values = { 'body:nome': 'Ana', 'body:pedido': '1029', 'button:1': '1029' }

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof GraphError)) throw new Error(`it was not refused by Meta: ${String(error)}`)
  return { because: refusalOfTemplate(error), details: error.details }
}

describe('a template', () => {
  test('is made, and read as it was made', async () => {
    const made = await make()
    expect(made).toMatchObject({ name: 'pedido_enviado', status: 'PENDING', category: 'UTILITY', format: 'named' })
    const [listed] = await listTemplates(world.graph, account.key)
    expect(listed).toMatchObject({ id: made.id, status: 'PENDING', quality: 'UNKNOWN', rejectedReason: 'NONE' })
    const { parts, examples, isWhole } = readComponents(listed?.components)
    expect(isWhole).toBe(true)
    expect(parts).toEqual({
      header: { kind: 'text', text: 'Pedido enviado' },
      body: 'Olá {{nome}}, seu pedido {{pedido}} saiu para entrega hoje.',
      footer: 'Exemplo Ltda',
      buttons: [
        { kind: 'reply', text: 'Falar com atendente' },
        { kind: 'url', text: 'Rastrear', url: 'https://example.com/r/{{1}}' },
        { kind: 'phone', text: 'Ligar', number: '551133334444' },
      ],
    })
    expect(examples).toEqual({
      'body:nome': 'Ana',
      'body:pedido': '1029',
      'button:1': '1029',
    })
  })

  test('with a code to copy needs the code, and is sent with it', () => {
    const body = { type: 'BODY', text: 'Use o cupom.' }
    const buttons = [
      { type: 'COPY_CODE', example: 'VERAO10' },
      { type: 'QUICK_REPLY', text: 'Parar' },
    ]
    const { parts, examples, isWhole } = readComponents([body, { type: 'BUTTONS', buttons }])
    expect([isWhole, examples]).toEqual([true, { 'button:0': 'VERAO10' }])
    expect(variablesOf(parts)).toEqual([{ key: 'button:0', name: 'code', place: 'code', index: 0 }])
    const given = { name: 'cupom', language: 'pt_BR', format: 'positional', parts } as const
    expect(missingValues({ parts, values: {} })).toEqual(['button:0'])
    expect(templateMessage({ ...given, values: { 'button:0': 'NATAL' } }, undefined)).toMatchObject({
      components: [
        {
          type: 'button',
          sub_type: 'copy_code',
          index: '0',
          parameters: [{ type: 'coupon_code', coupon_code: 'NATAL' }],
        },
      ],
    })
    expect(shownButtons(parts, { 'button:0': 'NATAL' })).toEqual([
      { kind: 'copy', text: '', value: 'NATAL' },
      { kind: 'reply', text: 'Parar', value: '' },
    ])
  })

  test('with cards is read with its cards, and is not whole', () => {
    const card = [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::a'] } },
      { type: 'BODY', text: 'Tênis' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://example.com/1' }] },
    ]
    const { cards, isWhole } = readComponents([
      { type: 'BODY', text: 'Veja' },
      { type: 'CAROUSEL', cards: [{ components: card }, { components: 'odd' }] },
    ])
    expect(isWhole).toBe(false)
    expect(cards).toEqual([
      {
        header: { kind: 'image' },
        body: 'Tênis',
        buttons: [{ kind: 'url', text: 'Ver', url: 'https://example.com/1' }],
      },
      { header: null, body: '', buttons: [] },
    ])
  })

  test('of an account with many is found on the last page', async () => {
    world.server.limits.newTemplates = undefined
    for (let count = 1; count <= 101; count += 1) await make({ name: `aviso_${count}` })
    expect(await listTemplates(world.graph, account.key)).toHaveLength(101)
  })

  test('with numbered variables and one in its header is sent as it was made', async () => {
    await make({
      header: { kind: 'text', text: 'Pedido {{1}}' },
      body: 'Olá {{1}}, seu pedido {{2}} saiu para entrega hoje.',
      examples: { 'header:1': '1029', 'body:1': 'Ana', 'body:2': '1029', 'button:0': '1029' },
    })
    const template = account.opened.template('pedido_enviado')
    await template.approve()
    const { parts } = readComponents(template.components)
    const given = { 'header:1': '1029', 'body:1': 'Ana', 'body:2': '1029', 'button:1': 'x9' }
    const message = templateMessage(
      { name: 'pedido_enviado', language: 'pt_BR', format: 'positional', parts, values: given },
      undefined,
    )
    expect(await send(message)).toBe('Olá Ana, seu pedido 1029 saiu para entrega hoje.')
    expect(textOfTemplate(parts, given)).toBe(
      '*Pedido 1029*\n\nOlá Ana, seu pedido 1029 saiu para entrega hoje.\n\n_Exemplo Ltda_',
    )
  })

  test('with named variables is sent as it was made', async () => {
    await make()
    const template = account.opened.template('pedido_enviado')
    await template.approve()
    const { parts } = readComponents(template.components)
    const base = { name: 'pedido_enviado', language: 'pt_BR', format: 'named' as const, parts }
    expect(await send(templateMessage({ ...base, values }, undefined))).toContain('Olá Ana, seu pedido 1029')
    expect(missingValues({ parts, values: { 'body:nome': 'Ana', 'button:1': ' ' } })).toEqual([
      'body:pedido',
      'button:1',
    ])
  })

  test('with a picture in its header shows an example to those who review it', async () => {
    const bytes = Buffer.from('a picture')
    const handle = await uploadSample(world.graph, account.key.token, {
      name: 'promo.png',
      mime: 'image/png',
      bytes: bytes.length,
      open: () => Readable.from([bytes]),
    })
    const made = await make({ header: { kind: 'image' } }, handle)
    const { header } = readComponents(made.components).parts
    expect(header).toEqual({ kind: 'image' })
    const { parts } = readComponents(made.components)
    const file = { mediaId: '123', name: 'promo.png' }
    const message = templateMessage({ name: 'x', language: 'pt_BR', format: 'named', parts, values }, file)
    expect(message).toMatchObject({
      components: [{ type: 'header', parameters: [{ type: 'image', image: { id: '123' } }] }, {}, {}],
    })
  })

  test('is changed, unpaused and deleted', async () => {
    const { id } = await make()
    const template = account.opened.template('pedido_enviado')
    await template.approve()
    const change = draft({ body: 'Olá {{nome}}, o pedido {{pedido}} já saiu daqui.' })
    await editTemplate(world.graph, account.key.token, id, { components: componentsOf(change, undefined) })
    expect(await readTemplate(world.graph, account.key.token, id)).toMatchObject({ status: 'PENDING' })
    await template.approve()
    await template.pause()
    expect(await readTemplate(world.graph, account.key.token, id)).toMatchObject({ status: 'PAUSED' })
    await unpauseTemplate(world.graph, account.key.token, id)
    expect(await readTemplate(world.graph, account.key.token, id)).toMatchObject({ status: 'APPROVED' })
    await deleteTemplate(world.graph, account.key, { id, name: 'pedido_enviado' })
    expect(await listTemplates(world.graph, account.key)).toEqual([])
  })
})

describe('Meta refuses', () => {
  test('a name that is there, and one that was deleted', async () => {
    const { id } = await make()
    expect(await refusalOf(make())).toMatchObject({ because: { because: 'taken' } })
    await deleteTemplate(world.graph, account.key, { id, name: 'pedido_enviado' })
    expect(await refusalOf(make())).toMatchObject({ because: { because: 'locked' } })
  })

  test.each(['code', 'subcode'] as const)('too many variables, with a %s, which is said under the text', async (as) => {
    world.server.settings.templateCodes = as
    const body = 'Oi {{a}} e {{b}} e {{c}} aí'
    const examples = { 'body:a': '1', 'body:b': '2', 'body:c': '3' }
    const refused = refusalOf(make({ body, examples, buttons: [] }))
    expect(await refused).toEqual({
      because: { because: 'contents', path: 'body', rule: 'tooManyVariables' },
      details: 'The template has too many variables for its length.',
    })
  })

  test('what it gives no number of its own, with its words', async () => {
    const { id } = await make()
    const { token } = account.key
    const refused = refusalOf(editTemplate(world.graph, token, id, { components: componentsOf(draft(), undefined) }))
    expect(await refused).toMatchObject({ because: { because: 'other' } })
  })

  test('an ended token, which is no matter of the template', async () => {
    const key = { ...account.key, token: 'EAAG-not-a-token-of-anybody' }
    expect(await refusalOf(createTemplate(world.graph, key, draft(), undefined))).toMatchObject({ because: undefined })
  })
})

describe('components', () => {
  test('have examples of addresses as they were written, also with the signs of patterns', () => {
    const buttons = [{ kind: 'url', text: 'Rastrear', url: 'https://a.example/{{1}}' }]
    const examples = { 'body:nome': 'Ana', 'body:pedido': '1029', 'button:0': '$&?a=$1' }
    expect(componentsOf(draft({ buttons, examples }), undefined)).toContainEqual({
      type: 'BUTTONS',
      buttons: [
        { type: 'URL', text: 'Rastrear', url: 'https://a.example/{{1}}', example: ['https://a.example/$&?a=$1'] },
      ],
    })
  })

  test('of kinds that we do not know are shown as far as they go, and not sent', () => {
    const carousel = [
      { type: 'BODY', text: 'Veja' },
      { type: 'CAROUSEL', cards: [] },
    ]
    expect(readComponents(carousel)).toMatchObject({ parts: { body: 'Veja' }, isWhole: false })
    const code = [
      { type: 'body', text: '*{{1}}* é seu código.' },
      { type: 'buttons', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copiar' }] },
    ]
    const { parts, isWhole } = readComponents(code)
    expect([parts.buttons, isWhole]).toEqual([[{ kind: 'other', text: 'Copiar' }], false])
    expect(readComponents('nonsense')).toMatchObject({ parts: { body: '', buttons: [] }, isWhole: false })
    expect(readComponents([7, { type: 'BODY', text: 'Oi' }])).toMatchObject({ parts: { body: 'Oi' }, isWhole: false })
  })

  test('count their variables on their own', () => {
    const { parts } = readComponents([
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
      { type: 'BODY', text: 'Olá {{1}}, até {{2}} mesmo.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://example.com/{{1}}' }] },
    ])
    expect(variablesOf(parts).map(({ key }) => key)).toEqual(['header:1', 'body:1', 'body:2', 'button:0'])
  })
})

describe('news of a template', () => {
  const about = { message_template_id: 12, message_template_name: 'a', message_template_language: 'pt_BR' }
  test.each([
    [
      'message_template_status_update',
      { ...about, event: 'REJECTED', reason: 'INVALID_FORMAT' },
      { status: 'REJECTED', rejectedReason: 'INVALID_FORMAT' },
    ],
    [
      'message_template_status_update',
      { ...about, event: 'REINSTATED', reason: 'NONE' },
      { status: 'APPROVED', rejectedReason: 'NONE' },
    ],
    ['message_template_status_update', { ...about, event: 'FLAGGED' }, {}],
    ['message_template_quality_update', { ...about, new_quality_score: 'RED' }, { quality: 'RED' }],
    ['template_category_update', { ...about, new_category: 'MARKETING' }, { category: 'MARKETING' }],
  ])('%s says what has changed', (field, value, expected) => {
    expect(readTemplateNews('9', field, value)).toEqual({ accountId: '9', id: '12', ...expected })
  })

  test('that are about something else are none', () => {
    expect(readTemplateNews('9', 'messages', about)).toBeUndefined()
    expect(readTemplateNews('9', 'message_template_status_update', 'nonsense')).toBeUndefined()
  })

  // Whoever has an app can sign anything.
  test.each(['constructor', 'toString', '__proto__'])('of the event %s are a status that nobody knows', (event) => {
    expect(readTemplateNews('9', 'message_template_status_update', { ...about, event })?.status).toBe(event)
  })
})

/** Sends it from the number to somebody, and returns what they read. */
async function send(template: object): Promise<string | undefined> {
  const ana = world.server.person('5511987654321', 'Ana')
  const response = await fetch(`${world.server.url}/v25.0/${account.number.id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to: '5511987654321',
      type: 'template',
      template,
      appsecret_proof: proofOf(account.key.token),
    }),
  })
  const answer = await response.text()
  if (response.status !== 200) throw new Error(answer)
  await world.server.webhooks.idle()
  return ana.inbox.messages.at(-1)?.text
}

const proofOf = (token: string) => createHmac('sha256', world.shop.app.secret).update(token).digest('hex')
