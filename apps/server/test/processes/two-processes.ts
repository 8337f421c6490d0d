import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Socket, io } from 'socket.io-client'
import { expect, inject } from 'vitest'
import { type OwnRedis, createRedis } from './redis.ts'
import { reservePort } from '../reserve-port.ts'
import { type Started, ended, ready, startProgram } from './server-process.ts'
import { createTestDatabase } from '../template.ts'
import { unboundedSending } from '../campaigns/unbounded-sending.ts'

// Untyped, like the answers that an outside client sees.
// oxlint-disable-next-line typescript/no-explicit-any
export type Said = any

export interface Answer {
  status: number
  headers: Headers
  body: Said
}

export interface Person {
  id: number
  companyId: number
  token: string
  publicToken: string
  credentials: { email: string; password: string }
  call(method: string, path: string, body?: object): Promise<Answer>
  must(method: string, path: string, body?: object): Promise<Said>
}

export interface LiveSocket {
  socket: Socket
  heard: { name: string; payload: Said }[]
  wordsHeard(): Said[]
  tagsHeard(): Said[]
}

export interface Visitor {
  secret: string
  write(url: string, body: string): Promise<Answer>
}

export interface TwoProcesses {
  redis: OwnRedis
  /** With all roles. */
  first: string
  /** With the role `web` only. */
  second: string
  programs: { first: Started; second: Started }
  /** The admin of the only company, at the first process. */
  boss: Person
  queueId: number
  operator: { email: string; password: string }
  databaseUrl: string
  logIn(url: string, credentials: { email: string; password: string }): Promise<Person>
  /** The same person and token at another process. */
  at(url: string, person: Omit<Person, 'call' | 'must'>): Person
  attendant(url: string): Promise<Person>
  listen(url: string, person: Pick<Person, 'publicToken'>): Promise<LiveSocket>
  visitor(url: string): Promise<Visitor>
  visitorWrites(url: string, body: string): Promise<void>
  /** A window of the chat, with the events that it got. */
  openWindow(url: string, visitor: Visitor): Promise<LiveSocket>
  ask(url: string, method: string, path: string, body?: object, bearer?: string): Promise<Answer>
  /** Asks both to stop; returns their exit codes. */
  end(): Promise<(number | null)[]>
  stop(): Promise<void>
}

/** Two processes of the product on one database and one Redis, with a company that has a web chat. */
export async function startTwoProcesses(): Promise<TwoProcesses> {
  const undo: (() => Promise<void>)[] = []
  try {
    return await start(undo)
  } catch (error) {
    for (const step of undo) await step()
    throw error
  }
}

async function start(undo: (() => Promise<void>)[]): Promise<TwoProcesses> {
  const operator = { email: 'super@guiche.test', password: 'Super-Senha-1!' }
  const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
  const running: Started[] = []
  const sockets = new Set<Socket>()
  let people = 0

  const redis = await createRedis()
  undo.unshift(redis.kill)
  await redis.start()
  const database = await createTestDatabase(inject('adminUrl'))
  undo.unshift(database.drop)
  const folder = mkdtempSync(join(tmpdir(), 'guiche-two-'))
  chmodSync(folder, 0o711)
  undo.unshift(async () => rmSync(folder, { recursive: true, force: true }))
  undo.unshift(() => end().then(() => undefined))
  const port = await reservePort()
  const otherPort = await reservePort()
  const [first, second] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${otherPort}`]
  const shared = {
    ...unboundedSending,
    DATABASE_URL: database.urls.admin,
    REDIS_URL: redis.url,
    GUICHE_SECRET: 'two-processes-with-one-secret-of-enough-letters',
    GUICHE_DATA: folder,
    GUICHE_METRICS_PORT: '0',
    GUICHE_ADMIN_EMAIL: operator.email,
    GUICHE_ADMIN_PASSWORD: operator.password,
    GUICHE_PUBLIC_URL: first,
  }
  const programs = {
    first: await begin({ ...shared, PORT: String(port) }),
    second: await begin({ ...shared, PORT: String(otherPort), GUICHE_ROLES: 'web' }),
  }

  const owner = await logIn(first, operator)
  const plan = await owner.must('POST', '/plans', { name: 'Plano', users: 50, connections: 5, queues: 5 })
  await owner.must('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin })
  const boss = await logIn(first, admin)
  const queueId: number = (await boss.must('POST', '/queue', { name: 'Vendas', color: '#0b8f6a' })).id
  const token: string = (
    await boss.must('POST', '/whatsapp', { name: 'Chat', channel: 'webchat', queueIds: [queueId] })
  ).token

  return {
    redis,
    first,
    second,
    programs,
    boss,
    queueId,
    operator,
    databaseUrl: database.urls.admin,
    logIn,
    at,
    attendant,
    listen: (url, { publicToken }) => open(url, { token: publicToken }, 'ready'),
    visitor,
    visitorWrites,
    openWindow: (url, { secret }) => open(`${url}/web-chat`, { secret }, 'status'),
    ask,
    end,
    stop,
  }

  async function begin(env: Record<string, string>): Promise<Started> {
    const program = startProgram(env)
    running.push(program)
    await ready(program)
    return program
  }

  function end() {
    for (const { child } of running) child.kill('SIGTERM')
    return Promise.all(running.map(({ child }) => ended(child)))
  }

  async function stop() {
    for (const socket of sockets) socket.close()
    for (const step of undo) await step()
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

  /** Resolves after the server's greeting. */
  async function open(url: string, auth: object, greeting: string): Promise<LiveSocket> {
    const socket = io(url, { auth, transports: ['websocket'], forceNew: true })
    sockets.add(socket)
    const heard: LiveSocket['heard'] = []
    socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }))
    await new Promise((resolve, reject) => {
      socket.on(greeting, resolve)
      socket.on('connect_error', reject)
    })
    return {
      socket,
      heard,
      wordsHeard: () => heard.map(({ payload }) => payload?.message?.body ?? payload?.body),
      tagsHeard: () => heard.map(({ payload }) => payload?.tag?.id),
    }
  }

  async function visitor(url: string): Promise<Visitor> {
    const { body } = await ask(url, 'POST', `/web-chat/${token}/visitors`, { name: 'Rita' })
    const { secret } = body
    return {
      secret,
      write: (there, words) =>
        ask(there, 'POST', `/web-chat/${token}/messages`, { id: crypto.randomUUID(), body: words }, secret),
    }
  }

  async function visitorWrites(url: string, body: string): Promise<void> {
    const written = await (await visitor(url)).write(url, body)
    expect(written.status).toBe(201)
  }

  async function ask(url: string, method: string, path: string, body?: object, bearer?: string): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as Said) : text }
  }
}
