import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Socket, io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasRedis, startRedis } from '../redis.ts'
import { type Started, ended, freePort, ready, startProgram } from '../server-process.ts'
import { createTestDatabase } from '../template.ts'
import { eventually } from '../world.ts'

// As whoever calls from outside sees it.
// oxlint-disable-next-line typescript/no-explicit-any
type Said = any

describe.skipIf(!hasRedis)('two processes on one database and one Redis (needs redis-server on the path)', () => {
  const undo: (() => Promise<void>)[] = []
  const running: Started[] = []
  const sockets = new Set<Socket>()
  const operator = { email: 'super@guiche.test', password: 'Super-Senha-1!' }
  const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
  let first: string
  let second: string
  let boss: Person
  let queueId: number
  let token: string
  let people = 0

  beforeAll(async () => {
    const redis = await startRedis()
    undo.unshift(redis.stop)
    const database = await createTestDatabase(inject('adminUrl'))
    undo.unshift(database.drop)
    const folder = mkdtempSync(join(tmpdir(), 'guiche-two-'))
    chmodSync(folder, 0o711)
    undo.unshift(async () => rmSync(folder, { recursive: true, force: true }))
    const shared = {
      DATABASE_URL: database.urls.admin,
      REDIS_URL: redis.url,
      GUICHE_SECRET: 'two-processes-with-one-secret-of-enough-letters',
      GUICHE_DATA: folder,
      GUICHE_METRICS_PORT: '0',
      GUICHE_ADMIN_EMAIL: operator.email,
      GUICHE_ADMIN_PASSWORD: operator.password,
    }
    const port = String(await freePort())
    first = await begin({ ...shared, PORT: port, GUICHE_PUBLIC_URL: `http://127.0.0.1:${port}` })
    second = await begin({
      ...shared,
      PORT: String(await freePort()),
      GUICHE_PUBLIC_URL: `http://127.0.0.1:${port}`,
      GUICHE_ROLES: 'web',
    })

    const owner = await logIn(first, operator)
    const plan = await owner.must('POST', '/plans', { name: 'Plano', users: 50, connections: 5, queues: 5 })
    await owner.must('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin })
    boss = await logIn(first, admin)
    queueId = (await boss.must('POST', '/queue', { name: 'Vendas', color: '#0b8f6a' })).id
    token = (await boss.must('POST', '/whatsapp', { name: 'Chat', channel: 'webchat', queueIds: [queueId] })).token
  }, 90_000)
  afterAll(async () => {
    for (const socket of sockets) socket.close()
    await stopAll()
    for (const step of undo) await step()
  })

  test('what happens at one is heard at the other', async () => {
    const ana = await attendant(second)
    const line = await listen(second, ana)
    line.socket.emit('joinTickets', 'pending')

    await visitorWrites(first, 'Tem em azul?')

    await eventually(() => expect(line.wordsHeard()).toContain('Tem em azul?'), 20_000)
  })

  test('a log-in at one shows out who is at the other (S16)', async () => {
    const ana = await attendant(first)
    const line = await listen(first, ana)

    await logIn(second, ana.credentials)

    await eventually(
      () => expect(line.heard.map(({ name }) => name)).toContain(`company-${ana.companyId}-auth`),
      20_000,
    )
    await eventually(() => expect(line.socket.connected).toBe(false), 20_000)
  })

  test('who logs out at one is nobody at the other (S12, S17)', async () => {
    const ana = await attendant(first)
    const there = at(second, ana)
    const line = await listen(second, ana)
    expect((await there.call('GET', '/queue')).status).toBe(200)

    await ana.must('DELETE', '/auth/logout')

    await eventually(async () => expect((await there.call('GET', '/queue')).status).toBe(401), 20_000)
    await eventually(() => expect(line.socket.connected).toBe(false), 20_000)
  })

  test('who loses a queue at one hears nothing of it at the other any more (S38)', async () => {
    const ana = await attendant(second)
    const [line, witness] = [await listen(second, ana), await listen(second, await attendant(second))]
    for (const { socket } of [line, witness]) socket.emit('joinTickets', 'pending')
    await visitorWrites(first, 'Antes')
    await eventually(() => expect(line.wordsHeard()).toContain('Antes'), 20_000)

    await boss.must('PUT', `/users/${ana.id}`, { queueIds: [] })
    await eventually(async () => {
      const words = `Depois ${crypto.randomUUID()}`
      await visitorWrites(first, words)
      await eventually(() => expect(witness.wordsHeard()).toContain(words), 20_000)
      // Everybody hears of a new tag: whatever came before it has been heard.
      const tag = await boss.must('POST', '/tags', { name: words.slice(0, 30), color: '#0b8f6a' })
      await eventually(() => expect(line.tagsHeard()).toContain(tag.id), 20_000)
      expect(line.wordsHeard()).not.toContain(words)
    }, 20_000)
  })

  test('who is at one is there for those who ask at the other', async () => {
    const ana = await attendant(second)
    await listen(second, ana)

    await eventually(async () => {
      const { users } = await boss.must('GET', '/users')
      expect(users.find(({ id }: Said) => id === ana.id)).toMatchObject({ online: true })
    }, 20_000)
  })

  test('both end in order, their lines to Redis included', async () => {
    expect(await stopAll()).toEqual([0, 0])
  })

  function stopAll(): Promise<(number | null)[]> {
    for (const { child } of running) child.kill('SIGTERM')
    return Promise.all(running.map(({ child }) => ended(child)))
  }

  interface Person {
    id: number
    companyId: number
    token: string
    publicToken: string
    credentials: { email: string; password: string }
    call(method: string, path: string, body?: object): Promise<{ status: number; body: Said }>
    must(method: string, path: string, body?: object): Promise<Said>
  }

  async function begin(env: Record<string, string>): Promise<string> {
    const program = startProgram(env)
    running.push(program)
    await ready(program)
    return `http://127.0.0.1:${env['PORT']}`
  }

  async function logIn(url: string, credentials: { email: string; password: string }): Promise<Person> {
    const { status, body } = await ask(url, 'POST', '/auth/login', credentials)
    if (status !== 200) throw new Error(`the log-in answered ${status} ${JSON.stringify(body)}`)
    const { user, publicToken } = body
    return at(url, { id: user.id, companyId: user.companyId, token: body.token, publicToken, credentials })
  }

  function at(url: string, person: Omit<Person, 'call' | 'must'>): Person {
    const call: Person['call'] = (method, path, body) => ask(url, method, path, body, person.token)
    return {
      ...person,
      call,
      must: async (method, path, body) => {
        const answer = await call(method, path, body)
        if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return answer.body
      },
    }
  }

  async function attendant(url: string): Promise<Person> {
    people += 1
    const credentials = { email: `a${people}@empresa.test`, password: 'Senha-Forte-1' }
    await boss.must('POST', '/users', { name: `Ana ${people}`, ...credentials, profile: 'user', queueIds: [queueId] })
    return logIn(url, credentials)
  }

  async function listen(url: string, { publicToken }: Person) {
    const socket = io(url, { auth: { token: publicToken }, transports: ['websocket'], forceNew: true })
    sockets.add(socket)
    const heard: { name: string; payload: Said }[] = []
    socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }))
    await new Promise((resolve, reject) => {
      socket.on('ready', resolve)
      socket.on('connect_error', reject)
    })
    return {
      socket,
      heard,
      wordsHeard: () => heard.map(({ payload }) => payload?.message?.body),
      tagsHeard: () => heard.map(({ payload }) => payload?.tag?.id),
    }
  }

  async function visitorWrites(url: string, body: string): Promise<void> {
    const { body: visitor } = await ask(url, 'POST', `/web-chat/${token}/visitors`, { name: 'Rita' })
    const written = await ask(
      url,
      'POST',
      `/web-chat/${token}/messages`,
      { id: crypto.randomUUID(), body },
      visitor.secret,
    )
    expect(written.status).toBe(201)
  }

  async function ask(url: string, method: string, path: string, body?: object, bearer?: string) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as Said) }
  }
})
