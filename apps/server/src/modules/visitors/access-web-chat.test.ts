import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, type Visitor, type World, createWorld, eventually } from '#test/world'
import { openWindow } from '#test/visitor-socket'

let world: World
let company: Company
let chat: { id: number; token: string }
let visitor: Visitor

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  chat = await company.webChat()
  visitor = await company.visitor(chat.token)
  await visitor.write('Meu pedido não chegou')
})
afterAll(() => world.close())

const read = (token: string, secret: string, headers: Record<string, string> = {}) =>
  world.anonymous.get(`/web-chat/${token}/messages`, { headers: { authorization: `Bearer ${secret}`, ...headers } })
const write = (token: string, secret: string) =>
  world.anonymous.post(
    `/web-chat/${token}/messages`,
    { id: randomUUID(), body: 'oi' },
    { headers: { authorization: `Bearer ${secret}` } },
  )

describe('the secret of a visitor', () => {
  test('opens only their own conversation', async () => {
    const other = await company.visitor(chat.token)
    await other.write('Outra pessoa')

    const [mine, theirs] = await eventually(async () => {
      const found = [await visitor.messages(), await other.messages()]
      for (const { body } of found) expect(body.messages[0].ack).toBe(2)
      return found
    })

    expect(mine?.body.messages.map(({ body }: { body: string }) => body)).toEqual(['Meu pedido não chegou'])
    expect(theirs?.body.messages.map(({ body }: { body: string }) => body)).toEqual(['Outra pessoa'])
  })

  test('is refused when it is made up, changed, or used in another chat', async () => {
    const stranger = await world.company()
    const theirs = await stranger.webChat()
    const theirVisitor = await stranger.visitor(theirs.token)
    const [id = '', random = ''] = visitor.secret.split('.')
    const another = await company.webChat()

    const attempts: [string, string][] = [
      [chat.token, ''],
      [chat.token, 'secret'],
      [chat.token, id],
      [chat.token, `${id}.`],
      [chat.token, `${id}.${'A'.repeat(43)}`],
      [chat.token, `${id}.${random.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`],
      [chat.token, `${id.toUpperCase()}.${random}`],
      [chat.token, `${randomUUID()}.${random}`],
      [chat.token, `${theirVisitor.visitorId}.${random}`],
      [chat.token, theirVisitor.secret],
      [chat.token, `${visitor.secret}x`],
      [chat.token, `${id}.${random}' or '1'='1`],
      [theirs.token, visitor.secret],
      [another.token, visitor.secret],
    ]
    for (const [token, secret] of attempts) {
      for (const answer of [await read(token, secret), await write(token, secret)]) {
        expect({ secret, status: answer.status, body: answer.body }).toEqual({
          secret,
          status: 401,
          body: { error: 'ERR_SESSION_EXPIRED' },
        })
      }
    }
    const whole = [visitor.secret, theirVisitor.secret]
    for (const [, secret] of attempts.filter(([, tried]) => !whole.includes(tried)))
      await expect(openWindow(world, { secret })).rejects.toThrow('ERR_SESSION_EXPIRED')
    expect((await read(chat.token, visitor.secret)).status).toBe(200)
    expect((await write(theirs.token, theirVisitor.secret)).status).toBe(201)
  })

  test('is not stored in the database', async () => {
    const [row] = await world.sql(
      `select w::text, encode(secret_hash, 'hex') as hash, encode(secret_hash, 'escape') as plain from web_chat_visitors w where id = $1`,
      [visitor.visitorId],
    )
    const random = visitor.secret.split('.')[1] ?? ''

    expect(random).toHaveLength(43)
    expect(row.hash).toHaveLength(64)
    expect(JSON.stringify(row)).not.toContain(random)
  })

  test('is no session of an attendant, and a session is no secret of a visitor', async () => {
    const admin = await company.admin()

    expect(
      (await world.anonymous.get('/tickets', { headers: { authorization: `Bearer ${visitor.secret}` } })).status,
    ).toBe(401)
    expect((await read(chat.token, admin.token)).status).toBe(401)
  })

  test('is the only data that a window sends, because it identifies the chat', async () => {
    const stranger = await world.company()
    const theirs = await stranger.ticket()
    const [window, other] = [await openWindow(world, visitor), await openWindow(world, theirs.visitor)]

    const { id } = await visitor.write('De que chat eu sou?')

    await eventually(() => expect(window.of('message')).toContainEqual(expect.objectContaining({ id, fromMe: true })))
    expect(JSON.stringify(other.events)).not.toContain('De que chat eu sou?')
    for (const opened of [window, other]) opened.close()
  })
})

describe('the token of a chat', () => {
  test.each(['/web-chat/NOSUCHTOKENATALL', '/web-chat/NOSUCHTOKENATALL/messages'])(
    'that leads nowhere is answered 404 at %s',
    async (path) => {
      expect(await world.anonymous.get(path)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
    },
  )

  test('is refused once its connection is deleted, and visitors are disconnected', async () => {
    const gone = await company.webChat()
    const guest = await company.visitor(gone.token)
    const window = await openWindow(world, guest)

    const deleted = await (await company.admin()).delete(`/whatsapp/${gone.id}`)

    expect(deleted.status).toBe(200)
    await eventually(async () => expect((await guest.messages()).status).toBe(404))
    await eventually(() => expect(window.socket.connected).toBe(false))
    await expect(openWindow(world, guest)).rejects.toThrow('ERR_SESSION_EXPIRED')
  })
})

describe('origins that may use a chat', () => {
  let shop: { token: string }
  let guest: Visitor
  beforeAll(async () => {
    shop = await company.webChat({
      settings: { webChat: { origins: ['https://loja.example', 'https://www.loja.example/qualquer'] } },
    })
    guest = await company.visitor(shop.token)
  })

  const calls = (origin: string) => {
    const headers = { origin, authorization: `Bearer ${guest.secret}` }
    return Promise.all([
      world.anonymous.get(`/web-chat/${shop.token}`, { headers }),
      world.anonymous.post(`/web-chat/${shop.token}/visitors`, { name: 'Ana' }, { headers }),
      world.anonymous.get(`/web-chat/${shop.token}/messages`, { headers }),
      world.anonymous.post(`/web-chat/${shop.token}/messages`, { id: randomUUID(), body: 'oi' }, { headers }),
    ])
  }

  test.each(['https://loja.example', 'https://www.loja.example', 'http://guiche.test'])(
    '%s may, without credentials',
    async (origin) => {
      const answers = await calls(origin)

      expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 201])
      for (const { headers } of answers) {
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          vary: expect.stringContaining('Origin'),
          'access-control-expose-headers': 'Retry-After',
        })
        expect(headers).not.toHaveProperty('access-control-allow-credentials')
      }
      const window = await openWindow(world, guest, { origin })
      window.close()
    },
  )

  test.each([
    'https://loja.example.evil.example',
    'https://evil-loja.example',
    'http://loja.example',
    'https://loja.example:8443',
    'https://LOJA.example.',
    'null',
    'https://guiche.test',
  ])('%s may not', async (origin) => {
    const answers = await calls(origin)

    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    await expect(openWindow(world, guest, { origin })).rejects.toThrow('ERR_SESSION_EXPIRED')
  })

  test.each(['http://evil.example', 'http://evil.example:3000', 'http://192.168.0.9:3000', 'http://[fd00::9]:3000'])(
    '%s is no page of ours, though it is also the host that is asked',
    async (origin) => {
      const headers = { origin, host: new URL(origin).host }

      expect((await world.anonymous.get(`/web-chat/${shop.token}`, { headers })).status).toBe(403)
    },
  )

  test.each([
    ['https://loja.example', 204, 'https://loja.example'],
    ['https://evil.example', 403, undefined],
  ])('are answered in a preflight request: %s', async (origin, status, allowed) => {
    const answer = await world.app.http.inject({
      method: 'OPTIONS',
      url: `/web-chat/${shop.token}/messages`,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })

    expect({ status: answer.statusCode, allowed: answer.headers['access-control-allow-origin'] }).toEqual({
      status,
      allowed,
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    const asked = ['access-control-allow-methods', 'access-control-allow-headers'].map((name) => answer.headers[name])
    expect(asked).toEqual(allowed ? ['GET, POST', 'Authorization, Content-Type'] : [undefined, undefined])
  })

  test('are all origins where none is named', async () => {
    const answer = await world.anonymous.get(`/web-chat/${chat.token}`, { headers: { origin: 'https://any.example' } })

    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
  })

  test('do not change other calls: own origins with credentials', async () => {
    const headersFor = async (origin: string) =>
      (await world.anonymous.get('/auth/me', { headers: { origin } })).headers

    expect(await headersFor('http://guiche.test')).toMatchObject({
      'access-control-allow-origin': 'http://guiche.test',
      'access-control-allow-credentials': 'true',
    })
    expect((await headersFor('https://loja.example'))['access-control-allow-origin']).not.toBe('https://loja.example')
  })
})
