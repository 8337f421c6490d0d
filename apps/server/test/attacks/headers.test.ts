import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '../../src/platform/http/server.ts'
import { createLogger } from '../../src/platform/process/log.ts'
import { createOrigins } from '../../src/platform/origins.ts'
import { serveMetrics } from '../../src/platform/process/metrics.ts'
import { reservePort } from '../reserve-port.ts'
import { type Answer, type Person, type Visitor, type World, createWorld, eventually } from '#test/world'

const isBuilt = existsSync(join(import.meta.dirname, '../../../widget/dist/chat.html'))

let world: World
let admin: Person
let chat: string
let visitor: Visitor
let picture: string

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  world = await createWorld()
  const company = await world.company()
  admin = await company.admin()
  const ticket = await company.ticket()
  chat = ticket.connection.token
  visitor = ticket.visitor
  const sent = await ticket.visitor.upload(`/web-chat/${chat}/messages`, { id: crypto.randomUUID() }, [
    { field: 'medias', name: 'a.png', type: 'image/png', data: pixel },
  ])
  if (sent.status !== 201) throw new Error(`the picture was answered ${sent.status}`)
  picture = await eventually(async () => {
    const { body } = await ticket.visitor.messages()
    const url = body.messages.find((message: { mediaUrl: string | null }) => message.mediaUrl)?.mediaUrl
    if (!url) throw new Error('no picture yet')
    const { pathname, search } = new URL(url, 'http://guiche.test')
    return pathname + search
  })
})
afterAll(() => world.close())

describe('headers on every answer (S70)', () => {
  const kinds: [string, () => Promise<Answer>, number][] = [
    ['a call', () => admin.get('/tickets'), 200],
    ['a public call', () => world.anonymous.get('/version'), 200],
    ['a refusal without a token', () => world.anonymous.get('/tickets'), 401],
    ['a refusal of invalid input', () => admin.get('/tickets/-1'), 400],
    ['an unknown address', () => admin.get('/nothing/of/that/name'), 404],
    [
      'a body that cannot be parsed',
      () => admin.post('/queue', '{', { headers: { 'content-type': 'application/json' } }),
      400,
    ],
    ['a body of a wrong type', () => admin.post('/queue', 'a', { headers: { 'content-type': 'text/plain' } }), 415],
    [
      'a body that is too large',
      () => admin.post('/queue', `"${'x'.repeat(2_000_000)}"`, { headers: { 'content-type': 'application/json' } }),
      413,
    ],
    ['an address that is too long', () => world.anonymous.get(`/tickets/${'9'.repeat(1000)}`), 404],
    ['an unknown method', () => inject('PATCH', '/tickets'), 404],
    ['a HEAD request', () => inject('HEAD', '/version'), 200],
    ['a preflight of another site', () => inject('OPTIONS', '/tickets', { origin: 'http://evil.test' }), 404],
    ['the page of an unknown chat', () => world.anonymous.get(`/chat/${randomBytes(8).toString('hex')}`), 404],
    ['the OpenAPI document', () => world.anonymous.get('/docs/openapi.json'), 200],
    ['a call of a visitor', () => visitor.messages(), 200],
    ['a refusal of a visitor', () => world.anonymous.get(`/web-chat/${chat}/messages`), 401],
    ['an unknown file', () => world.anonymous.get('/public/company1/nothing.png'), 404],
    ['a picture', () => world.anonymous.get(picture), 200],
    ['a picture without its body', () => inject('HEAD', picture), 200],
    ['a range of a picture', () => world.anonymous.get(picture, { headers: { range: 'bytes=0-1' } }), 206],
    ['an unsatisfiable range', () => world.anonymous.get(picture, { headers: { range: 'bytes=999-' } }), 416],
    ['a picture that is cached', knownPicture, 304],
    ['an internal error', broken, 500],
  ]

  test.each(kinds)('%s', async (_kind, get, expected) => {
    const { status, headers } = await get()
    expect(status).toBe(expected)
    expectGuarded(headers)
    expect(headers).toHaveProperty('x-request-id')
  })

  test.each([
    '/',
    '/login',
    '/index.html',
    '/theme.js',
    '/favicon.svg',
    '/widget.js',
    '/chat.js',
    '/assets/nothing.js',
  ])('the file %s, built or not', async (path) => {
    const { status, headers } = await world.anonymous.get(path, { headers: { 'sec-fetch-mode': 'navigate' } })
    expect([200, 404]).toContain(status)
    expectGuarded(headers)
  })

  test('lets pages show the host of the help videos in a frame, and nothing else', async () => {
    const { headers } = await world.anonymous.get('/', { headers: { 'sec-fetch-mode': 'navigate' } })
    const directives = String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim())

    expect(directives.filter((directive) => directive.includes('youtube'))).toEqual([
      'frame-src https://www.youtube-nocookie.com',
    ])
    expect(directives).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "img-src 'self' data: blob:",
        "frame-ancestors 'none'",
      ]),
    )
  })

  test.skipIf(!isBuilt)('the page of a chat', async () => {
    const { status, headers } = await world.anonymous.get(`/chat/${chat}`)
    expect(status).toBe(200)
    expectGuarded(headers)
  })

  test('a handshake of a socket, accepted or not', async () => {
    const url = `${await world.url()}/socket.io/?EIO=4&transport=`
    for (const [transport, status] of [
      ['polling', 200],
      ['polling&sid=nothing', 400],
      ['carrier-pigeon', 400],
    ] as const) {
      const response = await fetch(url + transport)
      expect(response.status).toBe(status)
      expectGuarded(Object.fromEntries(response.headers))
    }
  })

  test('a handshake that names two hosts is refused', async () => {
    const { status } = await raw(
      'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n',
    )
    expect(status).toBe(400)
  })

  test.each([
    ['of an unknown session', 'transport=websocket&sid=nothing'],
    ['with an unknown transport', 'transport=carrier-pigeon'],
  ])('a refused WebSocket upgrade %s', async (_what, query) => {
    const { status, headers, body } = await raw(
      [
        `GET /socket.io/?EIO=4&${query} HTTP/1.1`,
        'host: a',
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    )
    expect(status).toBe(400)
    expectGuarded(headers)
    expect(JSON.parse(body)).toEqual({ error: 'ERR_VALIDATION' })
  })

  test.each([
    ['that is not HTTP', '\u0001\u0002\r\n\r\n', 400],
    ['whose headers are larger than 8 kB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(9_000)}\r\n\r\n`, 431],
    ['with two Host headers', 'GET /version HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n', 400],
    ['with two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', 400],
  ])('a request %s', async (_what, request, expected) => {
    const { status, headers, body } = await raw(request)
    expect(status).toBe(expected)
    expectGuarded(headers)
    expect(JSON.parse(body)).toMatchObject({ error: 'ERR_VALIDATION' })
  })

  test.each(['metrics', 'nothing'])('/%s on the metrics port', async (path) => {
    const port = await reservePort()
    const stop = await serveMetrics(port)
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/${path}`)
    await stop()
    expect(status).toBe(path === 'metrics' ? 200 : 404)
    expectGuarded(Object.fromEntries(headers))
  })

  test('strict transport security for a year, where the address is https', async () => {
    const publicUrl = new URL('https://guiche.test')
    const origins = createOrigins({ publicUrl, host: '127.0.0.1', others: [] })
    const app = await createHttp({ log: createLogger('silent'), trustProxy: false, publicUrl, origins })
    const { headers } = await app.inject('/nothing')
    const [, seconds] = /max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000)
    await app.close()
  })

  async function knownPicture() {
    const { headers } = await world.anonymous.get(picture)
    return world.anonymous.get(picture, { headers: { 'if-none-match': String(headers['etag']) } })
  }

  async function broken() {
    await world.sql('alter table drafts rename to drafts_away')
    try {
      return await admin.get('/drafts')
    } finally {
      await world.sql('alter table drafts_away rename to drafts')
    }
  }
})

/** Headers that every answer must have. */
function expectGuarded(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': expect.stringMatching(
      /^microphone=\((self)?\), camera=\((self)?\), geolocation=\((self)?\)$/,
    ),
    'cache-control': expect.stringMatching(/no-store|no-cache|private|immutable/),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': expect.stringMatching(/^(same|cross)-origin$/),
  })
  for (const name of ['x-powered-by', 'server', 'x-debug', 'access-control-allow-origin'])
    expect(headers).not.toHaveProperty(name)
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/default-src '(self|none)'/)
  expect(policy).toMatch(/frame-ancestors 'none'/)
  expect(policy).toMatch(/base-uri 'none'/)
  expect(policy).toMatch(/form-action '(self|none)'/)
  expect(policy).toMatch(/object-src 'none'|default-src 'none'/)
  expect(policy).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|data:|\*)/)
}

async function inject(method: 'HEAD' | 'OPTIONS' | 'PATCH', url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: answered } = await world.app.http.inject({ method, url, headers })
  return { status: statusCode, headers: answered, body: undefined, cookies: [] }
}

/** Sends raw bytes that no HTTP client would send, and returns the answer. */
async function raw(request: string) {
  const { hostname, port } = new URL(await world.url())
  const text = await new Promise<string>((resolve) => {
    let said = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.on('data', (chunk) => (said += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(said))
  })
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, body, text }
}

describe('other sites (S71)', () => {
  const origins = [
    'null',
    'http://guiche.test.evil',
    'http://evil-guiche.test',
    'http://guiche.test:81',
    'https://guiche.test',
    'http://GUICHE.test',
    'http://a.guiche.test',
    '',
  ]

  test.each(origins)('%s is not allowed', async (origin) => {
    const answers = [
      await admin.get('/tickets', { headers: { origin, 'sec-fetch-site': 'cross-site' } }),
      await world.anonymous.get('/version', { headers: { origin } }),
    ]
    for (const { headers } of answers) expect(headers).not.toHaveProperty('access-control-allow-origin')
    const { headers } = await world.app.http.inject({
      method: 'OPTIONS',
      url: '/tickets',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('a form of another site changes nothing, because it lacks a header that only our page can send', async () => {
    const { refreshCookie } = admin
    const cookies = { [refreshCookie.name]: refreshCookie.value }
    const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']
    for (const type of forms) {
      const answer = await world.anonymous.post('/queue', 'name=a', {
        headers: { 'content-type': type, origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' },
        cookies,
      })
      expect([401, 415]).toContain(answer.status)
    }
    const refresh = await world.anonymous.post('/auth/refresh_token', undefined, {
      headers: { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' },
      cookies,
    })
    expect(refresh.status).toBeGreaterThanOrEqual(400)
    expect(refresh.body).not.toHaveProperty('token')
  })
})

describe('nothing else is served (S75)', () => {
  const paths = [
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/package.json',
    '/metrics',
    '/debug',
    '/server-status',
    '/admin/queues',
    '/assets/',
    '/assets/index.js.map',
    '/widget.js.map',
    '/chat.js.map',
    '/public/',
    '/public/company1/',
    '/data/secret',
    '/secret',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/src/main.ts',
    '/docs/',
  ]

  test.each(paths)('%s is not served', async (path) => {
    const { status, body } = await world.anonymous.get(path)
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).not.toMatch(/dependencies|\[core\]|DATABASE_URL/)
  })

  test.each(['/', '/version', '/tickets', '/public/company1/nothing.png', '/socket.io/?EIO=4&transport=polling'])(
    'TRACE of %s does not echo the request',
    async (path) => {
      const headers = `host: guiche.test\r\nauthorization: Bearer ${admin.token}\r\ncookie: mark=canario\r\nx-mark: canario`
      const { status, text } = await raw(`TRACE ${path} HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`)
      expect([400, 404, 405]).toContain(status)
      expect(text).not.toContain('canario')
      expect(text).not.toContain(admin.token)
      expect(text).not.toContain('message/http')
    },
  )

  test('CONNECT is refused', async () => {
    const { text } = await raw('CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: 127.0.0.1:22\r\n\r\n')
    expect(text).not.toMatch(/^HTTP\/1\.1 2/)
  })

  test('no built script refers to a source map', async () => {
    for (const path of ['/widget.js', '/chat.js']) {
      const { status, body } = await world.anonymous.get(path)
      expect([200, 404]).toContain(status)
      expect(String(body)).not.toContain('sourceMappingURL')
    }
  })
})
