import type { Absence } from '@guiche/channel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  await company.setting('sendGreetingMessageOneQueues', 'enabled')
})
afterAll(() => world.close())

const absence: Absence = { since: '2026-11-20T22:02:00.000Z', until: '2026-11-21T08:05:00.000Z' }
const sentAt = '2026-11-20T23:00:00.000Z'
const greeting = { settings: { greetingMessage: 'Olá! Já respondemos.' } }

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The network reports whole seconds, so the message may have been sent at the end of this one. */
const inSecondOf = (time: string) => new Date(Date.parse(time) + 999)

const ticketsOn = (connection: TestConnection) =>
  company.sql('select * from tickets where company_id = $1 and connection_id = $2 order by id', [
    company.id,
    connection.id,
  ])
const automaticOn = (connection: TestConnection) =>
  company.sql("select body from messages where company_id = $1 and connection_id = $2 and origin = 'bot'", [
    company.id,
    connection.id,
  ])

describe('a message that was missed while the connection was offline', () => {
  test('is unread, has the time at which it was written, and is not greeted; a current message is', async () => {
    const [missed, live] = [await company.connection(greeting), await company.connection(greeting)]

    await missed.receive(said(someNumber(), 'Ainda abertos?', { sentAt, missed: absence }))
    await live.receive(said(someNumber(), 'Ainda abertos?'))

    expect(await automaticOn(live)).toHaveLength(1)
    expect(await automaticOn(missed)).toEqual([])
    expect(await ticketsOn(missed)).toMatchObject([
      { status: 'pending', unread_count: 1, last_message: 'Ainda abertos?', waiting_since: inSecondOf(sentAt) },
    ])
  })

  test('does not get the out-of-hours message either', async () => {
    const closed = await world.company()
    await closed.setting('scheduleType', 'connection')
    const connection = await closed.connection({ settings: { outOfHoursMessage: 'Abrimos às nove.' } })
    await (
      await closed.admin()
    ).put(`/whatsapp/${connection.id}`, { schedules: weekdays.map((weekdayEn) => ({ weekday: '', weekdayEn })) })
    const automatic = () =>
      closed.sql("select body from messages where company_id = $1 and origin = 'bot'", [closed.id])
    await connection.receive(said(someNumber(), 'Oi', { sentAt, missed: absence }))
    expect(await automatic()).toEqual([])
    await connection.receive(said(someNumber(), 'Oi'))
    expect(await automatic()).toHaveLength(1)
  })

  test('is counted in one entry of its ticket log, which is updated live', async () => {
    const queue = await company.queue()
    const connection = await company.connection({ queues: [queue] })
    const ana = await company.attendant({ queues: [queue] })
    const [number, other] = [someNumber(), someNumber()]
    const listener = await ana.listen({ lists: ['pending'] })

    await connection.receive(
      said(number, 'um', { sentAt, missed: absence }),
      said(other, 'de outra pessoa', { sentAt, missed: absence }),
      said(number, 'dois', { sentAt, missed: absence }),
    )
    const [ticket] = await ticketsOn(connection)
    const recoveredOf = async () => {
      const { body } = await ana.get(`/tickets-log/${ticket.id}`)
      return body.filter(({ type }: { type: string }) => type === 'recovered')
    }
    expect(await recoveredOf()).toMatchObject([{ recovered: { ...absence, count: 2 } }])

    const heard = listener.of('ticket').length
    await connection.receive(said(number, 'três', { sentAt, missed: absence }), said(number, 'agora'))
    expect(await recoveredOf()).toMatchObject([{ recovered: { ...absence, count: 3 } }])
    await eventually(() => expect(listener.of('ticket').length).toBeGreaterThan(heard))

    const later = { since: '2026-11-21T09:00:00.000Z', until: '2026-11-21T09:01:00.000Z' }
    await connection.receive(said(number, 'quatro', { sentAt: later.since, missed: later }))
    expect(await recoveredOf()).toMatchObject([{ recovered: { ...later, count: 1 } }, { recovered: { count: 3 } }])
    listener.close()
  })

  test('that is delivered twice is counted once', async () => {
    const connection = await company.connection()
    const message = said(someNumber(), 'Só uma vez', { sentAt, missed: absence })
    await connection.receive(message)
    await connection.receive(message)
    const [ticket] = await ticketsOn(connection)
    expect(
      await company.sql(
        "select detail from ticket_log where company_id = $1 and ticket_id = $2 and kind = 'recovered'",
        [company.id, ticket.id],
      ),
    ).toEqual([{ detail: { ...absence, count: 1 } }])
  })

  test('does not replace the last message if that is newer', async () => {
    const queue = await company.queue()
    const connection = await company.connection({ queues: [queue] })
    const ana = await company.attendant({ queues: [queue] })
    const number = someNumber()
    await connection.receive(said(number, 'Quanto custa?'))
    const [{ id }] = await ticketsOn(connection)
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    await ana.post(`/messages/${id}`, { body: 'Cem reais' })

    await connection.receive(said(number, 'Deixa, achei', { sentAt, missed: absence }))

    expect(await ticketsOn(connection)).toMatchObject([
      { last_message: 'Cem reais', last_from_me: true, unread_count: 1 },
    ])
    const { body } = await ana.get(`/messages/${id}`)
    expect(body.messages.map((message: { body: string }) => message.body)).toEqual([
      'Deixa, achei',
      'Quanto custa?',
      expect.stringContaining('Cem reais'),
    ])
  })

  test('is in the history of its connection, counted over all tickets', async () => {
    const connection = await company.connection()
    await connection.receive(...['um', 'dois'].map((body) => said(someNumber(), body, { sentAt, missed: absence })))
    await connection.receive(said(someNumber(), 'três', { sentAt, missed: absence }))
    expect(
      await company.sql('select detail from connection_events where company_id = $1 and connection_id = $2', [
        company.id,
        connection.id,
      ]),
    ).toEqual([{ detail: { ...absence, count: 3 } }])
  })
})
