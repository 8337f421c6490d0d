import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actorOf } from '#platform/live/live'
import { type Company, type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let person: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await company.attendant()
})

const isDisconnected = ({ socket }: Listener) => eventually(() => expect(socket.connected).toBe(false))
const cookieHeader = (who: Person) => `jrt=${who.refreshCookie.value}`

describe('a second login', () => {
  test('ends the first one: its calls, its cookie and, after a notice, its socket', async () => {
    const first = await person.listen()

    const second = await world.logIn(person.email, person.password)

    expect((await person.get('/auth/me')).status).toBe(401)
    expect(
      (await world.anonymous.post('/auth/refresh_token', undefined, { cookies: { jrt: person.refreshCookie.value } }))
        .status,
    ).toBe(401)
    await eventually(() =>
      expect(first.of('auth')).toEqual([
        { name: 'auth', payload: { action: 'update', user: { id: person.id, companyId: company.id } } },
      ]),
    )
    await isDisconnected(first)
    expect((await second.get('/auth/me')).status).toBe(200)
  })

  test('is not told to colleagues, other companies or the new browser', async () => {
    const older = await person.listen()
    const colleague = await (await company.attendant()).listen()
    const admin = await (await company.admin()).listen()
    const stranger = await (await (await world.company()).admin()).listen()

    const newer = await (await world.logIn(person.email, person.password)).listen()

    await isDisconnected(older)
    for (const other of [colleague, admin, stranger, newer]) expect(other.of('auth')).toEqual([])
    for (const other of [colleague, admin, stranger, newer]) expect(other.socket.connected).toBe(true)
  })

  test('ten times at the same moment leaves one session', async () => {
    const logins = await Promise.all(Array.from({ length: 10 }, () => world.logIn(person.email, person.password)))

    const statuses = await Promise.all(logins.map(async (login) => (await login.get('/auth/me')).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(9)
  })
})

describe('a session and its sockets end', () => {
  test('when the user logs out, which also removes the cookie', async () => {
    const live = await person.listen()

    const answer = await person.delete('/auth/logout')

    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toMatch(/^jrt=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict/)
    expect((await person.get('/auth/me')).status).toBe(401)
    await isDisconnected(live)
  })

  test('when the user logs out late, which leaves the cookie of a newer login in the same browser', async () => {
    const newer = await company.attendant()

    const answer = await person.delete('/auth/logout', { cookies: { jrt: newer.refreshCookie.value } })

    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('when the password is changed by the user or by an admin', async () => {
    const live = await person.listen()

    await (await company.admin()).put(`/users/${person.id}`, { password: 'outra-senha-9' })

    expect((await person.get('/auth/me')).status).toBe(401)
    await isDisconnected(live)
    expect(await world.logIn(person.email, 'outra-senha-9')).toMatchObject({ id: person.id })
  })

  test('when the user is deleted', async () => {
    const live = await person.listen()

    await (await company.admin()).delete(`/users/${person.id}`)

    expect((await person.get('/auth/me')).status).toBe(401)
    await isDisconnected(live)
  })

  test('when the company is switched off', async () => {
    const other = await world.company()
    const admin = await other.admin()
    const live = await admin.listen()

    await (await world.operator()).put(`/companies/${other.id}`, { status: false })

    await eventually(async () => expect((await admin.get('/auth/me')).status).toBe(401))
    await isDisconnected(live)
    await (await world.operator()).put(`/companies/${other.id}`, { status: true })
    expect((await admin.get('/auth/me')).status).toBe(401)
  })
})

test('a socket whose session ends during its handshake is disconnected', async () => {
  world.app.deps.live.io.use((socket, next) => {
    if (actorOf(socket.data)?.userId !== person.id) return next()
    person.delete('/auth/logout').then(() => next(), next)
  })

  const socket = io(await world.url(), { auth: { token: person.publicToken }, forceNew: true, reconnection: false })
  const reason = await new Promise((resolve) => socket.on('disconnect', resolve))

  expect(reason).toBe('io server disconnect')
})

describe('a socket', () => {
  interface Handshake {
    auth?: Record<string, unknown>
    query?: Record<string, string>
    headers?: Record<string, string>
    transports?: string[]
    namespace?: string
  }

  async function open({
    auth = {},
    query = {},
    headers = {},
    transports = ['websocket'],
    namespace = '',
  }: Handshake): Promise<'open' | 'refused'> {
    const socket = io(`${await world.url()}${namespace}`, {
      auth,
      query,
      extraHeaders: headers,
      transports,
      forceNew: true,
      reconnection: false,
    })
    const outcome = await new Promise<'open' | 'refused'>((resolve) => {
      socket.on('connect', () => resolve('open'))
      socket.on('connect_error', () => resolve('refused'))
    })
    socket.close()
    return outcome
  }

  const own = () => ({ companyId: String(company.id), userId: String(person.id) })
  const origin = 'http://guiche.test'

  const accepted: [string, () => Handshake][] = [
    ['the public token', () => ({ auth: { token: person.publicToken } })],
    ["the public token and one's own ids", () => ({ auth: { token: person.publicToken }, query: own() })],
    [
      'the public token in the query, with the word before it',
      () => ({ query: { token: `Bearer ${person.publicToken}`, ...own() } }),
    ],
    [
      'the public token, from a client that names no company yet',
      () => ({ auth: { token: person.publicToken }, query: { companyId: 'undefined', userId: 'undefined' } }),
    ],
    ['the cookie, from our own page', () => ({ headers: { cookie: cookieHeader(person), origin }, query: own() })],
  ]
  test.each(accepted)('opens with %s', async (_with, handshake) => {
    expect(await open(handshake())).toBe('open')
  })

  const refused: [string, () => Handshake][] = [
    ['only ids', () => ({ query: own() })],
    ['the access token', () => ({ auth: { token: person.token } })],
    ['an object as token', () => ({ auth: { token: { $ne: '' } } })],
    ["another company's id", () => ({ auth: { token: person.publicToken }, query: { ...own(), companyId: '1' } })],
    ["another user's id", () => ({ auth: { token: person.publicToken }, query: { ...own(), userId: '1' } })],
    [
      'the public token, from a page of somebody else',
      () => ({ auth: { token: person.publicToken }, headers: { origin: 'https://evil.example' } }),
    ],
    [
      'the cookie, from a page of somebody else',
      () => ({ headers: { cookie: cookieHeader(person), origin: 'https://evil.example' } }),
    ],
    ['the cookie without an origin', () => ({ headers: { cookie: cookieHeader(person) } })],
    ['a forged cookie', () => ({ headers: { cookie: cookieHeader(person).slice(0, -4) + 'AAAA', origin } })],
    ['polling, without a token', () => ({ transports: ['polling'] })],
    ['a namespace of its own', () => ({ auth: { token: person.publicToken }, namespace: '/admin' })],
  ]
  test.each(refused)('does not open with %s', async (_with, handshake) => {
    expect(await open(handshake())).toBe('refused')
  })

  test('does not open after the session has ended', async () => {
    await person.delete('/auth/logout')

    expect(await open({ auth: { token: person.publicToken } })).toBe('refused')
    expect(await open({ headers: { cookie: cookieHeader(person), origin } })).toBe('refused')
  })
})
