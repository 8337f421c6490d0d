import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SendResult } from '@guiche/channel'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let attendant: Person
let queue: { id: number }
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  attendant = await company.attendant({ queues: [queue] })
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const lost: SendResult = { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }

async function openTicket(): Promise<{ id: number; connection: TestConnection; number: string }> {
  const [connection, number] = [await company.connection({ queues: [queue] }), someNumber()]
  await connection.receive(said(number, 'Olá'))
  const [{ id }] = await world.sql('select id from tickets where company_id = $1 and connection_id = $2', [
    company.id,
    connection.id,
  ])
  await attendant.put(`/tickets/${id}`, { status: 'open', userId: attendant.id })
  return { id: Number(id), connection, number }
}

const write = async (ticket: number, body: string, fields = {}) =>
  (await attendant.post(`/messages/${ticket}`, { body, ...fields })).body
const remove = ({ id }: { id: number }) => attendant.delete(`/messages/${id}`)
const triesOf = ({ wid }: { wid: string }) =>
  world.network.tries.filter(({ externalId }) => externalId === wid).map(({ action }) => action)
const arrivedOf = ({ wid }: { wid: string }) =>
  world.network.arrived.filter(({ externalId }) => externalId === wid).map(({ action }) => action)
const shown = async (ticket: number, { id }: { id: number }) =>
  (await attendant.get(`/messages/${ticket}`)).body.messages.find((message: { id: number }) => message.id === id)

async function hurry() {
  await world.sql('update outbox set not_before = now() where company_id = $1', [company.id])
  world.app.delivery.wake(company.id)
}

const allIsDone = () =>
  eventually(async () => {
    await hurry()
    expect(await company.sql('select action from outbox')).toEqual([])
  })

/** Waits until a send has failed, and delays the next try so that the test decides when it happens. */
const waitsForRetry = (message: { id: number }) =>
  eventually(async () =>
    expect(
      await company.sql(
        `update outbox set not_before = now() + interval '1 hour'
         where message_id = $1 and failures > 0 and taken_until is null returning id`,
        [message.id],
      ),
    ).toHaveLength(1),
  )

describe('a deleted message', () => {
  test('that was never tried is not sent, edited or quoted at the network, and later messages are sent', async () => {
    const { id: ticket } = await openTicket()
    world.network.answer(({ action }) => (action === 'send' ? lost : { status: 'sent' }))
    const first = await write(ticket, 'antes')
    const wrong = await write(ticket, 'preço errado')
    await attendant.post(`/messages/edit/${wrong.id}`, { body: 'preço ainda errado' })
    const quoting = await write(ticket, 'é este', { quotedMsg: { id: wrong.id } })

    expect(await remove(wrong)).toMatchObject({ status: 200, body: { isDeleted: true } })
    world.network.answer(() => ({ status: 'sent' }))
    await allIsDone()

    expect(triesOf(wrong)).toEqual([])
    expect([arrivedOf(first), arrivedOf(quoting)]).toEqual([['send'], ['send']])
    expect(world.network.arrived.find(({ externalId }) => externalId === quoting.wid)).not.toHaveProperty('quoted')
    expect(await shown(ticket, wrong)).toMatchObject({ isDeleted: true, failure: null, ack: 0 })
  })

  test('whose send has an unknown result is not sent again, and is deleted at the network', async () => {
    const { id: ticket } = await openTicket()
    world.network.answer(({ action }) => (action === 'send' ? lost : { status: 'sent' }))
    const message = await write(ticket, 'talvez tenha ido')
    await waitsForRetry(message)
    const before = triesOf(message)

    await remove(message)
    await allIsDone()

    expect(triesOf(message)).toEqual([...before, 'delete'])
  })

  test('that is being sent is not sent again, and is deleted at the network', async () => {
    const { id: ticket } = await openTicket()
    const { promise: end, resolve: endTry } = Promise.withResolvers<SendResult>()
    world.network.answer(({ action }) => (action === 'send' ? end : { status: 'sent' }))
    const message = await write(ticket, 'a caminho')
    await eventually(() => expect(triesOf(message)).toEqual(['send']))

    await remove(message)
    endTry(lost)
    await allIsDone()

    expect(triesOf(message)).toEqual(['send', 'delete'])
  })

  test('that the network rejects is not shown as failed', async () => {
    const { id: ticket } = await openTicket()
    const { promise: end, resolve: endTry } = Promise.withResolvers<SendResult>()
    world.network.answer(({ action }) => (action === 'send' ? end : { status: 'sent' }))
    const message = await write(ticket, 'recusada')
    await eventually(() => expect(triesOf(message)).toEqual(['send']))

    await remove(message)
    endTry({ status: 'rejected', reason: 'ERR_WAPP_INVALID_CONTACT' })
    await allIsDone()

    expect(await shown(ticket, message)).toMatchObject({ isDeleted: true, failure: null })
  })

  test('is not sent again if it was deleted on the phone', async () => {
    const { id: ticket, connection, number } = await openTicket()
    world.network.answer(({ action }) => (action === 'send' ? lost : { status: 'sent' }))
    const message = await write(ticket, 'apagada no celular')
    await waitsForRetry(message)
    const before = triesOf(message)

    await connection.receive({ kind: 'delete', externalId: message.wid, from: phone(number), isEcho: true })
    await allIsDone()

    expect(triesOf(message)).toEqual(before)
  })

  test('that waits for a retry is deleted at the network, because an earlier try may have arrived', async () => {
    const { id: ticket } = await openTicket()
    world.network.answer(({ body }) =>
      body === 'outra vez' ? { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' } : { status: 'sent' },
    )
    const message = await write(ticket, 'outra vez')
    await eventually(async () => expect((await shown(ticket, message)).failure).toBe('ERR_SENDING_WAPP_MSG'))
    world.network.answer(({ action }) => (action === 'send' ? lost : { status: 'sent' }))
    await write(ticket, 'na frente')
    await attendant.post(`/messages/${message.id}/retry`)

    await remove(message)
    world.network.answer(() => ({ status: 'sent' }))
    await allIsDone()

    expect(triesOf(message)).toEqual(['send', 'delete'])
  })
})
