import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '#platform/process/log'
import { type Desk, createDesk } from '#test/desk'
import { type Company, type World, eventually } from '#test/world'
import { retryPauses } from './retry-pauses.ts'

const hour = 3_600_000
const lines: { level: string; event?: string; outbox?: number; connectionId?: number }[] = []
let world: World
let company: Company
let desk: Desk
beforeAll(async () => {
  desk = await createDesk({
    log: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    retryPauses: { ...retryPauses, offline: { base: hour, factor: 1, cap: hour, jitter: 0 } },
  })
  ;({ world, company } = desk)
})
afterAll(() => world.close())
beforeEach(() => {
  lines.splice(0)
  world.network.tries.splice(0)
  world.network.arrived.splice(0)
})

const events = () => lines.flatMap(({ event }) => event ?? [])

/** For an entry that is not taken: its refusals, and in how many seconds it is due. */
async function waitingEntry(messageId: number) {
  const [entry] = await company.sql(
    `select failures, extract(epoch from not_before - clock_timestamp())::float as seconds from outbox
     where message_id = $1 and taken_until is null`,
    [messageId],
  )
  return entry
}

describe('a message that the network refuses', () => {
  test('waits twice as long each time, and is logged when its state changes', async () => {
    const ticket = await desk.openTicket(await desk.connection())
    world.network.answer(({ action }) =>
      action === 'send' ? { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' } : { status: 'sent' },
    )
    const { id } = await desk.write(ticket, 'recusada')
    const pauses: number[] = []
    for (let failures = 1; failures <= 7; failures += 1) {
      await eventually(async () => expect(await waitingEntry(id)).toMatchObject({ failures }))
      pauses.push((await waitingEntry(id)).seconds)
      await company.sql('update outbox set not_before = now() where message_id = $1', [id])
      world.app.delivery.wake(company.id)
    }
    // The later pauses are long enough to be observed on a busy machine.
    for (const [index, expected] of [16, 32, 64].entries()) {
      expect(pauses[index + 4]).toBeGreaterThan(expected / 2)
      expect(pauses[index + 4]).toBeLessThanOrEqual(expected * 1.2)
    }
    await eventually(() => expect(events()).toEqual(['message.retried', 'message.given-up']))
    expect(desk.tried()).toHaveLength(8)
  })

  test('that it then accepts is logged once more', async () => {
    const ticket = await desk.openTicket(await desk.connection())
    world.network.answer(({ action }) =>
      action === 'send' && desk.tried().length < 3
        ? { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
        : { status: 'sent' },
    )
    await desk.write(ticket, 'aceita depois')
    await eventually(() => expect(events()).toEqual(['message.retried', 'message.sent']))
  })
})

test('while a connection is offline, one message tests it, the others wait, and one line is logged', async () => {
  const connection = await desk.connection()
  const tickets = [
    await desk.openTicket(connection),
    await desk.openTicket(connection),
    await desk.openTicket(connection),
  ]
  const elsewhere = await desk.openTicket(await desk.connection())
  world.network.answer(({ connectionId, action }) => ({
    status: connectionId === connection.id && action === 'send' ? 'held' : 'sent',
  }))
  await desk.write(tickets[0] ?? 0, 'sem linha 0')
  await eventually(() => expect(events()).toEqual(['connection.held']))

  for (const [index, ticket] of tickets.entries()) await desk.write(ticket, `sem linha ${index + 1}`)
  for (let turn = 0; turn < 5; turn += 1) {
    await company.sql('update outbox set not_before = now()', [])
    await desk.write(elsewhere, `com linha ${turn}`)
    await eventually(() => expect(desk.tried()).toContain(`com linha ${turn}`))
  }
  expect(desk.tried().filter((body) => body.startsWith('sem linha'))).toEqual(['sem linha 0'])
  expect(events()).toEqual(['connection.held'])
})
