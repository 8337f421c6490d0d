import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Person, type World, createWorld, eventually } from '../world.ts'

let world: World
let admin: Person
let chat: string
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
    ['a refusal for want of a token', () => world.anonymous.get('/tickets'), 401],
    ['a refusal of input', () => admin.get('/tickets/abc'), 400],
    ['what there is not', () => admin.get('/nothing/of/that/name'), 404],
    [
      'a body that cannot be parsed',
      () => admin.post('/queue', '{', { headers: { 'content-type': 'application/json' } }),
      400,
    ],
    ['a body of a wrong type', () => admin.post('/queue', 'a', { headers: { 'content-type': 'text/plain' } }), 415],
    ['a page that there is not', () => world.anonymous.get(`/chat/${randomBytes(8).toString('hex')}`), 404],
    ['a file that there is not', () => world.anonymous.get('/public/company1/nothing.png'), 404],
    ['a picture', () => world.anonymous.get(picture), 200],
  ]

  test.each(kinds)('%s', async (_kind, get, expected) => {
    const { status, headers } = await get()
    expect(status).toBe(expected)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('microphone=(self)'),
      'cache-control': expect.stringMatching(/no-store|no-cache|private/),
      'x-request-id': expect.any(String),
    })
    for (const name of ['x-powered-by', 'server', 'x-debug', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/object-src 'none'|default-src 'none'|sandbox/)
    expect(policy).toMatch(/frame-ancestors 'none'|^sandbox;/)
    expect(policy).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|data:|\*)/)
    expect(policy).toMatch(/default-src '(self|none)'/)
  })
})

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

  test.each(origins)('%s is not let in', async (origin) => {
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

  test('a form of another site changes nothing: no side effect without the header that only we can send', async () => {
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

  test.each(paths)('%s', async (path) => {
    const { status, body } = await world.anonymous.get(path)
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).not.toMatch(/dependencies|\[core\]|DATABASE_URL/)
  })

  test('TRACE is off', async () => {
    const response = await fetch(await world.url(), { method: 'OPTIONS' })
    expect(response.headers.get('allow') ?? '').not.toContain('TRACE')
  })

  test('no built script names a source map', async () => {
    for (const path of ['/widget.js', '/chat.js']) {
      const { status, body } = await world.anonymous.get(path)
      expect([200, 404]).toContain(status)
      expect(String(body)).not.toContain('sourceMappingURL')
    }
  })
})
