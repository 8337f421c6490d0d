import { type BotServer, type WorkflowInput, createBotServer } from '@guiche/bot-testserver'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAsker } from '#test/services/asked'
import { assertNoProblems } from '#test/services/no-problems'
import { completeIntegration } from '#modules/queue-integrations'
import { answerByHook } from './answer-by-hook.ts'

let server: BotServer
let askedOf: ReturnType<typeof createAsker>
beforeAll(async () => {
  server = await createBotServer()
  askedOf = createAsker(server.hosts)
})
afterEach(() => {
  assertNoProblems(server)
  server.clear()
  server.n8n.executions.length = 0
})
afterAll(() => server.stop())

const secret = 'assina-as-mensagens'

const hook = (fields: Record<string, unknown> = {}) => {
  const body = { type: 'n8n' as const, name: 'Fluxo', urlN8N: server.n8n.productionUrl('flow'), signingSecret: secret }
  const { values: row, secrets } = completeIntegration({ ...body, ...fields }, undefined)
  return { row, secrets }
}

const answering = (response: Record<string, unknown>, more: WorkflowInput = {}) =>
  server.n8n.workflow('flow', { secret, respond: { mode: 'respondNode', response }, ...more })

test('the flow gets the documented envelope, signed', async () => {
  server.n8n.workflow('flow', { secret })

  expect(await answerByHook(hook(), askedOf({ says: ['Oi', 'tudo bem?'], exchangeId: 9 }))).toEqual({
    parts: [],
    session: null,
  })

  const [execution] = server.n8n.executions
  expect(execution).toMatchObject({
    signature: 'right',
    headers: { 'x-event-id': 'evt_2_9', 'content-type': 'application/json' },
    body: {
      version: 1,
      event: 'message.received',
      id: 'evt_2_9',
      sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
      company: { id: 2 },
      connection: { id: 7, name: 'Vendas', channel: 'whatsapp' },
      ticket: { id: 1001, uuid: expect.any(String), status: 'pending', queueId: null },
      contact: { id: 55, name: 'Ana', number: '5511987654321', remoteJid: '5511987654321@s.whatsapp.net' },
      message: {
        id: '3EB0',
        type: 'text',
        body: 'Oi\ntudo bem?',
        mediaUrl: null,
        fromMe: false,
        timestamp: 1_795_222_800,
      },
      messages: [{ body: 'Oi' }, { body: 'tudo bem?' }],
      key: { remoteJid: '5511987654321@s.whatsapp.net', fromMe: false, id: '3EB0' },
      pushName: 'Ana',
    },
  })
})

test('files come with an address that ends, those that did not arrive without one', async () => {
  server.n8n.workflow('flow', { secret })
  const address = 'https://guiche.example/public/company2/a.pdf?expires=1&signature=x'
  for (const link of [address, null]) {
    const read = async () => Buffer.alloc(10)
    const file = { id: 1, mime: 'application/pdf', name: 'nota.pdf', bytes: 10, read, link: async () => link }
    await answerByHook(hook(), askedOf({ says: ['Segue', ''], file }))
  }

  const bodies = server.n8n.executions.map(({ body }) => body)
  const described = { name: 'nota.pdf', mime: 'application/pdf', bytes: 10 }
  expect(bodies).toMatchObject([
    { message: { mediaUrl: address, file: described }, messages: [{ mediaUrl: null }, { mediaUrl: address }] },
    { message: { mediaUrl: null, file: described } },
  ])
})

test.each([
  ['basic', { kind: 'basic', user: 'guiche', password: 's3nha' }, 'Basic Z3VpY2hlOnMzbmhh'],
  ['header', { kind: 'header', name: 'authorization', value: 'um-segredo' }, 'um-segredo'],
] as const)('a flow that wants a login (%s) gets it', async (_kind, authentication, authorization) => {
  answering({ body: { text: 'Entrou' } }, { authentication })

  expect((await answerByHook(hook({ authorization }), askedOf())).parts).toEqual([{ kind: 'text', text: 'Entrou' }])
  await expect(answerByHook(hook(), askedOf())).rejects.toMatchObject({ kind: 'notAllowed' })
})

describe('what the flow answers at once', () => {
  test.each([
    ['a text', { text: 'Olá' }, ['Olá']],
    ['output', { output: 'Olá' }, ['Olá']],
    ['answer', { answer: 'Olá' }, ['Olá']],
    ['items', [{ output: 'Um' }, { output: 'Dois' }], ['Um', 'Dois']],
    ['nothing', {}, []],
    ['that it was started', { message: 'Workflow was started' }, []],
    ['fields of other types', { text: 5, output: { a: 1 }, messages: 'x', action: 'y' }, []],
  ])('%s', async (_what, body, texts) => {
    answering({ body })

    const { parts, control } = await answerByHook(hook(), askedOf())
    expect(parts).toEqual(texts.map((text) => ({ kind: 'text', text })))
    expect(control).toBeUndefined()
  })

  test('texts and files in their order', async () => {
    answering({
      body: {
        messages: [
          { type: 'text', text: 'Veja' },
          { type: 'image', url: 'https://files.example.com/a.png', caption: 'A foto' },
          { type: 'unknown', url: 'https://files.example.com/b' },
        ],
      },
    })

    expect((await answerByHook(hook(), askedOf())).parts).toEqual([
      { kind: 'text', text: 'Veja' },
      { kind: 'link', url: 'https://files.example.com/a.png', caption: 'A foto', is: 'image' },
    ])
  })

  test.each([
    [{ action: { type: 'transfer', queueId: 5 } }, { kind: 'handOver', queueId: 5, userId: null }],
    [{ action: { type: 'transfer', queueId: '5', userId: 3 } }, { kind: 'handOver', queueId: 5, userId: 3 }],
    [{ action: { type: 'stop' } }, { kind: 'stopBot' }],
    [{ action: { type: 'transfer', queueId: 'all' } }, undefined],
    [{ action: { type: 'erase' } }, undefined],
  ])('%j', async (body, control) => {
    answering({ body: { text: 'Um momento', ...body } })

    const answer = await answerByHook(hook(), askedOf())
    expect(answer.parts).toEqual([{ kind: 'text', text: 'Um momento' }])
    expect(answer.control).toEqual(control)
  })

  test('that is empty or no JSON means that nothing is said now', async () => {
    answering({ text: '' })
    expect((await answerByHook(hook(), askedOf())).parts).toEqual([])
    answering({ text: 'ok', headers: { 'content-type': 'text/plain' } })
    expect((await answerByHook(hook(), askedOf())).parts).toEqual([])
  })

  test('is cut if it says more than any flow does', async () => {
    const many = Array.from({ length: 20_000 }, () => ({ type: 'text', text: '' }))
    answering({ body: [{ text: 'Oi' }, { messages: [...many, { type: 'text', text: 'tarde' }] }] })

    expect((await answerByHook(hook(), askedOf())).parts).toEqual([{ kind: 'text', text: 'Oi' }])
  })

  test('control texts of Typebot are no orders here', async () => {
    answering({ body: { text: '#{"queueId":5}' } })

    expect((await answerByHook(hook(), askedOf())).control).toBeUndefined()
  })
})

describe('what fails', () => {
  test('is asked three times with the same event, and then given up', async () => {
    server.n8n.workflow('flow', { secret })
    const fault = { kind: 'answer' as const, status: 503, body: {} }

    server.n8n.side.faults.plan(fault, { times: 2 })
    await answerByHook(hook(), askedOf())
    const asked = server.n8n.side.requests.take()
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(({ headers }) => headers['x-event-id'])).size).toBe(1)

    server.n8n.side.faults.plan(fault, { times: 3 })
    await expect(answerByHook(hook(), askedOf())).rejects.toMatchObject({ kind: 'status' })
    expect(server.n8n.side.requests.take()).toHaveLength(3)
  })

  test('is not asked again if it is not allowed, or not there', async () => {
    server.n8n.workflow('flow', { isActive: false })
    await expect(answerByHook(hook(), askedOf())).rejects.toMatchObject({ kind: 'status' })
    expect(server.n8n.side.requests.take()).toHaveLength(1)
  })

  test('is a page, broken JSON, too much or too deep', async () => {
    const faults = [
      [{ kind: 'html' }, 'notJson'],
      [{ kind: 'broken' }, 'notJson'],
      [{ kind: 'huge', bytes: 1_048_576 }, 'tooLarge'],
      [{ kind: 'deep', levels: 100 }, 'notJson'],
    ] as const
    for (const [fault, kind] of faults) {
      answering({ body: { text: 'Olá' } })
      server.n8n.side.faults.plan(fault)
      await expect(answerByHook(hook(), askedOf())).rejects.toMatchObject({ kind })
    }
  })

  test('is an address inside', async () => {
    const url = 'http://169.254.169.254/latest/meta-data'

    await expect(answerByHook(hook({ urlN8N: url }), askedOf())).rejects.toMatchObject({ kind: 'refusedAddress' })
  })
})
