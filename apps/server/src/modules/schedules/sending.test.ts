import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { type Shop, newContact, shopIn } from '#test/scenes/schedules'
import { unbounded } from '#test/campaigns/unbounded-sending'
import { type Person, type World, createWorld, eventually } from '#test/world'
import { createSendingGuard } from '#modules/sending-guard'
import { addNext } from './due.repository.ts'
import { sendSchedule } from './send-schedule.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A scheduled message whose time comes `ago` before now, as after an outage. */
async function due({ company }: Shop, person: Person, body: object, ago = '1 minute'): Promise<number> {
  const answer = await person.post('/schedules', { body: 'Sua hora é amanhã', sendAt: '2031-03-10T09:00', ...body })
  if (answer.status !== 200) throw new Error(`not scheduled: ${JSON.stringify(answer.body)}`)
  await company.sql(
    'update schedules set send_at = now() - $2::interval, recurs_from = now() - $2::interval where id = $1',
    [answer.body.id, ago],
  )
  return answer.body.id
}

const sent = (person: Person, id: number) =>
  eventually(async () => {
    const { body } = await person.get(`/schedules/${id}`)
    expect(body.status).toBe('ENVIADA')
    return body
  })

const failed = (person: Person, id: number) =>
  eventually(async () => {
    const { body } = await person.get(`/schedules/${id}`)
    expect(body.status).toBe('ERRO')
    return body
  })

const shop = () => shopIn(world)

const arrived = (connectionId: number) =>
  world.network.arrived.filter((one) => one.connectionId === connectionId && one.action === 'send')

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

describe('exactly once (R29)', () => {
  test('processes that have taken the same one send it once', async () => {
    const place = await shop()
    const { ana, company, connection } = place
    const contact = await newContact(place)
    const id = await due(place, ana, { contactId: contact.id })
    const actor = { kind: 'schedule', companyId: company.id, scheduleId: id, forUserId: ana.id } as const

    await Promise.all(
      [1, 2, 3].map(() =>
        world.app.deps.units.run(actor, (ctx) =>
          sendSchedule(ctx, id, { guard: createSendingGuard(unbounded), lateAfter: 15 }),
        ),
      ),
    )

    await sent(ana, id)
    expect(arrived(connection.id)).toHaveLength(1)
  })

  test('one that cannot be sent now is tried again, and does not stop those behind it', async () => {
    const place = await shop()
    const { ana, company } = place
    const [stuck, free] = [await newContact(place, 'Presa'), await newContact(place, 'Livre')]
    // Something unforeseen: the contact cannot get a conversation.
    await company.sql(`create function refuse_${company.id}() returns trigger language plpgsql as $$ begin
      if new.contact_id = ${stuck.id} then raise exception 'on purpose'; end if; return new; end $$`)
    await company.sql(
      `create trigger refuse_${company.id} before insert on conversations for each row execute function refuse_${company.id}()`,
    )

    const first = await due(place, ana, { contactId: stuck.id }, '5 minutes')
    const second = await due(place, ana, { contactId: free.id })

    await sent(ana, second)
    const [row] = await company.sql(
      'select status, tries, not_before > now() as is_waiting from schedules where id = $1',
      [first],
    )
    expect(row).toEqual({ status: 'PENDENTE', tries: 1, is_waiting: true })

    await company.sql(`drop trigger refuse_${company.id} on conversations`)
    await company.sql('update schedules set not_before = now() where id = $1', [first])
    await sent(ana, first)
  })

  test('one that fails at every try is given up with a reason', async () => {
    const place = await shop()
    const { ana, company } = place
    const contact = await newContact(place)
    await company.sql(`create function refuse_${company.id}() returns trigger language plpgsql as $$ begin
      if new.contact_id = ${contact.id} then raise exception 'on purpose'; end if; return new; end $$`)
    await company.sql(
      `create trigger refuse_${company.id} before insert on conversations for each row execute function refuse_${company.id}()`,
    )
    const id = await due(place, ana, { contactId: contact.id }, '5 minutes')
    await company.sql('update schedules set tries = 5, not_before = now() where id = $1', [id])

    expect(await failed(ana, id)).toMatchObject({ failure: 'ERR_SENDING_WAPP_MSG', sentAt: null })
    await company.sql(`drop trigger refuse_${company.id} on conversations`)
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

describe('while the company is blocked', () => {
  const block = ({ company }: Shop) =>
    company.sql('update companies set due_date = current_date - 3 where id = $1', [company.id])
  const rowOf = async ({ company }: Shop, id: number) =>
    (
      await company.sql(
        `select status, failure, tries, not_before > now() as is_waiting from schedules where id = $1`,
        [id],
      )
    )[0]

  test('a message waits, counts no try, and is sent late as soon as the company is renewed', async () => {
    const place = await shop()
    const contact = await newContact(place)
    const { id } = (
      await place.ana.post('/schedules', { body: 'Sua hora', contactId: contact.id, sendAt: '2031-03-10T09:00' })
    ).body
    await block(place)
    await place.company.sql(`update schedules set send_at = now() - interval '2 hours' where id = $1`, [id])
    await eventually(async () =>
      expect(await rowOf(place, id)).toEqual({ status: 'PENDENTE', failure: null, tries: 0, is_waiting: true }),
    )
    expect(arrived(place.connection.id)).toEqual([])

    const operator = await world.operator()
    expect(await operator.post(`/companies/${place.company.id}/renew`, {})).toMatchObject({ status: 200 })

    expect(await sent(place.ana, id)).toMatchObject({ isLate: true })
    expect(arrived(place.connection.id)).toHaveLength(1)
  })

  test('one that has waited for a day is given up with the reason, and a series goes on', async () => {
    const place = await shop()
    const contact = await newContact(place)
    const { id } = (
      await place.ana.post('/schedules', {
        body: 'Lembrete',
        contactId: contact.id,
        sendAt: '2031-03-10T09:00',
        recurrence: 'daily',
      })
    ).body
    await block(place)
    const ago = `now() - interval '25 hours'`
    await place.company.sql(`update schedules set send_at = ${ago}, recurs_from = ${ago} where id = $1`, [id])

    await eventually(async () =>
      expect(await rowOf(place, id)).toMatchObject({ status: 'ERRO', failure: 'ERR_SUBSCRIPTION_EXPIRED' }),
    )
    expect(
      await place.company.sql(
        `select status, send_at > now() as is_ahead from schedules where company_id = $1 and id <> $2`,
        [place.company.id, id],
      ),
    ).toEqual([{ status: 'PENDENTE', is_ahead: true }])
    expect(arrived(place.connection.id)).toEqual([])
  })
})

describe('a repeated message', () => {
  /** The local times of the next ones, when the first was at this local time, and now is after the given one. */
  async function nextOf(recurrence: string, from: string, sendAt: string, until: string | null = null) {
    const place = await shop()
    const { ana, company } = place
    const contact = await newContact(place)
    const { id } = (
      await ana.post('/schedules', {
        body: 'Lembrete',
        contactId: contact.id,
        sendAt: sendAt,
        recurrence,
        recursUntil: until,
      })
    ).body
    await company.sql(
      "update schedules set recurs_from = $2::timestamp at time zone 'America/Sao_Paulo' where id = $1",
      [id, from],
    )
    const next = await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) => addNext(ctx, id))
    if (next === undefined) return undefined
    const [row] = await company.sql(
      "select to_char(send_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI') as at from schedules where id = $1",
      [next],
    )
    return row.at
  }

  test.each([
    ['daily', '2031-03-10T09:00', '2031-03-10T09:00', '2031-03-11 09:00'],
    ['weekly', '2031-03-10T09:00', '2031-03-10T09:00', '2031-03-17 09:00'],
    // A Friday.
    ['weekdays', '2031-03-14T09:00', '2031-03-14T09:00', '2031-03-17 09:00'],
    ['monthly', '2031-03-10T09:00', '2031-03-10T09:00', '2031-04-10 09:00'],
    // The 31st is the last day of a shorter month, and the 31st again after it.
    ['monthly', '2031-01-31T09:00', '2031-01-31T09:00', '2031-02-28 09:00'],
    ['monthly', '2031-01-31T09:00', '2031-02-28T09:00', '2031-03-31 09:00'],
    ['yearly', '2032-02-29T09:00', '2032-02-29T09:00', '2033-02-28 09:00'],
    // Times that have passed are left out.
    ['daily', '2020-03-10T09:00', '2031-03-10T09:00', '2031-03-11 09:00'],
  ])('%s, since %s: after %s comes %s', async (recurrence, from, sendAt, next) => {
    expect(await nextOf(recurrence, from, sendAt)).toBe(next)
  })

  test('ends with its last day', async () => {
    expect(await nextOf('daily', '2031-03-10T09:00', '2031-03-10T09:00', '2031-03-11')).toBe('2031-03-11 09:00')
    expect(await nextOf('daily', '2031-03-10T09:00', '2031-03-10T09:00', '2031-03-10')).toBeUndefined()
    expect(await nextOf('none', '2031-03-10T09:00', '2031-03-10T09:00')).toBeUndefined()
  })

  test('is sent late once after three days without the server, and goes on with the next day', async () => {
    const place = await shop()
    const contact = await newContact(place)

    const id = await due(place, place.ana, { contactId: contact.id, recurrence: 'daily' }, '3 days 1 hour')

    expect(await sent(place.ana, id)).toMatchObject({ isLate: true })
    const { body } = await place.ana.get('/schedules')
    expect(body.count).toBe(2)
    const [next] = body.schedules
    expect(next).toMatchObject({ status: 'PENDENTE', recurrence: 'daily' })
    expect(Date.parse(next.sendAt)).toBeGreaterThan(Date.now())
    expect(Date.parse(next.sendAt)).toBeLessThan(Date.now() + 86_400_000)
    expect(arrived(place.connection.id)).toHaveLength(1)
  })

  test('goes on although one of it could not be sent', async () => {
    const place = await shop()
    const contact = await newContact(place)
    await place.company.sql('update contacts set is_active = false where id = $1', [contact.id])

    const id = await due(place, place.ana, { contactId: contact.id, recurrence: 'weekly' })

    await failed(place.ana, id)
    expect((await place.ana.get('/schedules?status=PENDENTE')).body.count).toBe(1)
  })
})
