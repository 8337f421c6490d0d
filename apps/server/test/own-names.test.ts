import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Socket, io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from './inbound.ts'
import { samples } from './files.ts'
import { type Company, type Person, type World, createWorld } from '#test/world'

const front = 'http://front.example:8080'
const address = Object.values(networkInterfaces())
  .flat()
  .find((own) => own?.family === 'IPv4' && !own.internal)?.address
const names = ['localhost', '127.0.0.1', ...(address ? [address] : [])]

let world: World
let company: Company
let attendant: Person
let ticket: number
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  world = await createWorld({ origins: [front] })
  await world.app.http.listen({ port: 0, host: '0.0.0.0' })
  port = (world.app.http.server.address() as AddressInfo).port
  company = await world.company()
  const queue = await company.queue()
  attendant = await company.attendant({ queues: [queue] })
  const connection = await company.connection({ queues: [queue] })
  await connection.receive(said(someNumber(), 'Olá'))
  const [{ id }] = await company.sql('select id from tickets where connection_id = $1', [connection.id])
  ticket = Number(id)
  await attendant.put(`/tickets/${ticket}`, { status: 'open', userId: attendant.id })
  await attendant.upload(`/messages/${ticket}`, { body: '' }, [
    { field: 'medias', name: 'foto.png', type: 'image/png', data: await samples.png() },
  ])
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await world.close()
})

interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Like a browser: over the network, with the headers that it sets. */
function call(method: string, url: string, headers: Record<string, string> = {}, body?: object): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...(body && { 'content-type': 'application/json' }), ...headers } })
    sent.on('error', reject).on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    sent.end(body && JSON.stringify(body))
  })
}

/** A socket of a page on that origin; resolves with the outcome. */
function connect(base: string, origin: string, { token, cookie }: { token?: string; cookie?: string }) {
  const socket = io(base, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: token ? { token } : {},
    extraHeaders: { origin, ...(cookie && { cookie }) },
  })
  sockets.push(socket)
  return new Promise<'let in' | 'refused'>((resolve) => {
    socket.on('ready', () => resolve('let in'))
    socket.on('connect_error', () => resolve('refused'))
    socket.on('disconnect', () => resolve('refused'))
  })
}

async function logInAt(base: string, origin = base) {
  const login = await call(
    'POST',
    `${base}/auth/login`,
    { origin },
    { email: attendant.email, password: attendant.password },
  )
  expect(login.status).toBe(200)
  const [cookie = ''] = [login.headers['set-cookie'] ?? ''].flat()
  return { ...JSON.parse(login.body), cookie: cookie.split(';')[0] ?? '' }
}

describe.each(names)('opened as %s', (name) => {
  test('people can log in, stay logged in, get events and see pictures', async () => {
    const base = `http://${name}:${port}`
    const { cookie } = await logInAt(base)
    const refreshed = await call('POST', `${base}/auth/refresh_token`, { origin: base, cookie })
    expect(refreshed.status).toBe(200)
    const { token, publicToken } = JSON.parse(refreshed.body)

    expect(await connect(base, base, { token: publicToken })).toBe('let in')
    expect(await connect(base, base, { cookie })).toBe('let in')

    const { messages } = JSON.parse(
      (await call('GET', `${base}/messages/${ticket}`, { authorization: `Bearer ${token}` })).body,
    )
    const { pathname, search, origin } = new URL(
      messages.find(({ mediaUrl }: { mediaUrl: string | null }) => mediaUrl).mediaUrl,
    )
    expect(origin).toBe('http://guiche.test')
    expect((await call('GET', `${base}${pathname}${search}`)).status).toBe(200)
    expect((await call('GET', `${base}${pathname}`, { cookie })).status).toBe(200)

    const page = await call('GET', `${base}/login`, { accept: 'text/html', 'sec-fetch-mode': 'navigate' })
    expect(page.headers['content-security-policy']).toContain(`connect-src 'self' ws://${name}:${port};`)
  })
})

test('a name that somebody else points at this machine is not trusted', async () => {
  const [base, evil] = [`http://127.0.0.1:${port}`, `http://evil.example:${port}`]
  const { cookie, publicToken } = await logInAt(base)
  const headers = { host: `evil.example:${port}`, origin: evil, cookie }
  const refused = await call('POST', `${base}/auth/refresh_token`, headers)
  expect(refused.status).toBe(403)
  expect(refused.headers['access-control-allow-origin']).toBeUndefined()
  const login = { email: attendant.email, password: attendant.password }
  expect((await call('POST', `${base}/auth/login`, headers, login)).status).toBe(403)
  expect(await connect(base, evil, { token: publicToken })).toBe('refused')
  expect(await connect(base, evil, { cookie })).toBe('refused')
})

test('a chat with allowed origins does not trust a page because of its Host header', async () => {
  const { token } = await company.webChat({ settings: { webChat: { origins: ['https://loja.example'] } } })
  const url = `http://127.0.0.1:${port}/web-chat/${token}`
  const asked = (origin: string, host: string) => call('GET', url, { origin, host })
  expect((await asked('http://evil.example', 'evil.example')).status).toBe(403)
  expect((await asked(`http://localhost:${port}`, `localhost:${port}`)).status).toBe(200)
  expect((await asked('https://loja.example', 'evil.example')).status).toBe(200)
})

test('a front end on a named origin may do everything that our own page may, and no other may', async () => {
  const base = `http://127.0.0.1:${port}`
  const asked = (origin: string) =>
    call('OPTIONS', `${base}/tickets`, { origin, 'access-control-request-method': 'PUT' })
  expect((await asked(front)).headers).toMatchObject({
    'access-control-allow-origin': front,
    'access-control-allow-credentials': 'true',
    vary: expect.stringContaining('Origin'),
  })
  expect((await asked('http://other.example:8080')).headers['access-control-allow-origin']).toBeUndefined()

  const { cookie, publicToken } = await logInAt(base, front)
  const refreshed = await call('POST', `${base}/auth/refresh_token`, { origin: front, cookie })
  expect(refreshed.status).toBe(200)
  expect(refreshed.headers['access-control-allow-origin']).toBe(front)
  expect(await connect(base, front, { token: publicToken })).toBe('let in')
  expect(await connect(base, 'http://other.example:8080', { token: publicToken })).toBe('refused')
  const polling = await call('GET', `${base}/socket.io/?EIO=4&transport=polling`, { origin: front })
  expect(polling.headers).toMatchObject({
    'access-control-allow-origin': front,
    'access-control-allow-credentials': 'true',
  })
})
