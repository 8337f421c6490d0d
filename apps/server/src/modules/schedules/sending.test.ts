import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { type Shop, arrivedOn, due, failed, newContact, nextOf, sent, shopIn } from '#test/scenes/schedules'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const shop = () => shopIn(world)
const arrived = (connectionId: number) => arrivedOn(world, connectionId)

describe('a scheduled message whose time has come', () => {
  test('is sent over the default connection, in a new ticket of its author', async () => {
    const place = await shop()
    const { ana, connection, queue, company } = place
    const contact = await newContact(place)
    const near = await ana.listen({ lists: ['open'] })

    const id = await due(place, ana, { contactId: contact.id })

    const body = await sent(ana, id)
    expect(body).toMatchObject({ isLate: false, failure: null, ticketId: expect.any(Number) })
    expect(Date.parse(body.sentAt)).toBeGreaterThan(Date.parse(body.sendAt))
    expect(arrived(connection.id)).toMatchObject([
      { body: 'Sua hora é amanhã', address: expect.stringContaining(contact.number) },
    ])
    expect((await ana.get(`/tickets/${body.ticketId}`)).body).toMatchObject({
      status: 'open',
      userId: ana.id,
      queueId: queue.id,
      lastMessage: 'Sua hora é amanhã',
      fromMe: true,
    })
    expect((await ana.get(`/messages/${body.ticketId}`)).body.messages).toMatchObject([
      { body: 'Sua hora é amanhã', fromMe: true, origin: 'schedule' },
    ])
    await eventually(() =>
      expect(near.of('schedule').at(-1)?.payload.schedule).toMatchObject({ id, sentAt: body.sentAt }),
    )
    expect(
      await company.sql('select user_id::int from ticket_log where ticket_id = $1 and kind = $2', [
        body.ticketId,
        'create',
      ]),
    ).toEqual([{ user_id: null }])
  })

  test('is written into the ticket that the contact has, whoever serves it, and the customer still waits', async () => {
    const place = await shop()
    const { ana, admin, connection, company } = place
    await connection.receive(said(someNumber(), 'Bom dia', { name: 'Paulo' }))
    const [ticket] = await company.sql(
      'select id::int, contact_id::int as "contactId" from tickets where company_id = $1',
      [company.id],
    )
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id })

    const id = await due(place, ana, { contactId: ticket.contactId })

    expect(await sent(ana, id)).toMatchObject({ ticketId: ticket.id })
    expect((await admin.get(`/tickets/${ticket.id}`)).body).toMatchObject({ status: 'open', userId: admin.id })
  })

  test('is sent over the chosen connection, or over that of the contact’s last ticket if the default one does not reach them', async () => {
    const place = await shop()
    const { ana, company, queue } = place
    const second = await company.connection({ queues: [queue] })
    const contact = await newContact(place)
    await sent(ana, await due(place, ana, { contactId: contact.id, whatsappId: second.id }))
    expect(arrived(second.id)).toHaveLength(1)

    const talk = await company.ticket({ queues: [queue], body: 'Olá do site' })
    const [visitor] = await company.sql('select contact_id::int as id from tickets where id = $1', [talk.id])
    expect(await sent(ana, await due(place, ana, { contactId: visitor.id }))).toMatchObject({ ticketId: talk.id })
  })

  test('has its variables filled, with the name of its author', async () => {
    const place = await shop()
    const contact = await newContact(place)

    await sent(
      place.ana,
      await due(place, place.ana, { contactId: contact.id, body: 'Oi {{firstName}}, é {{userName}}' }),
    )

    expect(arrived(place.connection.id)).toMatchObject([{ body: 'Oi Mariana, é Ana Prado' }])
  })

  test('is sent with its file and the text as caption, in each repetition', async () => {
    const place = await shop()
    const { ana, connection, company } = place
    const contact = await newContact(place)
    const file = { field: 'medias', name: 'mapa.png', type: 'image/png', data: await samples.png() }
    const made = await ana.upload(
      '/schedules',
      { body: 'Segue o mapa', contactId: String(contact.id), sendAt: '2031-03-10T09:00', recurrence: 'daily' },
      [file],
    )
    expect(made.status).toBe(200)
    await company.sql("update schedules set send_at = now() - interval '1 minute' where id = $1", [made.body.id])

    await sent(ana, made.body.id)

    expect(arrived(connection.id)).toMatchObject([{ kind: 'media', body: 'Segue o mapa', media: { name: 'mapa.png' } }])
    const { body } = await ana.get('/schedules?status=PENDENTE')
    expect(body.schedules).toMatchObject([{ body: 'Segue o mapa', mediaName: 'mapa.png', recurrence: 'daily' }])
  })

  test('is sent late, and marked as late, if nothing ran at its time', async () => {
    const place = await shop()
    const contact = await newContact(place)

    const inTime = await due(place, place.ana, { contactId: contact.id }, '14 minutes')
    const late = await due(place, place.ana, { contactId: contact.id }, '3 days')

    expect((await sent(place.ana, inTime)).isLate).toBe(false)
    expect((await sent(place.ana, late)).isLate).toBe(true)
  })

  test('is not sent before its time, nor at the time that it had before it was changed', async () => {
    const place = await shop()
    const contact = await newContact(place)
    const { id: later } = (
      await place.ana.post('/schedules', { body: 'Só depois disso', contactId: contact.id, sendAt: '2031-03-10T09:00' })
    ).body
    await sent(place.ana, await due(place, place.ana, { contactId: contact.id }))

    expect((await place.ana.get(`/schedules/${later}`)).body.status).toBe('PENDENTE')
    expect(arrived(place.connection.id).map(({ body }) => body)).toEqual(['Sua hora é amanhã'])
  })

  test('is on its way until the network has it, and shows why the network did not take it', async () => {
    const place = await shop()
    const contact = await newContact(place)
    world.network.answer(({ connectionId }) =>
      connectionId === place.connection.id
        ? { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }
        : { status: 'sent' },
    )

    const id = await due(place, place.ana, { contactId: contact.id })

    expect(await failed(place.ana, id)).toMatchObject({
      failure: expect.stringMatching(/^ERR_/),
      sentAt: expect.any(String),
    })
    expect((await place.ana.get('/schedules?status=ERRO')).body.count).toBe(1)
    world.network.answer(() => ({ status: 'sent' }))
  })
})

describe('one that may not be sent shows the reason', () => {
  test.each<[string, (place: Shop, contactId: number) => Promise<unknown>, string]>([
    [
      'a blocked contact',
      ({ company }, contactId) => company.sql('update contacts set is_active = false where id = $1', [contactId]),
      'ERR_CONTACT_BLOCKED',
    ],
    [
      'no connection',
      ({ company }) => company.sql('update connections set is_default = false where company_id = $1', [company.id]),
      'ERR_NO_DEF_WAPP_FOUND',
    ],
    [
      'a plan without the feature',
      ({ company }) =>
        company.sql(
          "update plans set features = array_remove(features, 'schedules') where id = (select plan_id from companies where id = $1)",
          [company.id],
        ),
      'ERR_PLAN_LIMIT',
    ],
  ])('%s', async (_what, happens, failure) => {
    const place = await shop()
    const { ana, company, connection } = place
    const contact = await newContact(place)
    const { id } = (
      await ana.post('/schedules', { body: 'Sua hora é amanhã', contactId: contact.id, sendAt: '2031-03-10T09:00' })
    ).body
    await happens(place, contact.id)

    await company.sql('update schedules set send_at = now() where id = $1', [id])

    await eventually(async () => {
      const [row] = await company.sql('select status, failure, sent_at from schedules where id = $1', [id])
      expect(row).toEqual({ status: 'ERRO', failure, sent_at: null })
    })
    expect(arrived(connection.id)).toEqual([])
  })

  test('a chosen connection that was deleted, which is not replaced by another', async () => {
    const place = await shop()
    const second = await place.company.connection()
    const contact = await newContact(place)
    const { id } = (
      await place.ana.post('/schedules', {
        body: 'Sua hora é amanhã',
        contactId: contact.id,
        sendAt: '2031-03-10T09:00',
        whatsappId: second.id,
      })
    ).body
    await place.company.sql('update connections set archived_at = now() where id = $1', [second.id])
    await place.company.sql('update schedules set send_at = now() where id = $1', [id])

    expect(await failed(place.ana, id)).toMatchObject({ failure: 'ERR_NO_WAPP_FOUND' })
  })
})

describe('a repeated message', () => {
  test.each([
    ['daily', '2031-03-10T09:00', '2031-03-10T09:00', '2031-03-11 09:00'],
    // The 31st is the last day of a shorter month, and the 31st again after it.
    ['monthly', '2031-01-31T09:00', '2031-02-28T09:00', '2031-03-31 09:00'],
  ])('%s, since %s: after %s comes %s', async (recurrence, from, sendAt, next) => {
    expect(await nextOf(world, recurrence, from, sendAt)).toBe(next)
  })
})
