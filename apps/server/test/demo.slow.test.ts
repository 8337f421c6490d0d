import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnServer, createOwnServer } from './processes/server-process.ts'
import { z } from 'zod'
import { eventually } from '#test/world'

let server: OwnServer

beforeAll(async () => {
  server = await createOwnServer({}, { args: ['--demo'] })
})
afterAll(() => server.stop())

test('a demo that was interrupted is created again, once and complete', async () => {
  server.start()
  await eventually(async () => expect((await query('select from users')).length).toBeGreaterThan(2))
  await server.kill()
  expect(server.said()).not.toContain('is ready')

  server.start()
  await server.ready()
  const chat = /Web chat\s+(\S+)/.exec(server.said())?.[1] ?? ''
  expect(chat).toMatch(/\/chat\/\w{20,}$/)
  const token = chat.split('/').at(-1)
  expect((await fetch(`${server.url}/web-chat/${token}`)).status).toBe(200)
  expect(await query("select name from companies where name <> 'Guichê'")).toEqual([{ name: 'Casa Aurora Móveis' }])
  const made = await everyState()
  const admin = await logIn()
  const askAsAdmin = () =>
    fetch(`${server.url}/users/${admin.user.id}`, { headers: { authorization: `Bearer ${admin.token}` } })
  expect((await askAsAdmin()).status).toBe(200)

  await server.end()
  server.start()
  await server.ready()
  expect(server.said()).toContain(chat)
  expect(await everyState()).toEqual(made)
  // The second start has ended the login of nobody.
  expect((await askAsAdmin()).status).toBe(200)
})

test('the greeting comes before a ticket is accepted', async () => {
  const rows = await query(`
    select c.name, l.created_at > greeting.sent_at as is_after
    from ticket_log l join tickets t on t.id = l.ticket_id join contacts c on c.id = t.contact_id,
      lateral (select min(m.sent_at) as sent_at from messages m where m.ticket_id = t.id and m.origin = 'bot') greeting
    where l.kind = 'open'`)

  expect(rows).toContainEqual({ name: 'Fernando Kubo', is_after: true })
  expect(rows).not.toContainEqual(expect.objectContaining({ is_after: false }))
})

test('colleagues have talked in internal chats, the newest message of all is some minutes old', async () => {
  const rows = await query(`
    select c.title, count(*)::int as messages, max(m.created_at) = c.last_message_at as ends_with_its_newest
    from internal_chats c join internal_messages m on m.company_id = c.company_id and m.chat_id = c.id
    group by c.company_id, c.id order by c.last_message_at desc`)
  expect(rows).toEqual([
    { title: 'Vendas e entregas', messages: 6, ends_with_its_newest: true },
    { title: 'Black Friday', messages: 2, ends_with_its_newest: true },
    { title: 'Plantão de sábado', messages: 2, ends_with_its_newest: true },
  ])
})

async function logIn(): Promise<{ token: string; user: { id: number } }> {
  const [, email] = /admin\s+(\S+@\S+)/.exec(server.said()) ?? []
  const [, password] = /everybody's password: (\S+)/.exec(server.said()) ?? []
  const answer = await fetch(`${server.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  return z.object({ token: z.string(), user: z.object({ id: z.number() }) }).parse(await answer.json())
}

/** The number of tickets of each status, including a group. */
async function everyState() {
  const states = await query('select status, count(*)::int as count from tickets group by status order by status')
  expect(states.map(({ status }) => status)).toEqual(['closed', 'group', 'open', 'pending'])
  return states
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl() })
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
