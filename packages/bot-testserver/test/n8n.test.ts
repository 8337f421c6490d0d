import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { portOf } from '../src/http/port-of.ts'
import { answered, post, testWorld } from './world.ts'

const world = testWorld()

const number = '5511987654321'
const key = { remoteJid: `${number}@s.whatsapp.net`, fromMe: false, id: '3EB0' }

/** What is sent to flows, in every form that they are written for. */
const envelope = {
  version: 1,
  event: 'message.received',
  id: 'evt_01J',
  sentAt: '2026-11-21T01:00:00.000Z',
  company: { id: 2 },
  connection: { id: 7, name: 'Vendas', channel: 'whatsapp' },
  ticket: { id: 1001, uuid: 'a', status: 'pending', queueId: null },
  contact: { id: 55, name: 'Ana', number, remoteJid: key.remoteJid },
  message: { id: '3EB0', type: 'text', body: 'Oi', mediaUrl: null, fromMe: false, timestamp: 1763680000 },
  key,
  pushName: 'Ana',
}
const raw = { key, messageTimestamp: 1763680000, pushName: 'Ana', message: { conversation: 'Oi' } }
const documented = {
  envelope,
  classic: raw,
  newer: { message: raw },
  facebook: {
    message: { text: 'Oi', mid: 'm_1', attachments: [] },
    contact: { id: 55, name: 'Ana', number },
    ticket: { id: 1001, status: 'pending', queueId: null },
    whatsapp: { id: 7, name: 'Página', channel: 'facebook' },
  },
  chat: {
    chatInput: 'Oi',
    sessionId: 'a',
    remoteJid: key.remoteJid,
    pushName: 'Ana',
    keyId: '3EB0',
    fromMe: false,
    instanceName: 'Vendas',
    serverUrl: 'https://guiche.example.com',
    apiKey: 'x',
  },
}

describe('a workflow', () => {
  test.each(Object.entries(documented))('is started by the documented body: %s', async (name, body) => {
    const { n8n } = world.server
    n8n.workflow(name)
    expect(await post(n8n.productionUrl(name), body)).toMatchObject({
      status: 200,
      body: { message: 'Workflow was started' },
    })
    expect(n8n.executions.at(-1)).toMatchObject({ path: name, address: 'production', body, signature: 'unchecked' })
  })

  test.each([
    { text: 'Olá' },
    { output: 'Olá' },
    { answer: 'Olá' },
    {
      messages: [
        { type: 'text', text: 'Olá' },
        { type: 'image', url: 'https://files.example.com/a.png' },
      ],
    },
    { action: { type: 'transfer', queueId: 5 } },
    { action: { type: 'stop' } },
  ])('answers at once, with its last node or with a node of its own: %j', async (body) => {
    const { n8n } = world.server
    n8n.workflow('flows/last', { respond: { mode: 'lastNode', items: [body, { other: true }] } })
    expect((await post(n8n.productionUrl('flows/last'), envelope)).body).toEqual(body)
    n8n.workflow('flows/node', { respond: { mode: 'respondNode', response: { status: 201, body } } })
    expect(await post(n8n.productionUrl('flows/node'), envelope)).toMatchObject({ status: 201, body })
  })

  test('answers with all entries, with none, and with something that is no JSON', async () => {
    const { n8n } = world.server
    const url = n8n.productionUrl('w')
    n8n.workflow('w', { respond: { mode: 'lastNode', items: [1, 2], data: 'allEntries' } })
    expect((await post(url)).text).toBe('[1,2]')
    n8n.workflow('w', { respond: { mode: 'lastNode', items: [1], data: 'noData' } })
    expect(await post(url)).toMatchObject({ status: 200, text: '' })
    n8n.workflow('w', { respond: { mode: 'lastNode', items: [] } })
    expect((await post(url)).status).toBe(500)
    const headers = { 'content-type': 'text/html' }
    n8n.workflow('w', { respond: { mode: 'respondNode', response: { text: '<p>Olá</p>', headers } } })
    const page = await post(url)
    expect(page.text).toBe('<p>Olá</p>')
    expect(page.headers.get('content-type')).toBe('text/html')
    n8n.workflow('w', { respond: { mode: 'streaming', parts: ['{"type":"begin"}\n', '{"type":"end"}\n'] } })
    expect((await post(url)).text).toBe('{"type":"begin"}\n{"type":"end"}\n')
    n8n.workflow('w', { respond: { mode: 'failing' } })
    expect(await post(url)).toMatchObject({ status: 500, body: { message: 'Error in workflow' } })
  })

  test('answers what a function makes of the request', async () => {
    const { n8n } = world.server
    n8n.workflow('echo', { respond: ({ body }) => ({ mode: 'lastNode', items: [{ output: body }] }) })
    expect((await post(n8n.productionUrl('echo'), { chatInput: 'Oi' })).body).toEqual({ output: { chatInput: 'Oi' } })
  })

  test('that is inactive or unknown is not registered, with a hint', async () => {
    const { n8n } = world.server
    n8n.workflow('asleep', { isActive: false })
    for (const path of ['asleep', 'nowhere'])
      expect(await post(n8n.productionUrl(path))).toMatchObject({
        status: 404,
        body: {
          code: 404,
          message: `The requested webhook "POST ${path}" is not registered.`,
          hint: expect.stringContaining('must be active'),
        },
      })
  })

  test('takes one call at its test address, within 120 seconds after it was executed', async () => {
    const { n8n, clock } = world.server
    n8n.workflow('tried', { isActive: false })
    const url = n8n.testUrl('tried')
    expect((await post(url)).body['hint']).toContain('Execute workflow')
    n8n.execute('tried')
    expect((await post(url)).status).toBe(200)
    expect(n8n.executions.at(-1)?.address).toBe('test')
    expect((await post(url)).status).toBe(404)
    n8n.execute('tried')
    clock.turn({ seconds: 121 })
    expect((await post(url)).status).toBe(404)
  })

  test('is called by its method only', async () => {
    const { n8n } = world.server
    n8n.workflow('got', { method: 'GET' })
    expect((await post(n8n.productionUrl('got'))).body['message']).toContain('Did you mean to make a GET request?')
    expect((await answered(await fetch(n8n.productionUrl('got')))).status).toBe(200)
  })

  test('refuses broken JSON and more than 16 MB', async () => {
    const { n8n } = world.server
    n8n.workflow('w')
    expect((await post(n8n.productionUrl('w'), '{"a":')).status).toBe(422)
    expect((await post(n8n.productionUrl('w'), JSON.stringify('x'.repeat(16 * 1024 * 1024)))).status).toBe(413)
  })
})

describe('authentication', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

  test('by user and password', async () => {
    const { n8n } = world.server
    n8n.workflow('w', { authentication: { kind: 'basic', user: 'ana', password: 'segredo' } })
    const url = n8n.productionUrl('w')
    const without = await post(url)
    expect(without.status).toBe(401)
    expect(without.headers.get('www-authenticate')).toContain('Basic')
    expect((await post(url, {}, basic('ana:errado'))).status).toBe(403)
    expect((await post(url, {}, basic('ana:segredo'))).status).toBe(200)
  })

  test('by a header', async () => {
    const { n8n } = world.server
    n8n.workflow('w', { authentication: { kind: 'header', name: 'X-Key', value: 'segredo' } })
    const url = n8n.productionUrl('w')
    expect(await post(url, {}, { 'x-key': 'errado' })).toMatchObject({
      status: 403,
      text: 'Authorization data is wrong!',
    })
    expect((await post(url, {}, { 'x-key': 'segredo' })).status).toBe(200)
  })

  test('by a signed token', async () => {
    const { n8n } = world.server
    n8n.workflow('w', { authentication: { kind: 'jwt', secret: 'segredo' } })
    const url = n8n.productionUrl('w')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'guiche' })}`
    const by = (secret: string) => ({
      authorization: `Bearer ${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`,
    })
    expect((await post(url)).status).toBe(401)
    expect((await post(url, {}, { authorization: 'Bearer a.b.c' })).status).toBe(403)
    expect((await post(url, {}, by('errado'))).status).toBe(403)
    expect((await post(url, {}, by('segredo'))).status).toBe(200)
  })

  test('the signature over the raw body is checked, if the workflow has the secret', async () => {
    const { n8n } = world.server
    n8n.workflow('w', { secret: 'segredo' })
    const body = JSON.stringify(envelope)
    const signature = (secret: string) => ({
      'x-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    })
    for (const headers of [signature('segredo'), signature('errado'), {}])
      await post(n8n.productionUrl('w'), body, headers)
    expect(n8n.executions.slice(-3).map((one) => one.signature)).toEqual(['right', 'wrong', 'missing'])
  })
})

test('a workflow answers later by the messages API of the product', async () => {
  const received: unknown[] = []
  const product = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ url: request.url, token: request.headers.authorization, body: JSON.parse(body) })
      response.writeHead(200).end('{"status":"SUCCESS"}')
    })
  })
  await once(product.listen(0, '127.0.0.1'), 'listening')
  const { n8n } = world.server
  const later = { url: `http://127.0.0.1:${portOf(product)}`, token: 'abc', message: { body: 'Olá', queueId: 3 } }
  n8n.workflow('later', { later })
  try {
    for (const body of [envelope, raw, { message: raw }, documented.facebook])
      expect((await post(n8n.productionUrl('later'), body)).status).toBe(200)
    await n8n.idle()
  } finally {
    product.close()
    product.closeAllConnections()
  }
  const sent = { url: '/api/messages/send', token: 'Bearer abc', body: { number, body: 'Olá', queueId: 3 } }
  expect(received).toEqual([sent, sent, sent, sent])
  expect(n8n.sent).toEqual([200, 200, 200, 200])
})
