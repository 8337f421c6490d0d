import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultyAnswers, listen } from '#test/services/faulty-answers'
import { OutsideFailed, type OutsideFailure, type OutsideRequest, createOutside } from './outside.ts'

/** In these tests 127.0.0.1 is outside, and 127.0.0.2 is inside. */
const isInside = (address: string) => address !== '127.0.0.1'

interface Received {
  method: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

let outsider: { server: Server; port: number }
let insider: { server: Server; connections: number }
const received: Received[] = []

beforeAll(async () => {
  const answer: RequestListener = (request, response) => {
    if (request.url === '/early') return void response.writeHead(413).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() })
      answers[request.url ?? '']?.(request, response)
    })
  }
  outsider = await listen('127.0.0.1', 0, answer)
  const { server } = await listen('127.0.0.2', outsider.port, (_request, response) => response.end('secret'))
  insider = { server, connections: 0 }
  server.on('connection', () => (insider.connections += 1))
})
afterAll(() => {
  for (const { server } of [outsider, insider]) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  received.length = 0
  insider.connections = 0
})

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

const answers: Record<string, RequestListener> = {
  '/json': (_request, response) => response.setHeader('X-Some', 'thing').end('{"text":"Olá [{"}'),
  '/error': (_request, response) => response.writeHead(500).end('{"error":"a reason"}'),
  '/moved': (_request, response) => response.writeHead(302, { location: '/json' }).end(),
  '/inside': (_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.2:${outsider.port}/secret` }).end(),
  ...faultyAnswers,
  '/broken': (_request, response) => response.destroy(),
  '/html': (_request, response) => response.end('<html>'),
  '/deep': (_request, response) => response.end(nested(40)),
  '/deepest': (_request, response) => response.end(nested(39)),
  '/very-deep': (_request, response) => response.end(nested(500_000)),
}

const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const client = (options: Parameters<typeof createOutside>[0] = {}) =>
  createOutside({ isInside, ports: [outsider.port], resolve, ...options })
const at = (path: string, host = '127.0.0.1') => `http://${host}:${outsider.port}${path}`

async function failureOf(asked: Promise<unknown>): Promise<OutsideFailure | undefined> {
  const error: unknown = await asked.catch((failed: unknown) => failed)
  expect(String(error)).not.toContain('secret')
  return error instanceof OutsideFailed ? error.kind : undefined
}

test('an answer comes with its status, headers and body', async () => {
  const answer = await client().ask(at('/json'), {})

  expect(answer).toMatchObject({ status: 200, headers: { 'x-some': 'thing' } })
  expect(answer.json()).toEqual({ text: 'Olá [{' })
  expect(received).toMatchObject([{ method: 'GET', body: '' }])
  expect((await client().ask(at('/error'), {})).status).toBe(500)
})

test.each<[string, OutsideRequest, Partial<Received> & { type: string }]>([
  ['JSON', { json: { a: 'ç' } }, { method: 'POST', body: '{"a":"ç"}', type: 'application/json' }],
  [
    'bytes',
    { method: 'PUT', bytes: { type: 'audio/ogg', content: Buffer.from('xyz') } },
    { method: 'PUT', body: 'xyz', type: 'audio/ogg' },
  ],
  [
    'streams',
    { stream: { type: 'video/mp4', content: Readable.from(['ab', 'cd'], { objectMode: false }) } },
    { method: 'POST', body: 'abcd', type: 'video/mp4' },
  ],
  ['fields', { fields: { a: '1 2' } }, { method: 'POST', body: 'a=1+2', type: 'application/x-www-form-urlencoded' }],
])('%s are sent', async (_, request, { type, ...expected }) => {
  await client().ask(at('/json'), request)

  expect(received).toMatchObject([{ ...expected, headers: { 'content-type': type } }])
})

test('a form is sent with its files, and nobody breaks out of a name', async () => {
  const form = [
    { name: 'model', value: 'whisper-1' },
    { name: 'file', fileName: 'a"\r\nx: y', type: 'audio/ogg\r\nx: y', content: Buffer.from('sound') },
  ]
  await client().ask(at('/json'), { form })

  const [{ headers, body } = { headers: {}, body: '' }] = received
  const parsed = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
  const file = parsed.get('file')
  expect(parsed.get('model')).toBe('whisper-1')
  expect(file instanceof File ? await file.text() : undefined).toBe('sound')
  expect([...parsed.keys()]).toEqual(['model', 'file'])
  expect(body).not.toContain('\r\nx: y')
})

test('headers are those of the caller, but for the connection itself', async () => {
  await client().ask(at('/json'), {
    json: {},
    headers: { Authorization: 'Bearer x', Host: 'other.test', 'Content-Length': '1', 'Accept-Encoding': 'gzip' },
  })

  expect(received).toMatchObject([{ headers: { authorization: 'Bearer x', 'accept-encoding': 'identity' } }])
  expect(received[0]?.headers['host']).toBe(`127.0.0.1:${outsider.port}`)
  expect(received[0]?.headers).not.toHaveProperty('cookie')
})

test('a header that is none fails without a call', async () => {
  expect(await failureOf(client().ask(at('/json'), { headers: { a: 'b\r\nc: d' } }))).toBe('unreachable')
  expect(received).toEqual([])
})

test.each([
  'http://127.0.0.1',
  'http://localhost.',
  'http://LOCALHOST',
  'http://0.0.0.0',
  'http://[::1]',
  'http://[::ffff:169.254.169.254]',
  'http://[64:ff9b::7f00:1]',
  'http://2130706433',
  'http://0x7f.1',
  'http://017700000001',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1',
  'http://198.18.0.1',
  'http://[fd00::1]',
  'https://127.0.0.1',
  'file:///etc/passwd',
  'gopher://8.8.8.8/',
  'ftp://8.8.8.8/a',
  'data:text/plain,x',
  'javascript:1',
  'http://user@127.0.0.1',
  'https://user:password@8.8.8.8/',
  'http://8.8.8.8:22/',
  'https://8.8.8.8:8443/',
  'http://',
  '//8.8.8.8/',
  'nothing',
  '',
])('%s is not asked', async (address) => {
  expect(await failureOf(createOutside().ask(address, { json: {} }))).toBe('refusedAddress')
})

test('a name of the cloud that leads to its own addresses is not asked', async () => {
  const metadata = createOutside({ resolve: async () => [{ address: '169.254.169.254', family: 4 }] })

  expect(await failureOf(metadata.ask('http://metadata.google.internal/', {}))).toBe('refusedAddress')
})

test('a name with an address inside among others is not asked', async () => {
  const mixed = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]

  expect(await failureOf(client({ resolve: mixed }).ask(at('/json', 'bot.test'), {}))).toBe('refusedAddress')
  expect([received.length, insider.connections]).toEqual([0, 0])
})

test('a name that has another address at the next look-up is asked at the checked one', async () => {
  let lookUps = 0
  const changing = async () => [{ address: (lookUps += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  const rebinding = client({ resolve: changing })

  expect((await rebinding.ask(at('/json', 'bot.test'), {})).status).toBe(200)
  expect(await failureOf(rebinding.ask(at('/json', 'bot.test'), {}))).toBe('refusedAddress')
  expect(insider.connections).toBe(0)
})

test.each(['/moved', '/inside'])('the redirection of %s is not followed', async (path) => {
  const { status } = await client().ask(at(path), { json: {} })

  expect([302, 307]).toContain(status)
  expect([received.length, insider.connections]).toEqual([1, 0])
})

test('a host that the operator allows is reached although it is inside, at its port only', async () => {
  const inside = async () => [{ address: '127.0.0.2', family: 4 }]
  const allowing = (host: string) => createOutside({ isInside, resolve: inside, insideHosts: [host] })

  expect((await allowing(`Bot.test:${outsider.port}`).ask(at('/x', 'bot.test'), {})).bytes.toString()).toBe('secret')
  for (const host of ['bot.test', `bot.test:${outsider.port + 1}`, `other.test:${outsider.port}`])
    expect(await failureOf(allowing(host).ask(at('/x', 'bot.test'), {}))).toBe('refusedAddress')
  expect(insider.connections).toBe(1)
})

test.each(['/silent', '/slow'])('%s is given up when its time is over', async (path) => {
  const times = { connect: 5_000, whole: 150 }

  expect(await failureOf(client().ask(at(path), { times }))).toBe('timeout')
})

test('a name that is not resolved in time is given up', async () => {
  const times = { connect: 50, whole: 60_000 }
  const unresolved = client({ resolve: () => new Promise(() => undefined) })

  expect(await failureOf(unresolved.ask(at('/json', 'bot.test'), { times }))).toBe('timeout')
})

test('nobody waits any more when the caller does not', async () => {
  const unwanted = new AbortController()
  const asked = client().ask(at('/silent'), { signal: unwanted.signal })
  unwanted.abort()

  expect(await failureOf(asked)).toBe('timeout')
})

test('a stream that breaks makes the call fail', async () => {
  const content = new Readable({
    read() {
      this.destroy(new Error('the file is gone'))
    },
  })

  expect(await failureOf(client().ask(at('/json'), { stream: { type: 'video/mp4', content } }))).toBe('unreachable')
})

test('an answer before the end of a stream counts, and the stream is closed', async () => {
  const content = new Readable({ read: () => undefined })
  content.push('the start')
  const closed = new Promise((resolve) => content.on('error', () => undefined).once('close', resolve))

  const { status } = await client().ask(at('/early'), { stream: { type: 'video/mp4', content } })
  expect(status).toBe(413)
  await closed
})

test('a failure says whether the other side may have got the request', async () => {
  const failed = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)
  const refusing = await listen('127.0.0.1', 0, () => undefined)
  await new Promise((resolve) => refusing.server.close(resolve))
  const nobody = createOutside({ isInside, ports: [refusing.port], resolve })

  for (const path of ['/broken', '/cut-off', '/announced', '/compressed'])
    expect(await failed(client().ask(at(path), {}))).toMatchObject({ mayHaveArrived: true })
  expect(await failed(nobody.ask(`http://127.0.0.1:${refusing.port}/`, {}))).toMatchObject({ mayHaveArrived: false })
  expect(await failed(client().ask('http://127.0.0.2/', {}))).toMatchObject({ mayHaveArrived: false })
})

test.each<[string, OutsideFailure]>([
  ['/endless', 'tooLarge'],
  ['/announced', 'tooLarge'],
  ['/cut-off', 'unreachable'],
  ['/broken', 'unreachable'],
  ['/compressed', 'notJson'],
])('%s is no answer: %s', async (path, expected) => {
  expect(await failureOf(client().ask(at(path), {}))).toBe(expected)
})

test('an answer may be larger than 1 MB only if the caller says so', async () => {
  answers['/large'] = (_request, response) => response.end(Buffer.alloc(1_048_577))

  expect(await failureOf(client().ask(at('/large'), {}))).toBe('tooLarge')
  expect((await client().ask(at('/large'), { most: 2_000_000 })).bytes.length).toBe(1_048_577)
})

test.each(['/html', '/deep', '/very-deep'])('%s is no JSON that is read', async (path) => {
  const answer = await client().ask(at(path), {})

  expect(() => answer.json()).toThrow(OutsideFailed)
  expect((await client().ask(at('/deepest'), {})).json()).toEqual(expect.any(Array))
})
