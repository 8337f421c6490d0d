import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SendResult } from '@guiche/channel'
import { endLimits } from '#modules/connections'
import { campaignMessage } from '#test/campaigns/campaign-message'
import { type Desk, createDesk } from '#test/desk'
import { said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, eventually } from '#test/world'
import { giveUpStaleSends } from './give-up-stale.ts'
import { retryPauses } from './retry-pauses.ts'

let world: World
let company: Company
let admin: Person
let attendant: Person
let desk: Desk
beforeAll(async () => {
  desk = await createDesk({ retryPauses: { ...retryPauses, offline: { base: 10, factor: 1, cap: 10, jitter: 0 } } })
  ;({ world, company, attendant } = desk)
  admin = await company.admin()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const inAnHour = new Date(Date.now() + 3_600_000).toISOString()

/** The company writes first: the customer has never written. */
async function withStranger(connection: TestConnection, number = someNumber()): Promise<number> {
  const ticket = await desk.openTicket(connection, number)
  await world.sql(
    `update conversations set last_inbound_at = null
     where company_id = $1 and id = (select conversation_id from tickets where company_id = $1 and id = $2)`,
    [company.id, ticket],
  )
  return ticket
}

const limitOf = async ({ id }: TestConnection) => (await admin.get(`/whatsapp/${id}`)).body.sendingLimit
const events = async ({ id }: TestConnection) =>
  (await company.sql('select kind, detail from connection_events where connection_id = $1 order by id', [id])).map(
    ({ kind, detail }) => [kind, detail.scope],
  )
const shown = async (ticket: number, id: number) =>
  (await attendant.get(`/messages/${ticket}`)).body.messages.find((message: { id: number }) => message.id === id)

/** Makes all entries due now, except those that a limit holds. */
async function hurry() {
  await world.sql('update outbox set not_before = now() where company_id = $1 and error is null', [company.id])
  world.app.delivery.wake(company.id)
}

/** Ends the limit. */
async function timePasses(connection: TestConnection) {
  await world.sql('update connection_limits set until = now() where connection_id = $1', [connection.id])
  await world.sql('update outbox set not_before = now() where connection_id = $1', [connection.id])
  world.app.delivery.wake(company.id)
}

describe('a number that is limited by the network', () => {
  const rateLimited: SendResult = { status: 'held', limit: { scope: 'everything', until: inAnHour } }

  test('stops sending, shows the end of the limit to everybody, and resumes automatically without counting a try', async () => {
    const connection = await desk.connection()
    const [one, other] = [await desk.openTicket(connection), await desk.openTicket(connection)]
    const live = await admin.listen()
    world.network.answer(({ action }) => (action === 'send' ? rateLimited : { status: 'sent' }))
    const { id } = await desk.write(one, 'pausa 1')
    await eventually(async () => expect(await limitOf(connection)).toEqual({ scope: 'everything', until: inAnHour }))
    await eventually(() =>
      expect(live.of('connection').at(-1)?.payload.whatsapp.sendingLimit).toEqual({
        scope: 'everything',
        until: inAnHour,
      }),
    )

    world.network.answer(() => ({ status: 'sent' }))
    await desk.write(one, 'pausa 2')
    await desk.write(other, 'pausa 3')
    await hurry()
    const elsewhere = await desk.openTicket(await desk.connection())
    await desk.write(elsewhere, 'por outro número')
    await eventually(() => expect(desk.arrived()).toContain('por outro número'))
    expect(desk.tried().filter((body) => body.startsWith('pausa'))).toEqual(['pausa 1'])
    expect(await shown(one, id)).toMatchObject({ ack: 0, failure: null })

    await timePasses(connection)
    await eventually(() => expect(desk.arrived()).toEqual(expect.arrayContaining(['pausa 1', 'pausa 2', 'pausa 3'])))
    expect(desk.arrived().filter((body) => ['pausa 1', 'pausa 2'].includes(body))).toEqual(['pausa 1', 'pausa 2'])
    await endLimits(world.app.deps)
    expect(await limitOf(connection)).toBeNull()
    expect(await events(connection)).toEqual([
      ['limited', 'everything'],
      ['resumed', 'everything'],
    ])
    await endLimits(world.app.deps)
    expect(await events(connection)).toHaveLength(2)
  })

  test('pauses longer each time if the network does not say for how long', async () => {
    const connection = await desk.connection()
    const ticket = await desk.openTicket(connection)
    world.network.answer(({ action }) =>
      action === 'send' ? { status: 'held', limit: { scope: 'everything' } } : { status: 'sent' },
    )
    await desk.write(ticket, 'insistente')
    const strikes = async () =>
      (
        await company.sql(
          'select strikes, round(extract(epoch from until - now()) / 60)::int as minutes from connection_limits where connection_id = $1',
          [connection.id],
        )
      )[0]
    await eventually(async () => expect(await strikes()).toEqual({ strikes: 1, minutes: 1 }))
    await timePasses(connection)
    await eventually(async () => expect(await strikes()).toEqual({ strikes: 2, minutes: 2 }))
    await timePasses(connection)
    await eventually(async () => expect(await strikes()).toEqual({ strikes: 3, minutes: 4 }))
  })
})

describe('a message held by a limit of more than a day', () => {
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString()

  /** The message waits for more than a day. */
  const growsOld = (id: number) =>
    eventually(async () =>
      expect(
        await company.sql(
          `update outbox set created_at = now() - interval '30 hours' where message_id = $1 and taken_until is null returning id`,
          [id],
        ),
      ).toHaveLength(1),
    )

  test('is not given up, and is sent when the limit ends', async () => {
    const connection = await desk.connection()
    const ticket = await desk.openTicket(connection)
    const limit = { scope: 'everything', until: inThreeDays } as const
    world.network.answer(({ action }) => (action === 'send' ? { status: 'held', limit } : { status: 'sent' }))
    const { id } = await desk.write(ticket, 'espera dias')
    await eventually(async () => expect(await limitOf(connection)).toEqual(limit))
    await growsOld(id)

    await giveUpStaleSends(world.app.deps)
    expect(await shown(ticket, id)).toMatchObject({ ack: 0, failure: null })

    world.network.answer(() => ({ status: 'sent' }))
    await timePasses(connection)
    await giveUpStaleSends(world.app.deps)
    await eventually(async () => expect(await shown(ticket, id)).toMatchObject({ ack: 1, failure: null }))
    expect(desk.arrived()).toContain('espera dias')
  })

  test('is sent when the stranger writes', async () => {
    const connection = await desk.connection()
    const ticket = await withStranger(connection)
    const limit = { scope: 'new_chats', until: inThreeDays } as const
    world.network.answer(({ action }) => (action === 'send' ? { status: 'held', limit } : { status: 'sent' }))
    const { id } = await desk.write(ticket, 'oferta de anteontem')
    await eventually(async () => expect(await limitOf(connection)).toEqual(limit))
    await growsOld(id)
    world.network.answer(() => ({ status: 'sent' }))

    await world.sql(
      'update conversations set last_inbound_at = now() where company_id = $1 and id = (select conversation_id from messages where company_id = $1 and id = $2)',
      [company.id, id],
    )
    await giveUpStaleSends(world.app.deps)
    await world.sql('update outbox set not_before = now() where company_id = $1', [company.id])
    world.app.delivery.wake(company.id)

    await eventually(async () => expect(await shown(ticket, id)).toMatchObject({ ack: 1, failure: null }))
  })

  test('is given up after another day of waiting after the limit', async () => {
    const connection = await desk.connection()
    const ticket = await desk.openTicket(connection)
    world.network.answer(({ action }) =>
      action === 'send' ? { status: 'held', limit: { scope: 'everything', until: inThreeDays } } : { status: 'sent' },
    )
    const { id } = await desk.write(ticket, 'limite e depois sem linha')
    await eventually(async () => expect(await limitOf(connection)).not.toBeNull())
    await growsOld(id)
    await world.sql(`update connection_limits set until = now() - interval '25 hours' where connection_id = $1`, [
      connection.id,
    ])

    await giveUpStaleSends(world.app.deps)

    expect(await shown(ticket, id)).toMatchObject({ failure: 'ERR_MESSAGE_WAITED_TOO_LONG' })
  })

  test('is given up if the limit concerns strangers only and its recipient had written', async () => {
    const connection = await desk.connection()
    const [known, stranger] = [await desk.openTicket(connection), await withStranger(connection)]
    world.network.answer(({ action, body }) =>
      action !== 'send'
        ? { status: 'sent' }
        : body === 'a quem conhece'
          ? { status: 'held' }
          : { status: 'held', limit: { scope: 'new_chats', until: inThreeDays } },
    )
    await desk.write(stranger, 'a quem não conhece')
    await eventually(async () => expect(await limitOf(connection)).not.toBeNull())
    const { id } = await desk.write(known, 'a quem conhece')
    await world.sql(
      `update conversations set last_inbound_at = now() - interval '2 days'
       where company_id = $1 and id = (select conversation_id from messages where company_id = $1 and id = $2)`,
      [company.id, id],
    )
    await growsOld(id)

    await giveUpStaleSends(world.app.deps)

    expect(await shown(known, id)).toMatchObject({ failure: 'ERR_MESSAGE_WAITED_TOO_LONG' })
  })
})

test('a message of a campaign that waited for a day says so, unless an earlier try of it may have arrived', async () => {
  const connection = await desk.connection()
  await world.app.delivery.stop()
  const write = (body: string) =>
    campaignMessage(world, company, { connectionId: connection.id, number: someNumber(), body })
  const [untried, tried] = [await write('nunca saiu'), await write('talvez tenha chegado')]
  await world.sql(
    "update outbox set created_at = now() - interval '2 days', attempts = (message_id = $2)::int where message_id in ($1, $2)",
    [untried.id, tried.id],
  )
  await giveUpStaleSends(world.app.deps)
  await world.app.delivery.start()
  expect(
    await world.sql('select failure from messages where id in ($1, $2) order by id', [untried.id, tried.id]),
  ).toEqual([{ failure: 'ERR_MESSAGE_WAITED_TOO_LONG' }, { failure: 'ERR_SENDING_WAPP_MSG' }])
})

describe('a message that waited for a day, and that nobody would recognise if it came again', () => {
  test('is not confirmed if a try of it may have arrived, and sent if the network has named all of it', async () => {
    const connection = await desk.connection()
    const ticket = await desk.openTicket(connection)
    await world.app.delivery.stop()
    const { id: begun } = await desk.write(ticket, 'talvez tenha chegado')
    const { id: taken } = await desk.write(ticket, 'chegou inteira')
    const { id: half } = await desk.write(ticket, 'chegou em parte')
    const { id: untried } = await desk.write(ticket, 'nunca saiu')
    await world.sql(
      `update outbox set created_at = now() - interval '2 days', begun_elsewhere = (message_id <> $4),
         attempts = (message_id <> $4)::int where message_id in ($1, $2, $3, $4)`,
      [begun, taken, half, untried],
    )
    for (const [id, isLast] of [
      [taken, true],
      [half, false],
    ] as const)
      await world.sql(
        `insert into message_parts (company_id, connection_id, network_id, message_id, part, is_last)
         values ($1, $2, $3, $4, 0, $5)`,
        [company.id, connection.id, `wamid.${id}`, id, isLast],
      )
    await giveUpStaleSends(world.app.deps)
    await world.app.delivery.start()
    const outcomes = []
    for (const id of [begun, taken, half, untried]) {
      const { ack, failure } = await shown(ticket, id)
      outcomes.push([ack, failure])
    }
    expect(outcomes).toEqual([
      [0, 'ERR_NOT_CONFIRMED'],
      [1, null],
      [0, 'ERR_SENT_IN_PART'],
      [0, 'ERR_MESSAGE_WAITED_TOO_LONG'],
    ])
  })
})

test('a number that may not write to strangers still sends to known customers', async () => {
  const connection = await desk.connection()
  const [stranger, another, known] = [
    await withStranger(connection),
    await withStranger(connection),
    await desk.openTicket(connection),
  ]
  world.network.answer(({ body }) =>
    body === 'oferta 1' ? { status: 'held', limit: { scope: 'new_chats', until: inAnHour } } : { status: 'sent' },
  )
  await desk.write(stranger, 'oferta 1')
  await eventually(async () => expect(await limitOf(connection)).toEqual({ scope: 'new_chats', until: inAnHour }))
  await desk.write(another, 'oferta 2')
  await desk.write(known, 'resposta')
  await hurry()

  await eventually(() => expect(desk.arrived()).toContain('resposta'))
  expect(desk.tried()).not.toContain('oferta 2')
  world.network.answer(() => ({ status: 'sent' }))
  await timePasses(connection)
  await eventually(() => expect(desk.arrived()).toEqual(expect.arrayContaining(['oferta 1', 'oferta 2'])))
})

test('a stranger who writes is answered at once, after the messages that were held for them', async () => {
  const [connection, number] = [await desk.connection(), someNumber()]
  const ticket = await withStranger(connection, number)
  const limit = { scope: 'new_chats', until: inAnHour } as const
  world.network.answer(({ body }) => (body === 'oferta 3' ? { status: 'held', limit } : { status: 'sent' }))
  await desk.write(ticket, 'oferta 3')
  await eventually(async () => expect(await limitOf(connection)).toEqual(limit))
  world.network.answer(() => ({ status: 'sent' }))

  await connection.receive(said(number, 'Quem é?'))
  await desk.write(ticket, 'somos nós')

  await eventually(() => expect(desk.arrived()).toContain('somos nós'))
  expect(desk.arrived().filter((body) => ['oferta 3', 'somos nós'].includes(body))).toEqual(['oferta 3', 'somos nós'])
  expect(await limitOf(connection)).toEqual(limit)
})

test('an offline connection counts no tries, however long it lasts', async () => {
  const connection = await desk.connection()
  const ticket = await desk.openTicket(connection)
  world.network.answer(({ action }) => ({ status: action === 'send' ? 'held' : 'sent' }))
  const { id, wid } = await desk.write(ticket, 'sem linha')
  const triesOf = () => world.network.tries.filter(({ externalId }) => externalId === wid).length
  await eventually(async () => {
    await hurry()
    expect(triesOf()).toBeGreaterThan(9)
  })
  expect(await shown(ticket, id)).toMatchObject({ ack: 0, failure: null })
  expect(await limitOf(connection)).toBeNull()

  world.network.answer(() => ({ status: 'sent' }))
  await eventually(async () => {
    await hurry()
    expect(await shown(ticket, id)).toMatchObject({ ack: 1, failure: null })
  })
})

test('a message that the network refuses is given up after eight tries', async () => {
  const connection = await desk.connection()
  const ticket = await desk.openTicket(connection)
  world.network.answer(({ action }) =>
    action === 'send' ? { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' } : { status: 'sent' },
  )
  const { id, wid } = await desk.write(ticket, 'sem sorte')
  await eventually(async () => {
    await world.sql('update outbox set not_before = now() where company_id = $1', [company.id])
    world.app.delivery.wake(company.id)
    expect(await shown(ticket, id)).toMatchObject({ failure: 'ERR_SENDING_WAPP_MSG' })
  })
  expect(world.network.tries.filter(({ externalId }) => externalId === wid)).toHaveLength(8)
})

test('a message that could not be sent for a day is sent only on request, and later messages are sent', async () => {
  const connection = await desk.connection()
  const ticket = await desk.openTicket(connection)
  world.network.answer(({ action }) => ({ status: action === 'send' ? 'held' : 'sent' }))
  const old = await desk.write(ticket, 'até ontem')
  const young = await desk.write(ticket, 'hoje')
  await eventually(() => expect(desk.tried()).toContain('até ontem'))
  await eventually(async () =>
    expect(
      await world.sql(
        `update outbox set created_at = now() - interval '25 hours', not_before = now() - interval '1 minute'
         where company_id = $1 and message_id = $2 and taken_until is null returning id`,
        [company.id, old.id],
      ),
    ).toHaveLength(1),
  )
  world.network.answer(() => ({ status: 'sent' }))
  world.app.delivery.wake(company.id)
  await giveUpStaleSends(world.app.deps)

  expect(await shown(ticket, old.id)).toMatchObject({ ack: 0, failure: 'ERR_MESSAGE_WAITED_TOO_LONG' })
  await eventually(async () => {
    await hurry()
    expect(desk.arrived()).toContain('hoje')
  })
  expect(await shown(ticket, young.id)).toMatchObject({ failure: null })
  expect(desk.arrived()).not.toContain('até ontem')
  expect((await attendant.post(`/messages/${old.id}/retry`)).status).toBe(200)
  await eventually(() => expect(desk.arrived()).toContain('até ontem'))
})
