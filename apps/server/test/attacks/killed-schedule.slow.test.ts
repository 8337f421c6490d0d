import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Said, type ServerToKill, createServerToKill } from '#test/processes/server-to-kill'
import { eventually } from '#test/world'

let server: ServerToKill
beforeAll(async () => {
  server = await createServerToKill()
  place = await talk('Chat')
}, 90_000)
afterAll(() => server.stop())

const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }

/** A visitor of a web chat who has written, and what they were sent. */
async function talk(token: string) {
  const operator = await server.logIn(server.operator)
  const plan = await server.ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, operator)
  await server.ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, operator)
  const boss = await server.logIn(admin)
  const queue = await server.ask('POST', '/queue', { name: 'Vendas', color: '#2f6fed' }, boss)
  const chat = await server.ask('POST', '/whatsapp', { name: token, channel: 'webchat', queueIds: [queue.id] }, boss)
  const { secret } = await server.ask('POST', `/web-chat/${chat.token}/visitors`, { name: 'Rita' })
  await server.ask('POST', `/web-chat/${chat.token}/messages`, { id: randomUUID(), body: 'Bom dia' }, secret)
  const contactId: number = await eventually(async () => {
    const { contacts } = await server.ask('GET', '/contacts?searchParam=Rita', undefined, boss)
    if (contacts.length === 0) throw new Error('there is no contact yet')
    return contacts[0].id
  })
  // To a visitor, `fromMe` are the visitor's own messages.
  const received = async (): Promise<string[]> => {
    const { messages } = await server.ask('GET', `/web-chat/${chat.token}/messages`, undefined, secret)
    return messages.filter(({ fromMe }: Said) => !fromMe).map(({ body }: Said) => body)
  }
  return { boss, contactId, received }
}

type Place = Awaited<ReturnType<typeof talk>>
let place: Place

const patience = 90_000

test(
  'a scheduled message is sent once although the process was killed between taking and sending it, and overdue ones after it',
  { timeout: 240_000 },
  async () => {
    const { boss, contactId, received } = place
    const at = '2031-03-10T09:00'
    const { id } = await server.ask('POST', '/schedules', { body: 'Sua hora é amanhã', contactId, sendAt: at }, boss)

    // The sender takes it and then waits for the conversation, which somebody else has locked.
    const holder = await server.database().connect()
    await holder.query('begin')
    await holder.query('select from conversations where contact_id = $1 for update', [contactId])
    await server.database().query("update schedules set send_at = now() - interval '1 minute' where id = $1", [id])
    await eventually(async () => {
      const { rows } = await server
        .database()
        .query("select wait_event_type from pg_stat_activity where wait_event_type = 'Lock'")
      const taken = await server.database().query('select tries from schedules where id = $1', [id])
      if (taken.rows[0].tries !== 1 || rows.length === 0) throw new Error('it is not being sent yet')
    })
    await server.kill()
    await holder.query('rollback')
    holder.release()

    // More become due while nothing runs.
    await server.database().query(
      `insert into schedules (company_id, contact_id, user_id, body, send_at, recurs_from)
       select company_id, contact_id, user_id, 'Aviso ' || n, now() - make_interval(mins => n), now()
       from schedules, generate_series(1, 30) n where id = $1`,
      [id],
    )
    await server.startAgain()

    const token = await server.logIn(admin)
    await eventually(async () => {
      const { count } = await server.ask('GET', '/schedules?status=ENVIADA', undefined, token)
      expect(count).toBe(31)
    }, patience)
    const expected = ['Sua hora é amanhã', ...Array.from({ length: 30 }, (_, nth) => `Aviso ${nth + 1}`)]
    await eventually(async () => expect((await received()).toSorted()).toEqual(expected.toSorted()), patience)
    const { rows } = await server
      .database()
      .query("select count(*)::int as count from messages where origin = 'schedule'")
    expect(rows[0].count).toBe(31)
  },
)

test(
  'a closing that could be undone is done once although the process was killed while it did that',
  { timeout: 240_000 },
  async () => {
    const { contactId, received } = place
    const boss = await server.logIn(admin)
    const { rows } = await server
      .database()
      .query('update connections set settings = settings || \'{"complationMessage": "Até logo"}\' returning id')
    expect(rows).toHaveLength(1)
    const { tickets } = await server.ask('GET', '/tickets?status=pending&showAll=true', undefined, boss)
    const [{ id: ticketId }] = tickets
    const { id: userId } = (await server.ask('GET', '/users', undefined, boss)).users[0]
    await server.ask('PUT', `/tickets/${ticketId}`, { status: 'open', userId }, boss)
    const { id } = await server.ask('POST', `/pending-changes/tickets/${ticketId}`, { kind: 'close' }, boss)

    const holder = await server.database().connect()
    await holder.query('begin')
    await holder.query('select from conversations where contact_id = $1 for update', [contactId])
    await server.database().query("update pending_changes set due_at = now() - interval '1 second' where id = $1", [id])
    await eventually(async () => {
      const taken = await server.database().query('select tries from pending_changes where id = $1', [id])
      expect(taken.rows[0].tries).toBe(1)
    })
    await server.kill()
    await holder.query('rollback')
    holder.release()
    await server.startAgain()

    await eventually(async () => {
      const { rows: left } = await server.database().query('select 1 from pending_changes')
      expect(left).toEqual([])
    }, patience)
    const { rows: closed } = await server
      .database()
      .query("select 1 from ticket_log where kind = 'closed' and ticket_id = $1", [ticketId])
    expect(closed).toHaveLength(1)
    await eventually(async () => {
      const farewells = (await received()).filter((body) => body === 'Até logo')
      expect(farewells).toHaveLength(1)
    }, patience)
  },
)
