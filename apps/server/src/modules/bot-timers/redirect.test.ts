import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, createDesk } from '#test/desk'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, eventually } from '#test/world'

let desk: Desk
let company: Company
let admin: Person
let other: { id: number }
beforeAll(async () => {
  desk = await createDesk()
  ;({ company } = desk)
  admin = await company.admin()
  other = await company.queue()
  desk.world.network.answer(() => ({ status: 'sent' }))
})
afterAll(() => desk.world.close())

/** A customer who has several queues to choose from, and chooses none. */
async function waiting(change: object = {}) {
  const connection = await company.connection({
    queues: [desk.queue, other],
    settings: { greetingMessage: 'Olá! Escolha uma fila:' },
  })
  const number = someNumber()
  const saved = await admin.put(`/whatsapp/${connection.id}`, {
    sendIdQueue: desk.queue.id,
    timeSendQueue: 5,
    ...change,
  })
  expect(saved).toMatchObject({ status: 200 })
  await connection.receive(said(number, 'Olá'))
  const [{ id }] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
  /** The customer has read what the bot said. */
  const writes = async (body: string) => {
    await company.sql(
      `update tickets set bot = bot || jsonb_build_object('saidAt', now() - interval '10 seconds') where id = $1`,
      [id],
    )
    await connection.receive(said(number, body))
  }
  return { id: Number(id), connectionId: connection.id, writes }
}

const ticketOf = async (id: number) => (await admin.get(`/tickets/${id}`)).body
const timersOf = (id: number) =>
  company.sql(
    `select kind, round(extract(epoch from due_at - now()) / 60)::int as minutes from ticket_timers where ticket_id = $1`,
    [id],
  )
/** Turns the clock: everything that has happened to the ticket was so much earlier. */
const letPass = (id: number, minutes: number) =>
  company.sql(
    `with earlier as (update tickets set updated_at = updated_at - make_interval(mins => $2) where id = $1)
     update ticket_timers set due_at = due_at - make_interval(mins => $2) where ticket_id = $1`,
    [id, minutes],
  )
const inQueue = (id: number) =>
  eventually(async () =>
    expect(await ticketOf(id)).toMatchObject({ status: 'pending', queueId: desk.queue.id, userId: null }),
  )

describe('a waiting ticket without a queue', () => {
  test('goes to the queue of its connection after the time, and the log says why', async () => {
    const { id } = await waiting()
    expect(await timersOf(id)).toEqual([{ kind: 'redirect', minutes: 5 }])
    const listener = await desk.attendant.listen({ lists: ['pending'] })

    await letPass(id, 5)

    await inQueue(id)
    expect(await ticketOf(id)).toMatchObject({ isBot: false })
    const { body } = await admin.get(`/tickets-log/${id}`)
    expect((body as { type: string }[]).find(({ type }) => type === 'redirect')).toMatchObject({
      queue: { id: desk.queue.id },
      decision: { rule: 'redirect', reason: 'noQueueChosen' },
    })
    await eventually(() =>
      expect(listener.of('ticket').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ ticket: expect.objectContaining({ id, queueId: desk.queue.id }) }),
      ),
    )
    expect(await timersOf(id)).toEqual([])
  })

  test('counts from the last message: a customer in the menu keeps it', async () => {
    const { id, writes } = await waiting()
    await letPass(id, 3)
    await writes('Tem estacionamento?')

    await letPass(id, 2)
    await eventually(async () => expect(await timersOf(id)).toEqual([{ kind: 'redirect', minutes: 3 }]))
    expect(await ticketOf(id)).toMatchObject({ status: 'pending', queueId: null, isBot: true })

    await letPass(id, 3)
    await inQueue(id)
  })

  test('counts from when the customer was left to people, whatever they write after that', async () => {
    const { id, writes } = await waiting({ maxUseBotQueues: 1 })
    await letPass(id, 3)
    await writes('Tem estacionamento?')
    expect(await ticketOf(id)).toMatchObject({ isBot: false })
    expect(await timersOf(id)).toEqual([{ kind: 'redirect', minutes: 5 }])
    await letPass(id, 3)
    await writes('Alô?')

    await letPass(id, 2)

    await inQueue(id)
  })

  test.each([
    ['no time', { timeSendQueue: 0 }],
    ['no queue', { sendIdQueue: null }],
  ])('stays without a queue if the connection has %s for that', async (_, change) => {
    const { id } = await waiting(change)

    expect(await timersOf(id)).toEqual([])
  })

  test('stays while its connection is not connected, and goes when it is', async () => {
    const { id, connectionId } = await waiting()
    await company.sql("update connections set status = 'disconnected' where id = $1", [connectionId])

    await letPass(id, 5)
    await eventually(async () => expect(await timersOf(id)).toEqual([{ kind: 'redirect', minutes: 1 }]))
    expect(await ticketOf(id)).toMatchObject({ status: 'pending', queueId: null })

    await company.sql("update connections set status = 'connected' where id = $1", [connectionId])
    await letPass(id, 1)
    await inQueue(id)
  })

  test('goes late if nothing ran for a while', async () => {
    const { id } = await waiting()

    await letPass(id, 1000)

    await inQueue(id)
    expect(await timersOf(id)).toEqual([])
  })

  test('stays with the person who has taken it', async () => {
    const { id } = await waiting()

    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id, queueId: other.id })

    expect(await timersOf(id)).toEqual([])
  })

  test('follows a new time of its connection', async () => {
    const { id, connectionId } = await waiting({ timeSendQueue: 0 })

    await admin.put(`/whatsapp/${connectionId}`, { timeSendQueue: 30 })

    await eventually(async () => expect(await timersOf(id)).toEqual([{ kind: 'redirect', minutes: 30 }]))
  })

  test('is assigned at once in a queue that assigns in turn', async () => {
    const queue = await company.queue()
    await admin.put(`/queue/${queue.id}`, { ativarRoteador: true })
    const ana = await company.attendant({ queues: [queue] })
    await ana.get('/queue')
    const { id } = await waiting({ sendIdQueue: queue.id })

    await letPass(id, 5)

    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: ana.id }))
  })
})
