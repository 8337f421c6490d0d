import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Socket, io } from 'socket.io-client'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type BlackHole, createBlackHole } from '../black-hole.ts'
import { lockTable } from '../lock-table.ts'
import { reservePort } from '../reserve-port.ts'
import { type Started, ended, ready, startProgram } from '../processes/server-process.ts'
import { createTestDatabase } from '../template.ts'
import type { Said } from '../processes/two-processes.ts'
import { eventually } from '#test/world'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 90_000 })
const timeout = 60_000
const operator = { email: 'super@guiche.test', password: 'Super-Senha-1!' }

let hole: BlackHole
const programs = new Set<Started>()
let url: string
let adminUrl: string
let env: Record<string, string>
const undo: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const database = await createTestDatabase(inject('adminUrl'))
  undo.unshift(database.drop)
  adminUrl = database.urls.admin
  const direct = new URL(adminUrl)
  hole = await createBlackHole({ path: `${direct.searchParams.get('host')}/.s.PGSQL.${direct.port || 5432}` })
  undo.unshift(hole.stop)
  const folder = mkdtempSync(join(tmpdir(), 'guiche-silent-'))
  undo.unshift(async () => rmSync(folder, { recursive: true, force: true }))
  const port = await reservePort()
  url = `http://127.0.0.1:${port}`
  env = {
    PORT: String(port),
    DATABASE_URL: `postgres://${direct.username}@127.0.0.1:${hole.port}${direct.pathname}`,
    GUICHE_DATA: folder,
    GUICHE_SECRET: 'a-database-that-falls-silent-in-the-middle',
    GUICHE_METRICS_PORT: '0',
    GUICHE_ADMIN_EMAIL: operator.email,
    GUICHE_ADMIN_PASSWORD: operator.password,
  }
})
afterAll(async () => {
  for (const { child } of programs) child.kill('SIGKILL')
  await Promise.all([...programs].map(({ child }) => ended(child)))
  for (const step of undo) await step()
})

test('a start fails with one sentence when the database does not answer', async () => {
  hole.open()
  const refused = start()
  expect(await ended(refused.child)).toBe(1)
  expect(refused.complained().trim()).toMatch(/^DATABASE_URL: .*127\.0\.0\.1:\d+.*$/)
  hole.close()
})

test('when the database hangs, every call is answered as busy, readiness fails, and everything recovers when it is back', async () => {
  await ready(start())
  const { token, publicToken } = (await ask('POST', '/auth/login', operator)).body
  const call = (method: string, path: string, body?: object) => ask(method, path, body, token)
  // All connections of the pool are open.
  const many = await Promise.all(Array.from({ length: 60 }, () => call('GET', '/queue')))
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
  // A change is in progress whose result will never arrive.
  const door = await lockTable(adminUrl, 'tags')
  const tag = { name: 'Mudo', color: '#0b8f6a' }
  const interrupted = call('POST', '/tags', tag)
  await eventually(async () => expect(await waitingForLock()).toBe(true))

  const [joining, waiting] = [openSocket(publicToken), openSocket(publicToken)]
  await eventually(() => expect([joining.timesReady(), waiting.timesReady()]).toEqual([1, 1]))
  hole.open()
  joining.socket.emit('joinChatBox', '1')
  const coming = openSocket(publicToken)
  await door.release()
  const answers = [
    interrupted,
    call('GET', '/queue'),
    call('POST', '/queue', { name: 'Muda', color: '#0b8f6a' }),
    ask('POST', '/auth/login', operator),
    ask('GET', `/web-chat/${'a'.repeat(32)}`),
  ]
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ status: 503, body: { error: 'ERR_BUSY' } })
  expect((await ask('GET', '/health/ready')).status).toBe(503)
  expect((await ask('GET', '/health/live')).status).toBe(200)
  // A socket that could not join a ticket is disconnected, so that it asks again; others stay.
  await eventually(() => expect(joining.broken).toContain('transport close'), timeout)
  await eventually(() => expect(coming.broken).toContain('transport close'), timeout)
  expect(waiting.broken).toEqual([])

  hole.close()
  await eventually(async () => expect((await ask('GET', '/health/ready')).status).toBe(200), timeout)
  // No connection from before is used any more.
  expect((await call('GET', '/queue')).status).toBe(200)
  // The database aborts the abandoned change, which then blocks nothing.
  await eventually(async () => expect((await call('POST', '/tags', tag)).status).toBe(200), timeout)
  await eventually(async () => expect((await ask('POST', '/auth/login', operator)).status).toBe(200), timeout)
  await eventually(() => {
    expect(joining.timesReady()).toBeGreaterThan(1)
    expect(coming.timesReady()).toBeGreaterThan(0)
  }, timeout)
})

/** A client with only the library's own reconnection. */
function openSocket(publicToken: string): { socket: Socket; broken: string[]; timesReady: () => number } {
  const socket = io(url, { auth: { token: publicToken }, transports: ['websocket'], forceNew: true })
  undo.unshift(async () => socket.close())
  const broken: string[] = []
  socket.on('disconnect', (why) => broken.push(why))
  let ready = 0
  socket.on('ready', () => (ready += 1))
  return { socket, broken, timesReady: () => ready }
}

function start(): Started {
  const program = startProgram(env)
  programs.add(program)
  return program
}

async function waitingForLock(): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await client.end()
  return rows.length > 0
}

async function ask(
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<{ status: number; body: Said }> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
