import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionBody, type EventName, type PlanBody, type SessionUser, eventNames } from '@guiche/contract'
import pg from 'pg'
import { type Socket, io } from 'socket.io-client'
import { inject } from 'vitest'
import type { z } from 'zod'
import { type App, buildApp } from '../src/app.ts'
import type { Inbound } from '@guiche/channel'
import { storeInbound } from '../src/modules/inbound/index.ts'
import type { RetryPauses } from '../src/modules/delivery/index.ts'
import type { Timeouts } from '../src/platform/http/server.ts'
import type { Role } from '../src/platform/process/config.ts'
import { type Log, createLogger } from '../src/platform/process/log.ts'
import { type FakeChannel, createFakeChannel } from './fake-channel.ts'
import { testKeys } from './keys.ts'
import { createTestDatabase } from './template.ts'

export interface Answer {
  status: number
  // Untyped, because tests see answers as outside clients do.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, unknown>
  cookies: { name: string; value: string }[]
}

export interface CallOptions {
  headers?: Record<string, string>
  cookies?: Record<string, string>
}

/** Makes HTTP calls, with a token or without. */
export interface Caller {
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  delete(path: string, options?: CallOptions): Promise<Answer>
  /** Sends a form: fields, then files. */
  upload(
    path: string,
    fields: Record<string, string>,
    files: { field: string; name: string; type: string; data: Buffer | string }[],
    options?: CallOptions,
  ): Promise<Answer>
}

export interface Person extends Caller {
  id: number
  name: string
  email: string
  password: string
  token: string
  publicToken: string
  refreshCookie: { name: string; value: string }
  user: SessionUser
  /** Opens a live socket that joins these rooms; events are kept in order. */
  listen(joins?: { lists?: string[]; tickets?: number[]; notification?: boolean }): Promise<Listener>
}

export interface Listener {
  socket: Socket
  // oxlint-disable-next-line typescript/no-explicit-any
  events: { name: string; payload: any }[]
  of(name: EventName): Listener['events']
  close(): void
}

export interface Company {
  id: number
  admin(): Promise<Person>
  supervisor(options?: PersonOptions): Promise<Person>
  attendant(options?: PersonOptions): Promise<Person>
  queue(name?: string): Promise<{ id: number; name: string }>
  /** Creates a web chat connection with these queues. */
  webChat(options?: {
    queues?: { id: number }[]
    settings?: Partial<z.input<typeof ConnectionBody>>
  }): Promise<{ id: number; token: string; name: string }>
  visitor(token: string, name?: string): Promise<Visitor>
  /** Creates a ticket with a visitor's first message; waits until it exists. */
  ticket(options?: {
    queues?: { id: number }[]
    body?: string
  }): Promise<{ id: number; uuid: string; visitor: Visitor; connection: { id: number; token: string } }>
  /** Creates a connection of the test network. */
  connection(options?: {
    queues?: { id: number }[]
    settings?: Record<string, unknown>
    reopenMinutes?: number
    allowsGroups?: boolean
  }): Promise<TestConnection>
  setting(column: string, data: string): Promise<void>
  // oxlint-disable-next-line typescript/no-explicit-any
  sql(text: string, values?: unknown[]): Promise<any[]>
}

export interface TestConnection {
  id: number
  /** Stores what the network sends; the inbox worker processes it. */
  deliver(...inbound: Inbound[]): Promise<void>
  /** The same, and waits until all of it was processed. */
  receive(...inbound: Inbound[]): Promise<void>
  drained(): Promise<void>
}

export interface PersonOptions {
  queues?: { id: number }[]
  allTicket?: 'enable' | 'disable'
  allowGroup?: boolean
  allowConnections?: 'enabled' | 'disabled'
  name?: string
}

export interface Visitor extends Caller {
  visitorId: string
  secret: string
  token: string
  write(body: string, extra?: { id?: string; quotedId?: string }): Promise<Answer & { id: string }>
  messages(query?: string): Promise<Answer>
}

export interface World {
  app: App
  /** The test network: records what was sent and answers as scripted. */
  network: FakeChannel
  anonymous: Caller
  operator(): Promise<Person>
  company(options?: { plan?: Partial<z.input<typeof PlanBody>>; dueDate?: string | null }): Promise<Company>
  logIn(email: string, password: string): Promise<Person>
  /** Runs SQL as the database's superuser, to inspect and to damage data. */
  // oxlint-disable-next-line typescript/no-explicit-any
  sql(text: string, values?: unknown[]): Promise<any[]>
  /** Address of the listening server. */
  url(): Promise<string>
  databases: { admin: string; app: string; operator: string }
  dataFolder: string
  close(): Promise<void>
}

export interface WorldOptions {
  log?: Log
  /** Address of a WhatsApp test server. Without one, a fake channel replaces WhatsApp. */
  whatsAppUrl?: string
  supportNumber?: string
  retryPauses?: RetryPauses
  /** How long a client may take to send a request; read with each request. */
  timeouts?: Timeouts
  roles?: Role[]
  /** Other origins with front ends. */
  origins?: string[]
}

/** The real application on a database of its own. */
export async function createWorld({
  log = createLogger(process.env['TEST_LOG'] ?? 'silent'),
  whatsAppUrl,
  supportNumber,
  retryPauses,
  timeouts,
  roles = ['web', 'worker', 'channels'],
  origins = [],
}: WorldOptions = {}): Promise<World> {
  const database = await createTestDatabase(inject('adminUrl'))
  const dataFolder = mkdtempSync(join(tmpdir(), 'guiche-world-'))
  const network = createFakeChannel()
  const publicUrl = new URL('http://guiche.test')
  const app = await buildApp({
    config: {
      dataFolder,
      publicUrl,
      host: '0.0.0.0',
      origins,
      redisUrl: undefined,
      roles: new Set(roles),
      trustProxy: false,
      whatsAppUrl,
      supportNumber,
      retention: { visitors: 7, audit: 365, dead: 30, sessions: 30 },
    },
    databases: database.urls,
    keys: testKeys,
    log,
    checkAnswers: true,
    // With a WhatsApp test server the real client is used.
    channels: whatsAppUrl === undefined ? [network.channel] : [],
    ...(retryPauses && { retryPauses }),
    ...(timeouts && { timeouts }),
  })
  await app.start()
  const admin = new pg.Pool({ connectionString: database.urls.admin, max: 2 })
  admin.on('error', () => undefined)
  const sql: World['sql'] = async (text, values = []) => (await admin.query(text, values)).rows
  const anonymous = callerWith({})
  let listening: Promise<string> | undefined
  let superUser: Promise<Person> | undefined
  const sockets = new Set<Socket>()
  // Each visitor has an address of their own.
  let visitors = 0
  // Each queue has a colour of its own.
  let queues = 0

  return { app, network, anonymous, operator, company, logIn, sql, url, databases: database.urls, dataFolder, close }

  function callerWith(defaults: Record<string, string>, remoteAddress = '127.0.0.1'): Caller {
    const call = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      payload?: unknown,
      { headers = {}, cookies = {} }: CallOptions = {},
    ): Promise<Answer> => {
      const response = await app.http.inject({
        method,
        url: path,
        remoteAddress,
        headers: { 'sec-fetch-site': 'same-origin', ...defaults, ...headers },
        cookies,
        ...(payload !== undefined && { payload: payload as object }),
      })
      const isJson = response.headers['content-type']?.toString().includes('json') ?? false
      return {
        status: response.statusCode,
        body: isJson ? response.json() : response.body,
        headers: response.headers,
        cookies: response.cookies,
      }
    }
    return {
      get: (path, options) => call('GET', path, undefined, options),
      post: (path, body, options) => call('POST', path, body, options),
      put: (path, body, options) => call('PUT', path, body, options),
      delete: (path, options) => call('DELETE', path, undefined, options),
      upload: (path, fields, files, options) => {
        const { payload, contentType } = multipart(fields, files)
        return call('POST', path, payload, {
          ...options,
          headers: { 'content-type': contentType, ...options?.headers },
        })
      },
    }
  }

  async function logIn(email: string, password: string): Promise<Person> {
    const answer = await anonymous.post('/auth/login', { email, password })
    if (answer.status !== 200)
      throw new Error(`login of ${email} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    const { token, publicToken, user } = answer.body
    const [refreshCookie] = answer.cookies
    if (!refreshCookie) throw new Error('login set no cookie')
    return {
      ...callerWith({ authorization: `Bearer ${token}` }),
      id: user.id,
      name: user.name,
      email,
      password,
      token,
      publicToken,
      refreshCookie: { name: refreshCookie.name, value: refreshCookie.value },
      user,
      listen: (joins = {}) => listen(user, publicToken, joins),
    }
  }

  async function listen(
    user: SessionUser,
    publicToken: string,
    {
      lists = [],
      tickets = [],
      notification = false,
    }: { lists?: string[]; tickets?: number[]; notification?: boolean },
  ): Promise<Listener> {
    // Earlier events must not arrive at this socket.
    await app.deps.publisher.idle()
    const socket = io(await url(), {
      auth: { token: publicToken },
      query: { companyId: user.companyId, userId: user.id },
      transports: ['websocket'],
      forceNew: true,
    })
    sockets.add(socket)
    const events: Listener['events'] = []
    const names = new Map<string, EventName>(
      (Object.keys(eventNames) as EventName[]).map((name) => [eventNames[name](user.companyId), name]),
    )
    socket.onAny((wire: string, payload: unknown) => events.push({ name: names.get(wire) ?? wire, payload }))
    await new Promise<void>((resolve, reject) => {
      socket.on('ready', () => resolve())
      socket.on('connect_error', reject)
    })
    for (const list of lists) socket.emit('joinTickets', list)
    if (notification) socket.emit('joinNotification')
    for (const ticket of tickets) socket.emit('joinChatBox', String(ticket))
    await joined(user.companyId, tickets, lists, socket)
    return {
      socket,
      events,
      of: (name) => events.filter((event) => event.name === name),
      close: () => void socket.close(),
    }
  }

  /** Joins are not acknowledged, so the server's rooms are checked. */
  async function joined(companyId: number, tickets: number[], lists: string[], socket: Socket): Promise<void> {
    const rooms = () => app.deps.live.io.of('/').adapter.sids.get(socket.id ?? '') ?? new Set<string>()
    await eventually(() => {
      const names = [...rooms()]
      const missing = [
        ...tickets.map((id) => `c${companyId}:ticket:${id}`),
        ...lists.map((list) => `c${companyId}:${list}:`),
      ].filter((wanted) => !names.some((name) => name.startsWith(wanted)))
      if (missing.length > 0) throw new Error(`not joined: ${missing.join(', ')}`)
    })
  }

  function operator(): Promise<Person> {
    superUser ??= (async () => {
      const { install } = await import('../src/modules/installation/index.ts')
      const made = await install({
        units: app.deps.units,
        adminEmail: 'super@guiche.test',
        adminPassword: 'Super-Senha-1!',
      })
      return logIn(made?.email ?? 'super@guiche.test', 'Super-Senha-1!')
    })()
    return superUser
  }

  async function company({ plan = {}, dueDate = null }: Parameters<World['company']>[0] = {}): Promise<Company> {
    const boss = await operator()
    const mark = randomBytes(5).toString('hex')
    const planAnswer = await boss.post('/plans', {
      name: `Plano ${mark}`,
      users: 100,
      connections: 100,
      queues: 100,
      amount: 49,
      isPublic: false,
      ...plan,
    })
    const email = `admin-${mark}@empresa.test`
    const password = `Senha-${mark}A`
    const made = await boss.post('/companies', {
      name: `Empresa ${mark}`,
      email,
      phone: '',
      planId: planAnswer.body.id,
      status: true,
      dueDate,
      recurrence: '',
      password,
      document: '',
      paymentMethod: '',
    })
    if (made.status !== 200) throw new Error(`company was not made: ${JSON.stringify(made.body)}`)
    const companyId: number = made.body.id
    let adminPerson: Promise<Person> | undefined
    const admin = () => (adminPerson ??= logIn(email, password))

    const person = async (
      profile: 'supervisor' | 'user',
      { queues = [], name, ...rest }: PersonOptions = {},
    ): Promise<Person> => {
      const own = randomBytes(5).toString('hex')
      const body = {
        name: name ?? `Pessoa ${own}`,
        email: `${own}@empresa.test`,
        password: `Senha-${own}A`,
        profile,
        queueIds: queues.map((queue) => queue.id),
        ...rest,
      }
      const answer = await (await admin()).post('/users', body)
      if (answer.status !== 200) throw new Error(`user was not made: ${JSON.stringify(answer.body)}`)
      return logIn(body.email, body.password)
    }

    const webChat: Company['webChat'] = async ({ queues = [], settings = {} } = {}) => {
      const answer = await (
        await admin()
      ).post('/whatsapp', {
        name: `Chat ${randomBytes(4).toString('hex')}`,
        channel: 'webchat',
        queueIds: queues.map((queue) => queue.id),
        greetingMessage: queues.length > 1 ? 'Olá!' : '',
        ...settings,
      })
      if (answer.status !== 200) throw new Error(`connection was not made: ${JSON.stringify(answer.body)}`)
      return answer.body
    }

    const visitor = async (token: string, name = 'Visitante Teste'): Promise<Visitor> => {
      const address = `10.200.${visitors >> 8}.${visitors++ & 255}`
      const answer = await callerWith({}, address).post(`/web-chat/${token}/visitors`, { name })
      if (answer.status !== 201)
        throw new Error(`visitor was not made: ${answer.status} ${JSON.stringify(answer.body)}`)
      const { visitorId, secret } = answer.body
      const caller = callerWith({ authorization: `Bearer ${secret}` }, address)
      return {
        ...caller,
        visitorId,
        secret,
        token,
        write: async (body, { id = randomUUID(), quotedId } = {}) => ({
          ...(await caller.post(`/web-chat/${token}/messages`, { id, body, ...(quotedId && { quotedId }) })),
          id,
        }),
        messages: (query = '') => caller.get(`/web-chat/${token}/messages${query}`),
      }
    }

    return {
      id: companyId,
      admin,
      supervisor: (options) => person('supervisor', options),
      attendant: (options) => person('user', options),
      queue: async (name = `Fila ${randomBytes(4).toString('hex')}`) => {
        const color = `#${(queues += 1).toString(16).padStart(6, '0')}`
        const answer = await (await admin()).post('/queue', { name, color })
        if (answer.status !== 200) throw new Error(`queue was not made: ${JSON.stringify(answer.body)}`)
        return answer.body
      },
      webChat,
      visitor,
      ticket: async ({ queues, body = 'Bom dia' } = {}) => {
        const connection = await webChat({ ...(queues && { queues }) })
        const who = await visitor(connection.token)
        await who.write(body)
        return eventually(async () => {
          const [ticket] = await sql(
            `select t.id, t.uuid from tickets t where t.company_id = $1 and t.connection_id = $2`,
            [companyId, connection.id],
          )
          if (!ticket) throw new Error('no ticket yet')
          return { id: Number(ticket.id), uuid: ticket.uuid, visitor: who, connection }
        })
      },
      connection: async ({ queues = [], settings = {}, reopenMinutes = 0, allowsGroups = false } = {}) => {
        const [row] = await sql(
          `insert into connections (company_id, name, channel, status, settings, reopen_minutes, allows_groups) values ($1, $2, 'whatsapp', 'connected', $3, $4, $5) returning id`,
          [companyId, `Linha ${randomBytes(4).toString('hex')}`, JSON.stringify(settings), reopenMinutes, allowsGroups],
        )
        const id = Number(row.id)
        for (const queue of queues)
          await sql('insert into connection_queues (company_id, connection_id, queue_id) values ($1, $2, $3)', [
            companyId,
            id,
            queue.id,
          ])
        const deliver = async (...inbound: Inbound[]) => {
          await app.deps.units.run({ kind: 'connection', companyId, connectionId: id }, async (ctx) => {
            for (const event of inbound) await storeInbound(ctx, id, event)
          })
        }
        const drained = () =>
          eventually(async () => {
            const [left] = await sql(
              'select count(*)::int as count from inbox where company_id = $1 and dead_at is null',
              [companyId],
            )
            if (left.count > 0) throw new Error(`${left.count} left in the inbox`)
          }, 30_000)
        return {
          id,
          deliver,
          drained,
          receive: async (...inbound) => {
            await deliver(...inbound)
            await drained()
          },
        }
      },
      setting: async (column, data) => {
        const answer = await (await admin()).put('/companySettings', { column, data })
        if (answer.status !== 200) throw new Error(`setting was not saved: ${JSON.stringify(answer.body)}`)
      },
      sql,
    }
  }

  async function url(): Promise<string> {
    listening ??= app.http
      .listen({ port: 0, host: '127.0.0.1' })
      .then(() => `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`)
    return listening
  }

  async function close(): Promise<void> {
    for (const socket of sockets) socket.close()
    await app.stop()
    await admin.end()
    await database.drop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

/** Waits for what is expected: tries again until it does not throw. */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> {
  const until = performance.now() + timeout
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
}

function multipart(
  fields: Record<string, string>,
  files: { field: string; name: string; type: string; data: Buffer | string }[],
) {
  const boundary = `----guiche${randomBytes(8).toString('hex')}`
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(fields))
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const { field, name, type, data } of files) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      Buffer.from(data),
      Buffer.from('\r\n'),
    )
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(parts), contentType: `multipart/form-data; boundary=${boundary}` }
}
