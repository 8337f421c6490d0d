import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Pace, SendResult } from '@guiche/channel'
import { insertPosted } from '#modules/messages'
import { lockTicket } from '#modules/tickets'
import { type Desk, createDesk } from '#test/desk'
import { said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, eventually } from '#test/world'

let world: World
let company: Company
let attendant: Person
let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
  ;({ world, company, attendant } = desk)
})
afterAll(() => world.close())

/** The sends that the network leaves unanswered until `letThrough`. */
let waiting: { body: string; answer: () => void }[]
beforeEach(() => {
  waiting = []
  world.network.setPace(oneAtATime)
  world.network.tries.splice(0)
  world.network.arrived.splice(0)
})

const oneAtATime: Pace = { atOnce: 1, perSecond: 10_000, automatic: { atOnce: 1, perSecond: 10_000 } }

/** From now on the network leaves messages with this beginning unanswered. */
function hangOn(beginning: string) {
  world.network.answer(({ action, body }): SendResult | Promise<SendResult> => {
    if (action !== 'send' || !body.startsWith(beginning)) return { status: 'sent' }
    return new Promise((resolve) => waiting.push({ body, answer: () => resolve({ status: 'sent' }) }))
  })
}

/** Answers the pending sends, and waits until there were this many tries in all. */
async function letThrough(most: number) {
  await eventually(() => {
    for (const { answer } of waiting.splice(0)) answer()
    expect(desk.tried().length).toBeGreaterThanOrEqual(most)
  })
}

/** Tickets of this many customers, in the order in which they wrote. */
async function openTickets(connection: TestConnection, count: number, by = { company, attendant }): Promise<number[]> {
  await connection.receive(...Array.from({ length: count }, () => said(someNumber(), 'Oi')))
  const rows = await by.company.sql('select id from tickets where connection_id = $1 order by id desc limit $2', [
    connection.id,
    count,
  ])
  return rows.map(({ id }) => Number(id)).toReversed()
}

async function answer(ticket: number, body: string, person = attendant) {
  await person.put(`/tickets/${ticket}`, { status: 'open', userId: person.id })
  expect((await person.post(`/messages/${ticket}`, { body })).status).toBe(200)
}

/** Each of the tickets gets an automatic message; the outbox has them in this order. */
async function sendToAll(tickets: number[], bodyOf: (index: number) => string, of = company) {
  await world.app.deps.units.run({ kind: 'bot', companyId: of.id, forUserId: null }, async (ctx) => {
    for (const [index, id] of tickets.entries()) {
      const ticket = await lockTicket(ctx, id)
      if (ticket) await insertPosted(ctx, ticket, { body: bodyOf(index) })
    }
  })
}

test('automatic messages in flight do not use up the capacity for messages of people', async () => {
  world.network.setPace({ atOnce: 3, perSecond: 10_000, automatic: { atOnce: 2, perSecond: 10_000 } })
  const connection = await desk.connection()
  const [customer = 0, ...others] = await openTickets(connection, 6)
  hangOn('aviso')
  await sendToAll(others, (index) => `aviso ${index}`)
  await eventually(() => expect(desk.tried()).toEqual(['aviso 0', 'aviso 1']))

  await answer(customer, 'resposta')
  await eventually(() => expect(desk.arrived()).toEqual(['resposta']))
  expect(desk.tried()).toEqual(['aviso 0', 'aviso 1', 'resposta'])
  await letThrough(6)
})

test('an answer gives its priority to the earlier entries of its conversation, and they are sent in order', async () => {
  const connection = await desk.connection()
  const tickets = await openTickets(connection, 20)
  const last = tickets.at(-1) ?? 0
  hangOn('aviso')
  await sendToAll(tickets, (index) => `aviso ${index}`)
  await eventually(() => expect(desk.tried()).toEqual(['aviso 0']))

  await answer(last, 'resposta')
  await letThrough(21)
  expect(desk.tried().slice(0, 4)).toEqual(['aviso 0', 'aviso 19', 'resposta', 'aviso 1'])
})

test('a number sends no faster than its network allows, people before automatic messages', async () => {
  world.network.setPace({ atOnce: 100, perSecond: 100, automatic: { atOnce: 100, perSecond: 2 } })
  world.network.answer(() => ({ status: 'sent' }))
  const connection = await desk.connection()
  const [customer = 0, ...others] = await openTickets(connection, 9)
  await sendToAll(others, (index) => `aviso ${index}`)
  await eventually(() => expect(desk.tried()).toEqual(['aviso 0', 'aviso 1']))
  await answer(customer, 'resposta')

  await eventually(() => expect(desk.tried()).toHaveLength(9))
  expect(desk.tried().indexOf('resposta')).toBeLessThan(desk.tried().indexOf('aviso 7'))
  expect(desk.tried().filter((body) => body.startsWith('aviso'))).toEqual(others.map((_, index) => `aviso ${index}`))
})

test('connections of one company take turns, and other companies do not wait for them', async () => {
  const connections = await Promise.all([1, 2].map(() => desk.connection()))
  const tickets: number[][] = []
  for (const connection of connections) tickets.push(await openTickets(connection, 3))
  hangOn('aviso')
  for (const [index, own] of tickets.entries()) await sendToAll(own, (turn) => `aviso ${index}.${turn}`)
  await eventually(() => expect(desk.tried().toSorted()).toEqual(['aviso 0.0', 'aviso 1.0']))

  const other = await world.company()
  const otherQueue = await other.queue()
  const person = await other.attendant({ queues: [otherQueue] })
  const [ticket = 0] = await openTickets(await other.connection({ queues: [otherQueue] }), 1, {
    company: other,
    attendant: person,
  })
  await answer(ticket, 'de outra empresa', person)
  await eventually(() => expect(desk.arrived()).toEqual(['de outra empresa']))
  await letThrough(7)
})

// This comes last, because it leaves entries behind.
describe('while a thousand automatic messages wait on a connection', () => {
  let connection: TestConnection
  let tickets: number[]
  beforeAll(async () => {
    connection = await desk.connection()
    tickets = await openTickets(connection, 1001)
  }, 120_000)

  test('the answer of an attendant is sent next, other connections are not delayed, and the order is kept', async () => {
    const [customer = 0, ...others] = tickets
    hangOn('aviso')
    await sendToAll(others, (index) => `aviso ${index}`)
    await eventually(() => expect(desk.tried()).toEqual(['aviso 0']))

    await answer(customer, 'resposta')
    const [elsewhere = 0] = await openTickets(await desk.connection(), 1)
    await answer(elsewhere, 'em outra conexão')
    await eventually(() => expect(desk.arrived()).toEqual(['em outra conexão']))
    expect(desk.tried()).toEqual(['aviso 0', 'em outra conexão'])

    await letThrough(10)
    expect(desk.tried().slice(0, 5)).toEqual(['aviso 0', 'em outra conexão', 'resposta', 'aviso 1', 'aviso 2'])
    expect(
      desk
        .tried()
        .filter((body) => body.startsWith('aviso'))
        .slice(0, 8),
    ).toEqual(others.slice(0, 8).map((_, index) => `aviso ${index}`))
  })
})
