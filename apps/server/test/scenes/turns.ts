import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Pace, SendResult } from '@guiche/channel'
import { insertPosted } from '#modules/messages'
import { lockTicket } from '#modules/tickets'
import { type Desk, createDesk } from '../desk.ts'
import { said, someNumber } from '../inbound.ts'
import { type Company, type Person, type TestConnection, eventually } from '#test/world'

const oneAtATime: Pace = { atOnce: 1, perSecond: 10_000, automatic: { atOnce: 1, perSecond: 10_000 } }

/** A network that takes one message at a time of a connection, for the tests of a file. */
export function turnsOfFile() {
  let desk: Desk
  /** The sends that the network leaves unanswered until `letThrough`. */
  let waiting: { body: string; answer: () => void }[]
  beforeAll(async () => {
    desk = await createDesk()
  })
  afterAll(() => desk.world.close())
  beforeEach(() => {
    waiting = []
    desk.world.network.setPace(oneAtATime)
    desk.world.network.tries.splice(0)
    desk.world.network.arrived.splice(0)
  })

  /** From now on the network leaves messages with this beginning unanswered. */
  function hangOn(beginning: string) {
    desk.world.network.answer(({ action, body }): SendResult | Promise<SendResult> => {
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
  async function openTickets(
    connection: TestConnection,
    count: number,
    by: { company: Company; attendant: Person } = desk,
  ): Promise<number[]> {
    await connection.receive(...Array.from({ length: count }, () => said(someNumber(), 'Oi')))
    const rows = await by.company.sql('select id from tickets where connection_id = $1 order by id desc limit $2', [
      connection.id,
      count,
    ])
    return rows.map(({ id }) => Number(id)).toReversed()
  }

  async function answer(ticket: number, body: string, person = desk.attendant) {
    await person.put(`/tickets/${ticket}`, { status: 'open', userId: person.id })
    expect((await person.post(`/messages/${ticket}`, { body })).status).toBe(200)
  }

  /** Each of the tickets gets an automatic message; the outbox has them in this order. */
  async function sendToAll(tickets: number[], bodyOf: (index: number) => string, of = desk.company) {
    await desk.world.app.deps.units.run({ kind: 'bot', companyId: of.id, forUserId: null }, async (ctx) => {
      for (const [index, id] of tickets.entries()) {
        const ticket = await lockTicket(ctx, id)
        if (ticket) await insertPosted(ctx, ticket, { body: bodyOf(index) })
      }
    })
  }

  return {
    get desk() {
      return desk
    },
    hangOn,
    letThrough,
    openTickets,
    answer,
    sendToAll,
  }
}
