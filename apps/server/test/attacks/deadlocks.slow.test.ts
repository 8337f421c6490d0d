import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { campaignIn, contactList, runCampaign } from '../campaigns/campaigns.ts'
import { phone, said, someNumber } from '../inbound.ts'
import { holdInbox } from '../lock-table.ts'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let queue: { id: number }
/** Another client that holds locks until the test releases them. */
let other: pg.Client

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  queue = await company.queue()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.network.answer(() => ({ status: 'sent' }))
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

describe('locks are always taken in the same order', () => {
  test('removing a ticket waits for a message of it that is being sent', async () => {
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

  test('changing an internal chat locks its people before it, as deleting one of them does', async () => {
    const [owner, member] = [await company.attendant(), await company.attendant()]
    const users = [{ id: member.id }]
    const { body: chat } = await owner.post('/chats', { title: 'Vendas', users })
    await other.query('select from internal_chats where id = $1 for no key update', [chat.id])

    const changed = owner.put(`/chats/${chat.id}`, { title: 'Entregas', users })
    await isHeldUp()
    await expect(
      other.query('select from users where id = $1 for no key update nowait', [member.id]),
    ).rejects.toMatchObject({ code: '55P03' })
    await other.query('rollback')

    expect((await changed).status).toBe(200)
  })

  test('deleting a message that is being sent waits for its outbox entry before it is changed', async () => {
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

  test('an edit by a customer while an attendant answers locks the ticket before its messages', async () => {
    const { id, connection, number, first, firstId } = await openTicket()
    await other.query('select from tickets where id = $1 for no key update', [id])

    const changed = connection.receive({ kind: 'edit', externalId: first, body: 'Olá', from: phone(number) })
    await isHeldUp()
    await other.query('select from messages where id = $1 for no key update nowait', [firstId])
    await other.query('commit')

    await changed
    expect((await admin.get(`/tickets/${id}`)).body.lastMessage).toBe('Olá')
  })

  test('acks of two numbers lock the messages of both in one order, while outcomes of their sends are stored', async () => {
    const [one, two] = [await openTicket(), await openTicket()]
    const earlier = await answerSent(one)
    const later = await answerSent(two)
    await other.query('select from messages where id = $1 for no key update', [earlier.id])

    const inbox = await holdInbox(world.databases.admin, company.id)
    await two.connection.deliver({ kind: 'ack', externalId: later.externalId, ack: 2 })
    await one.connection.deliver({ kind: 'ack', externalId: earlier.externalId, ack: 2 })
    await inbox.release()
    await isHeldUp()
    await other.query('select from messages where id = $1 for no key update nowait', [later.id])
    await other.query('commit')

    await one.connection.drained()
    expect(await acksOf(earlier.id, later.id)).toEqual([2, 2])
  })

  test('what a campaign tells browsers is noted after its people were moved, by answers, acks and outcomes alike', async () => {
    const connection = await company.connection()
    const [answers, reads] = [someNumber(), someNumber()]
    const contactListId = await contactList(company, [{ number: answers }, { number: reads }])
    const campaignId = await runCampaign(admin, { connections: [connection], contactListId })
    await campaignIn(admin, campaignId, 'FINALIZADA')
    const [person] = await world.sql(
      'select id, external_id from campaign_recipients where campaign_id = $1 and number = $2',
      [campaignId, reads],
    )
    await other.query('select from campaign_recipients where id = $1 for no key update', [person.id])

    await connection.deliver(said(answers, 'Quero'), { kind: 'ack', externalId: person.external_id, ack: 3 })
    await isHeldUp()
    await other.query('select from campaign_news where campaign_id = $1 for update nowait', [campaignId])
    await other.query('commit')

    await connection.drained()
    const { states } = (await admin.get(`/campaigns/${campaignId}`)).body.counts
    expect(states).toMatchObject({ answered: 1, read: 1 })
  })
})

/** Waits until the network has taken it. */
async function answerSent({ id }: { id: number }): Promise<{ id: number; externalId: string }> {
  const { body } = await admin.post(`/messages/${id}`, { body: 'Um momento' })
  await eventually(async () => expect(await acksOf(body.id)).toEqual([1]))
  const [row] = await world.sql('select external_id from messages where id = $1', [body.id])
  return { id: body.id, externalId: row.external_id }
}

async function acksOf(...ids: number[]): Promise<number[]> {
  const rows = await world.sql('select ack from messages where id = any ($1::bigint[]) order by id', [ids])
  return rows.map(({ ack }) => ack)
}

test('one client id for messages of two tickets at the same moment stores one message and refuses the other', async () => {
  const [one, two] = [await openTicket(), await openTicket()]
  for (let round = 0; round < 10; round += 1) {
    const clientId = randomUUID()
    const answers = await Promise.all(
      [one, two].map(({ id }) => admin.post(`/messages/${id}`, { body: 'Uma vez só', clientId })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  }
})

test('the transaction that loses a deadlock is answered as busy, and changes nothing', async () => {
  const { id, firstId } = await openTicket()
  const attempt = async (): Promise<number> => {
    await other.query('select from messages where id = $1 for update', [firstId])
    const removed = admin.delete(`/tickets/${id}`)
    await isHeldUp()
    // The database chooses which of the two is the victim.
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

test('removing a connection while its session state is stored locks the connection first', async () => {
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
