import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person
beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
})
afterAll(() => world.close())

interface Shop {
  company: Company
  admin: Person
  queue: { id: number }
}

async function shop(): Promise<Shop> {
  const company = await world.company()
  const admin = await company.admin()
  return { company, admin, queue: await company.queue('Comercial') }
}

/** As the midnight that ends the subscription. */
async function block({ company, admin }: Shop): Promise<void> {
  await operator.put(`/companies/${company.id}`, { dueDate: '2020-01-31' })
  await eventually(async () => expect(await admin.get('/tags')).toMatchObject({ status: 402 }))
}

/** As a payment does it. */
async function renew({ company, admin }: Shop): Promise<void> {
  expect(await operator.post(`/companies/${company.id}/renew`, {})).toMatchObject({ status: 200 })
  await eventually(async () => expect(await admin.get('/tags')).toMatchObject({ status: 200 }))
}

const automaticOn = async (connection: TestConnection): Promise<string[]> =>
  (
    await world.sql(`select body from messages where connection_id = $1 and origin = 'bot' order by id`, [
      connection.id,
    ])
  ).map(({ body }) => body)
const ticketsOn = (connection: { id: number }) =>
  world.sql(
    'select id::int, status, queue_id::int, user_id::int, unread_count, last_message, bot from tickets where connection_id = $1 order by id',
    [connection.id],
  )
/** What a user finds in their list. Their rights may be cached for a second. */
async function waitingFor(person: Person, { queue }: Shop): Promise<{ id: number }[]> {
  const answer = await person.get(`/tickets?status=pending&pageNumber=1&queueIds=[${queue.id}]&showAll=false`)
  expect(answer.status).toBe(200)
  return answer.body.tickets
}

const sentOver = (connection: TestConnection) =>
  world.network.tries.filter(({ connectionId }) => connectionId === connection.id)

describe('while a company is blocked, a message of a customer', () => {
  test('is stored and waits in its queue without a greeting; once it has paid, the list has it, and the next message is greeted', async () => {
    const place = await shop()
    await place.company.setting('sendGreetingMessageOneQueues', 'enabled')
    const ana = await place.company.attendant({ queues: [place.queue] })
    const connection = await place.company.connection({
      queues: [place.queue],
      settings: { greetingMessage: 'Olá! Já respondemos.' },
    })
    const number = someNumber()
    await block(place)

    await connection.receive(said(number, 'Vocês abrem hoje?'))

    expect(await automaticOn(connection)).toEqual([])
    expect(await ticketsOn(connection)).toMatchObject([
      { status: 'pending', queue_id: place.queue.id, unread_count: 1, last_message: 'Vocês abrem hoje?' },
    ])
    expect(await ana.get('/tickets?status=pending&pageNumber=1')).toMatchObject({ status: 402 })

    await renew(place)
    const [{ id }] = await ticketsOn(connection)
    await eventually(async () => expect((await waitingFor(ana, place)).map((ticket) => ticket.id)).toEqual([id]))
    expect(await automaticOn(connection)).toEqual([])

    await connection.receive(said(number, 'Olá?'))
    expect(await automaticOn(connection)).toEqual(['Olá! Já respondemos.'])
    expect(await ticketsOn(connection)).toMatchObject([{ id, unread_count: 2 }])
  })

  test('gets no menu, and the menu once it writes again after the payment', async () => {
    const place = await shop()
    const other = await place.company.queue('Suporte')
    const connection = await place.company.connection({
      queues: [place.queue, other],
      settings: { greetingMessage: 'Olá!' },
    })
    const number = someNumber()
    await block(place)
    await connection.receive(said(number, 'Oi'), said(number, '1'))
    expect(await automaticOn(connection)).toEqual([])
    expect(await ticketsOn(connection)).toMatchObject([{ status: 'pending', queue_id: null, unread_count: 2 }])

    await renew(place)
    await connection.receive(said(number, 'Oi?'))

    expect(await automaticOn(connection)).toEqual([expect.stringContaining('*[ 2 ]* - Suporte')])
  })

  test('that arrives late, after the payment, is not greeted either', async () => {
    const place = await shop()
    await place.company.setting('sendGreetingMessageOneQueues', 'enabled')
    const connection = await place.company.connection({ settings: { greetingMessage: 'Olá!' } })
    await block(place)
    const before = new Date(Date.now() - 5000).toISOString()
    await renew(place)

    await connection.receive(said(someNumber(), 'De ontem', { sentAt: before }))
    expect(await automaticOn(connection)).toEqual([])
    await connection.receive(said(someNumber(), 'De agora'))
    expect(await automaticOn(connection)).toEqual(['Olá!'])
  })

  test('gets no out-of-hours text, no refusal of a recording, and no question for consent', async () => {
    const place = await shop()
    const { company } = place
    await company.setting('scheduleType', 'connection')
    await company.setting('enableLGPD', 'enabled')
    await company.setting('lgpdMessage', 'Guardamos os seus dados.')
    await company.setting('acceptAudioMessageContact', 'disabled')
    const connection = await company.connection({ settings: { outOfHoursMessage: 'Abrimos às nove.' } })
    await world.sql(`update connections set opening_hours = $2 where id = $1`, [
      connection.id,
      JSON.stringify(
        ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
          weekday: '',
          weekdayEn,
        })),
      ),
    ])
    await block(place)

    await connection.receive(said(someNumber(), 'Oi'), said(someNumber(), '', { mediaType: 'audioMessage' }))

    expect(await automaticOn(connection)).toEqual([])
    expect((await ticketsOn(connection)).map(({ status }) => status)).toEqual(['pending', 'pending'])
  })

  test('that answers a question for consent or a rating is read by a person, or counted, without a word', async () => {
    const place = await shop()
    await place.company.setting('userRating', 'enabled')
    const connection = await place.company.connection({
      queues: [place.queue],
      settings: { ratingMessage: 'De 1 a 5?', complationMessage: 'Até logo!' },
    })
    const [rated, asked] = [someNumber(), someNumber()]
    await connection.receive(said(rated, 'Oi'), said(asked, 'Oi'))
    await world.sql(
      `update tickets set status = 'nps', user_id = $2 where connection_id = $1 and id = (select min(id) from tickets where connection_id = $1)`,
      [connection.id, place.admin.id],
    )
    await world.sql(`update tickets set status = 'lgpd' where connection_id = $1 and status = 'pending'`, [
      connection.id,
    ])
    const before = await automaticOn(connection)
    await block(place)

    await connection.receive(said(rated, '5'), said(asked, 'sim'))

    expect(await automaticOn(connection)).toEqual(before)
    expect((await ticketsOn(connection)).map(({ status }) => status)).toEqual(['closed', 'pending'])
  })

  test('to its web chat makes a ticket that waits, and visitors see that nobody is there', async () => {
    const place = await shop()
    const ana = await place.company.attendant({ queues: [place.queue] })
    await ana.listen()
    const chat = await place.company.webChat({ queues: [place.queue] })
    const status = async () => (await world.anonymous.get(`/web-chat/${chat.token}`)).body.online
    await eventually(async () => expect(await status()).toBe(true))
    await block(place)
    expect(await status()).toBe(false)

    const visitor = await place.company.visitor(chat.token)
    await visitor.write('Tem alguém aí?')

    await eventually(async () =>
      expect(await ticketsOn(chat)).toMatchObject([
        { status: 'pending', queue_id: place.queue.id, last_message: 'Tem alguém aí?' },
      ]),
    )
    await renew(place)
    await eventually(async () => expect(await waitingFor(ana, place)).toHaveLength(1))
    await eventually(async () => expect(await status()).toBe(true))
  })

  test('is a call that is not refused with a text', async () => {
    const place = await shop()
    const connection = await place.company.connection({ queues: [place.queue] })
    const number = someNumber()
    const call = said(number, '', { mediaType: 'call_log', call: { isVideo: false } })
    await connection.receive(call)
    await block(place)

    await connection.receive({
      kind: 'call',
      from: call.from,
      externalId: call.externalId,
      outcome: 'refused',
      byItself: true,
    })

    expect(await automaticOn(connection)).toEqual([])
    expect((await ticketsOn(connection))[0].last_message).not.toBe('')
  })
})

describe('what was due while a company was blocked', () => {
  const timers = (connection: { id: number }) =>
    world.sql(
      `select x.kind from ticket_timers x join tickets t on t.company_id = x.company_id and t.id = x.ticket_id where t.connection_id = $1 order by x.kind`,
      [connection.id],
    )

  test('does not close an open ticket for the silence of that time', async () => {
    const place = await shop()
    const connection = await place.company.connection({
      queues: [place.queue],
      settings: { expiresInactiveMessage: 'Encerrado por inatividade.' },
    })
    await world.sql('update connections set idle_close_minutes = 60 where id = $1', [connection.id])
    await connection.receive(said(someNumber(), 'Oi'))
    const [{ id }] = await ticketsOn(connection)
    await place.admin.put(`/tickets/${id}`, { status: 'open', userId: place.admin.id })
    await block(place)
    // Three hours pass.
    await world.sql(
      `update tickets set updated_at = updated_at - interval '3 hours', last_message_at = last_message_at - interval '3 hours' where id = $1`,
      [id],
    )
    await world.sql(
      `update ticket_timers set due_at = now() - interval '2 hours', detail = detail || jsonb_build_object('from', now() - interval '3 hours') where ticket_id = $1`,
      [id],
    )
    // The worker looks every second, and a company that is served would have lost the ticket.
    const other = await servedAndSilent()
    expect((await ticketsOn(connection))[0].status).toBe('open')
    expect(await timers(connection)).toEqual([{ kind: 'inactivity' }])

    await renew(place)

    await eventually(async () => {
      const [timer] = await world.sql(
        'select extract(epoch from due_at - now())::int as rest from ticket_timers where ticket_id = $1',
        [id],
      )
      expect(timer.rest).toBeGreaterThan(3000)
    })
    expect((await ticketsOn(connection))[0].status).toBe('open')
    expect(await automaticOn(connection)).toEqual([])
    expect((await ticketsOn(other))[0].status).toBe('closed')
  })

  /** Its silent ticket is closed, so the worker has run. */
  async function servedAndSilent() {
    const place = await shop()
    const connection = await place.company.connection({ queues: [place.queue] })
    await world.sql('update connections set idle_close_minutes = 60 where id = $1', [connection.id])
    await connection.receive(said(someNumber(), 'Oi'))
    const [{ id }] = await ticketsOn(connection)
    await place.admin.put(`/tickets/${id}`, { status: 'open', userId: place.admin.id })
    await world.sql(`update tickets set updated_at = updated_at - interval '3 hours' where id = $1`, [id])
    await world.sql(
      `update ticket_timers set due_at = now() - interval '2 hours', detail = detail || jsonb_build_object('from', now() - interval '3 hours') where ticket_id = $1`,
      [id],
    )
    await eventually(async () => expect((await ticketsOn(connection))[0].status).toBe('closed'))
    return connection
  }

  test('assigns what waits to an attendant without telling the customer of yesterday', async () => {
    const place = await shop()
    await world.sql('update queues set rotates = true where id = $1', [place.queue.id])
    const ana = await place.company.attendant({ queues: [place.queue] })
    await ana.listen()
    const connection = await place.company.connection({ queues: [place.queue] })
    await block(place)
    await connection.receive(said(someNumber(), 'De ontem'))
    await renew(place)
    await eventually(async () =>
      expect(await ticketsOn(connection)).toMatchObject([{ status: 'open', user_id: ana.id }]),
    )
    expect(await automaticOn(connection)).toEqual([])

    await connection.receive(said(someNumber(), 'De agora'))
    await eventually(async () => expect((await ticketsOn(connection))[1]).toMatchObject({ status: 'open' }))
    expect(await automaticOn(connection)).toHaveLength(1)
  })

  test('closes a ticket that nobody has rated, without a farewell of yesterday', async () => {
    const place = await shop()
    const connection = await place.company.connection({
      queues: [place.queue],
      settings: { complationMessage: 'Até logo!' },
    })
    await world.sql('update connections set rating_close_minutes = 30 where id = $1', [connection.id])
    await connection.receive(said(someNumber(), 'Oi'))
    const [{ id }] = await ticketsOn(connection)
    await block(place)
    // An hour ago the customer was asked for a rating.
    await world.sql(
      `update tickets set status = 'nps', unread_count = 0, user_id = $2, updated_at = now() - interval '1 hour' where id = $1`,
      [id, place.admin.id],
    )
    await world.sql(
      `insert into ticket_timers (company_id, ticket_id, kind, due_at, detail) values ($1, $2, 'rating', now() - interval '30 minutes', '{"rule": 30}')`,
      [place.company.id, id],
    )

    await renew(place)

    await eventually(async () => expect(await ticketsOn(connection)).toMatchObject([{ status: 'closed' }]))
    expect(await automaticOn(connection)).toEqual([])
  })

  test('is not sent to anybody: nothing reaches the network', async () => {
    const place = await shop()
    const connection = await place.company.connection({ queues: [place.queue], settings: { greetingMessage: 'Olá!' } })
    await block(place)
    await connection.receive(said(someNumber(), 'Oi'), said(someNumber(), 'Oi'))
    expect(sentOver(connection)).toEqual([])
  })
})
