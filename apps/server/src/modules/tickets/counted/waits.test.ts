import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let admin: Person
let ana: Person
beforeAll(async () => {
  world = await createWorld()
  world.network.answer(() => ({ status: 'sent' }))
  company = await world.company()
  queue = await company.queue()
  admin = await company.admin()
  ana = await company.attendant({ queues: [queue] })
})
afterAll(() => world.close())

interface Customer {
  id: number
  contactId: number
  say: (body: string, more?: object) => Promise<void>
}

async function arrive(settings = {}, on?: TestConnection): Promise<Customer> {
  const connection = on ?? (await company.connection({ queues: [queue], settings }))
  const number = someNumber()
  const say = (body: string, more = {}) => connection.receive(said(number, body, more))
  await say('Bom dia')
  const [row] = await company.sql(
    'select id::int, contact_id::int from tickets where connection_id = $1 order by id desc limit 1',
    [connection.id],
  )
  return { id: row.id, contactId: row.contact_id, say }
}

/** A connection on which somebody writes for the first time. `waits`: so many minutes. */
async function strangers() {
  const connection = await company.connection({ queues: [queue] })
  const ticket = async (): Promise<{ id: number; waits: number }> => {
    const [found] = await company.sql(
      `select id::int, floor(extract(epoch from now() - waiting_since) / 60)::int as waits from tickets where connection_id = $1`,
      [connection.id],
    )
    return found
  }
  return { connection, number: someNumber(), ticket }
}
/** Times of the network are in whole seconds. */
const ago = (minutes: number): string => `${new Date(Date.now() - minutes * 60_000 - 1000).toISOString().slice(0, 19)}Z`

const accept = (id: number) => ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
const answer = (id: number) => ana.post(`/messages/${id}`, { body: 'Pois não' })
/** So much earlier than now. */
const waitsSince = (id: number, minutes: number) =>
  company.sql('update tickets set waiting_since = now() - make_interval(mins => $2) where id = $1', [id, minutes])
const waitsOf = (id: number) =>
  company.sql(
    `select ended_by, user_id::int, queue_id::int, is_first, seconds / 60 as minutes, service_seconds / 60 as service_minutes
     from ticket_waits where ticket_id = $1 order by id`,
    [id],
  )

describe('a customer who waits', () => {
  test('has waited until a person answers, once for each answer that they waited for', async () => {
    const { id, say } = await arrive()
    await accept(id)
    await waitsSince(id, 12)
    expect(await waitsOf(id)).toEqual([])

    await answer(id)
    await answer(id)
    await ana.post(`/messages/${id}`, { body: 'Só para nós', isPrivate: true })

    const first = {
      ended_by: 'user',
      user_id: ana.id,
      queue_id: queue.id,
      is_first: true,
      minutes: 12,
      service_minutes: 12,
    }
    expect(await waitsOf(id)).toEqual([first])
    await say('E agora?')
    await ana.post(`/messages/${id}`, { body: 'Nota', isPrivate: true })
    expect(await waitsOf(id)).toHaveLength(1)
    await answer(id)
    expect(await waitsOf(id)).toEqual([first, { ...first, is_first: false, minutes: 0, service_minutes: 0 }])
  })

  test('has waited until somebody answers on the phone', async () => {
    const { id, say } = await arrive()
    await waitsSince(id, 3)

    await say('Já vou', { isEcho: true })

    expect(await waitsOf(id)).toMatchObject([{ ended_by: 'phone', user_id: null, queue_id: queue.id, minutes: 3 }])
  })

  test('has waited until an answer on the phone that is told late, and waits since what they wrote after it', async () => {
    const { connection, number, ticket } = await strangers()
    await connection.receive(said(number, 'Bom dia', { sentAt: ago(60) }))
    await connection.receive(said(number, 'E então?', { sentAt: ago(30) }))

    await connection.receive(said(number, 'Já vou', { isEcho: true, sentAt: ago(45) }))

    const { id, waits } = await ticket()
    expect(waits).toBe(30)
    expect(await waitsOf(id)).toMatchObject([{ ended_by: 'phone', is_first: true, minutes: 15 }])
    await accept(id)
    await answer(id)
    expect(await waitsOf(id)).toMatchObject([{ minutes: 15 }, { ended_by: 'user', is_first: false, minutes: 30 }])
  })

  test('has waited until each answer on the phone, also if all of it comes at once', async () => {
    const { connection, number, ticket } = await strangers()
    await connection.receive(
      said(number, 'Bom dia', { sentAt: ago(60) }),
      said(number, 'Bom dia!', { isEcho: true, sentAt: ago(50) }),
      said(number, 'Tem sofá?', { sentAt: ago(40) }),
      said(number, 'Azul', { sentAt: ago(39) }),
      said(number, 'Temos', { isEcho: true, sentAt: ago(20) }),
      said(number, 'Está bem', { sentAt: ago(10) }),
    )

    const { id, waits } = await ticket()
    expect(waits).toBe(10)
    expect(await waitsOf(id)).toMatchObject([
      { ended_by: 'phone', is_first: true, minutes: 10 },
      { ended_by: 'phone', is_first: false, minutes: 20 },
    ])
  })

  test('got no answer if the ticket is closed, and none is owed for a rating', async () => {
    const { id } = await arrive()
    await waitsSince(id, 5)
    await admin.put(`/tickets/${id}`, { status: 'closed' })
    expect(await waitsOf(id)).toMatchObject([{ ended_by: 'nobody', user_id: null, minutes: 5 }])

    await company.setting('userRating', 'enabled')
    const rating = await arrive({ ratingMessage: 'De 1 a 5?' })
    await accept(rating.id)
    await answer(rating.id)
    await ana.put(`/tickets/${rating.id}`, { status: 'closed' })
    await rating.say('5')
    await company.setting('userRating', 'disabled')
    expect(await waitsOf(rating.id)).toMatchObject([{ ended_by: 'user' }])
  })

  test('goes on waiting in the other ticket if two are merged', async () => {
    const connection = await company.connection({ queues: [queue] })
    const [one, other] = [await arrive({}, connection), await arrive({}, connection)]
    await waitsSince(other.id, 30)

    await admin.post(`/contacts/${one.contactId}/merge`, { contactId: other.contactId })
    await accept(one.id)
    await answer(one.id)

    expect(await waitsOf(other.id)).toEqual([])
    expect(await waitsOf(one.id)).toMatchObject([{ ended_by: 'user', minutes: 30 }])
  })

  test('has waited outside of service hours, which are counted apart', async () => {
    const closed = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
      weekday: weekdayEn,
      weekdayEn,
    }))
    const { id } = await arrive()
    await accept(id)
    await waitsSince(id, 45)
    await company.setting('scheduleType', 'company')
    await admin.put(`/companies/${company.id}/schedules`, { id: company.id, schedules: closed })

    await answer(id)

    expect(await waitsOf(id)).toMatchObject([{ minutes: 45, service_minutes: 0 }])
    await company.setting('scheduleType', 'disabled')
  })
})

test('the log says of each move who made it, and what was before and after', async () => {
  const otherQueue = await company.queue()
  const { id } = await arrive()
  await accept(id)
  await ana.put(`/tickets/${id}`, { status: 'pending', queueId: otherQueue.id })
  await admin.put(`/tickets/${id}`, { status: 'closed' })

  const moves = await company.sql(
    'select kind, user_id::int, move from ticket_log where ticket_id = $1 and move is not null order by id',
    [id],
  )
  const waits = { status: 'pending', userId: null, queueId: queue.id }
  const served = { status: 'open', userId: ana.id, queueId: queue.id }
  const elsewhere = { status: 'pending', userId: null, queueId: otherQueue.id }
  expect(moves).toEqual([
    { kind: 'create', user_id: null, move: { by: 'connection', from: null, to: waits } },
    { kind: 'open', user_id: ana.id, move: { by: 'user', from: waits, to: served } },
    { kind: 'transfered', user_id: ana.id, move: { by: 'user', from: served, to: elsewhere } },
    {
      kind: 'closed',
      user_id: admin.id,
      move: { by: 'user', from: elsewhere, to: { status: 'closed', userId: admin.id, queueId: otherQueue.id } },
    },
  ])
})

test('what only a recount needs is on no screen', async () => {
  const { id } = await arrive()
  await company.sql(
    "insert into ticket_log (company_id, ticket_id, kind) values ($1, $2, 'moved'), ($1, $2, 'rated')",
    [company.id, id],
  )

  const { status, body } = await admin.get(`/tickets-log/${id}`)

  expect(status).toBe(200)
  expect(body.map(({ type }: { type: string }) => type)).toEqual(['create'])
})
