import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { phone, said, someNumber } from '../inbound.ts'
import { type Company, type Person, type World, createWorld, eventually } from '../world.ts'

let world: World
let company: Company
let admin: Person
let queue: { id: number }
/** Somebody else at work on the same rows, as far as the test says. */
let other: pg.Client

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  queue = await company.queue()
})
afterAll(() => world.close())
beforeEach(async () => {
  other = new pg.Client({ connectionString: world.databases.admin })
  await other.connect()
  await other.query('begin')
})
afterEach(() => other.end())

async function openTicket() {
  const [connection, number, first] = [await company.connection({ queues: [queue] }), someNumber(), randomUUID()]
  await connection.receive(said(number, 'Oi', { externalId: first }))
  const [row] = await world.sql(
    'select ticket_id, id from messages where company_id = $1 and connection_id = $2 and external_id = $3',
    [company.id, connection.id, first],
  )
  const [id, firstId] = [Number(row.ticket_id), Number(row.id)]
  await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
  return { id, connection, number, first, firstId }
}

const isHeldUp = () =>
  eventually(async () => {
    const waiting = await world.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting.length === 0) throw new Error('nobody waits')
  })

describe('locks are taken in one order', () => {
  test('a ticket is removed while one of its messages is on its way: that one is waited for first', async () => {
    const { id } = await openTicket()
    world.network.answer(() => ({ status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }))
    const { body: message } = await admin.post(`/messages/${id}`, { body: 'Um momento' })
    await other.query('select from outbox where message_id = $1 for update', [message.id])

    const removed = admin.delete(`/tickets/${id}`)
    await isHeldUp()
    await other.query('select from messages where id = $1 for no key update nowait', [message.id])
    await other.query('commit')

    expect((await removed).status).toBe(200)
  })

  test('a message is taken back while it is on its way: its entry is waited for before it is changed', async () => {
    const { id } = await openTicket()
    world.network.answer(({ action }) =>
      action === 'send' ? { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' } : { status: 'sent' },
    )
    const { body: message } = await admin.post(`/messages/${id}`, { body: 'Um momento' })
    await eventually(async () =>
      expect(
        await world.sql(
          `update outbox set not_before = now() + interval '1 hour'
           where message_id = $1 and failures > 0 and taken_until is null returning id`,
          [message.id],
        ),
      ).toHaveLength(1),
    )
    await other.query('select from outbox where message_id = $1 for update', [message.id])

    const removed = admin.delete(`/messages/${message.id}`)
    await isHeldUp()
    await other.query('select from messages where id = $1 for no key update nowait', [message.id])
    await other.query('commit')

    expect((await removed).status).toBe(200)
  })

  test('a customer changes what they said while an attendant answers: the ticket goes before its messages', async () => {
    const { id, connection, number, first, firstId } = await openTicket()
    await other.query('select from tickets where id = $1 for no key update', [id])

    const changed = connection.receive({ kind: 'edit', externalId: first, body: 'Olá', from: phone(number) })
    await isHeldUp()
    await other.query('select from messages where id = $1 for no key update nowait', [firstId])
    await other.query('commit')

    await changed
    expect((await admin.get(`/tickets/${id}`)).body.lastMessage).toBe('Olá')
  })
})

test('one id for two messages of two tickets at the same moment is one message; the other is told that it is not its own', async () => {
  const [one, two] = [await openTicket(), await openTicket()]
  for (let round = 0; round < 10; round += 1) {
    const clientId = randomUUID()
    const answers = await Promise.all(
      [one, two].map(({ id }) => admin.post(`/messages/${id}`, { body: 'Uma vez só', clientId })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  }
})

test('whoever has to give way answers that it may be tried again, and nothing was done', async () => {
  const { id, firstId } = await openTicket()
  const attempt = async (): Promise<number> => {
    await other.query('select from messages where id = $1 for update', [firstId])
    const removed = admin.delete(`/tickets/${id}`)
    await isHeldUp()
    // Which of the two gives way is chosen by the database.
    const end = await other.query('select from tickets where id = $1 for update', [id]).then(
      () => 'commit',
      () => 'rollback',
    )
    await other.query(end)
    return (await removed).status
  }

  expect([200, 503]).toContain(await attempt())
  expect([200, 404]).toContain((await admin.delete(`/tickets/${id}`)).status)
})

test('a connection is removed while the state of its session is told: the connection is waited for first', async () => {
  const { id } = (await admin.post('/whatsapp', { name: `Loja ${randomUUID().slice(0, 8)}` })).body
  await other.query('select from connections where id = $1 for no key update', [id])

  await admin.delete(`/whatsappsession/${id}`)
  await isHeldUp()
  await other.query('select from whatsapp_sessions where connection_id = $1 for update nowait', [id])
  await other.query('commit')

  await eventually(async () =>
    expect(await world.sql('select wish from whatsapp_sessions where connection_id = $1', [id])).toEqual([
      { wish: 'none' },
    ]),
  )
})
