import { randomUUID } from 'node:crypto'
import { onCallWeekdays } from '@guiche/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnServer, createOwnServer } from '#test/processes/server-process'
import { eventually } from '#test/world'

let server: OwnServer
let database: pg.Pool
beforeAll(async () => {
  server = await createOwnServer()
  server.start()
  await server.ready()
  connect()
}, 90_000)
afterAll(async () => {
  await database.end()
  await server.stop()
})

/** The database keeps running when the server is killed, and starts again with the server. */
function connect() {
  database = new pg.Pool({ connectionString: server.databaseUrl(), max: 3 })
  database.on('error', () => undefined)
}

// As whoever calls from outside sees it.
// oxlint-disable-next-line typescript/no-explicit-any
type Said = any

async function ask(method: string, path: string, body?: object, token?: string): Promise<Said> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const logIn = async (credentials: object): Promise<string> => (await ask('POST', '/auth/login', credentials)).token
const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }

test(
  'who is on call gets one notice although the process was killed while it stored the message',
  { timeout: 240_000 },
  async () => {
    const operator = await logIn(server.operator)
    const plan = await ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
    await ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
    const boss = await logIn(admin)
    const chat = await ask('POST', '/whatsapp', { name: 'Chat', channel: 'webchat' }, boss)
    const { id: userId, companyId } = (await ask('GET', '/users', undefined, boss)).users[0]
    // Nothing serves it, so what was stored for it stays.
    const { rows: lines } = await database.query(
      `insert into connections (company_id, name, channel, status) values ($1, 'Linha', 'whatsapp', 'connected') returning id`,
      [companyId],
    )

    // The worker has taken the ticket, and waits with the message for the connection, which somebody else has locked.
    const holder = await database.connect()
    await holder.query('begin')
    await holder.query('select from connections where id = $1 for update', [lines[0].id])
    const { secret } = await ask('POST', `/web-chat/${chat.token}/visitors`, { name: 'Rita' })
    await ask('POST', `/web-chat/${chat.token}/messages`, { id: randomUUID(), body: 'Bom dia' }, secret)
    const days = onCallWeekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '23:59' }))
    await ask('POST', '/plantao', { userId, phone: '5531987654321', interval: 60, days }, boss)
    await eventually(async () => {
      const { rows } = await database.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into private_messages%'`,
      )
      expect(rows).toHaveLength(1)
    }, 30_000)
    await server.kill()
    await holder.query('rollback').catch(() => undefined)
    holder.release()
    await database.end()
    server.start()
    await server.ready()
    connect()

    const count = async () => {
      const { rows } = await database.query(
        `select (select count(*) from on_call_notices)::int as notices, (select count(*) from private_messages)::int as messages`,
      )
      return rows[0]
    }
    await eventually(async () => expect(await count()).toEqual({ notices: 1, messages: 1 }), 60_000)
    // It is looked at again and again, and told no more.
    const { rows: before } = await database.query('select looks_at from on_calls')
    await eventually(async () => {
      const { rows } = await database.query('select looks_at from on_calls')
      expect(rows[0].looks_at.getTime()).toBeGreaterThan(before[0].looks_at.getTime() + 10_000)
    }, 60_000)
    expect(await count()).toEqual({ notices: 1, messages: 1 })
  },
)
