import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Desk, createDesk } from '#test/desk'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, eventually } from '#test/world'

let desk: Desk
let world: World
let company: Company
let ana: Person
beforeAll(async () => {
  desk = await createDesk()
  ;({ world, company, attendant: ana } = desk)
  world.network.answer(() => ({ status: 'sent' }))
})
beforeEach(() => company.setting('userRating', 'enabled'))
afterAll(() => desk.world.close())

const request = 'De 1 a 5, que nota você dá ao atendimento, {{firstName}}?'
const asked = 'De 1 a 5, que nota você dá ao atendimento, Mariana?'
const farewell = 'Até logo!'
const invalid = 'Opção inválida, tente novamente.'

interface Talk {
  id: number
  connection: TestConnection
  number: string
  /** What the customer writes. */
  say: (...bodies: string[]) => Promise<void>
}

async function openTalk(settings: object = {}, reopenMinutes = 0): Promise<Talk> {
  const connection = await company.connection({
    queues: [desk.queue],
    settings: { ratingMessage: request, complationMessage: farewell, ...settings },
    reopenMinutes,
  })
  const number = someNumber()
  const id = await desk.openTicket(connection, number)
  return { id, connection, number, say: (...bodies) => connection.receive(...bodies.map((body) => said(number, body))) }
}

const close = (id: number, more: object = {}) => ana.put(`/tickets/${id}`, { status: 'closed', ...more })

async function askedTalk(settings: object = {}, reopenMinutes = 0): Promise<Talk> {
  const talk = await openTalk(settings, reopenMinutes)
  expect((await close(talk.id)).body).toMatchObject({ status: 'nps' })
  return talk
}

/** A closing that comes later than a second click or a repeated call. */
const letMinutesPass = (id: number) =>
  company.sql("update ticket_turns set closed_at = now() - interval '2 minutes' where ticket_id = $1", [id])

const ticketOf = async (id: number) => (await ana.get(`/tickets/${id}`)).body
const bodiesOf = async (id: number): Promise<string[]> =>
  (await company.sql('select body from messages where ticket_id = $1 order by id', [id])).map(({ body }) => body)
const attendancesOf = (id: number) =>
  company.sql(
    `select user_id::int, rating, rated_at is not null as is_rated, closed_at is not null as is_over, finished_at is not null as is_finished
     from ticket_turns where ticket_id = $1 order by id`,
    [id],
  )
const logOf = async (id: number): Promise<string[]> =>
  (
    await company.sql(
      `select kind from ticket_log where ticket_id = $1 and kind not in ('access', 'create', 'open', 'moved', 'rated') order by id`,
      [id],
    )
  ).map(({ kind }) => kind)

describe('closing a ticket while ratings are on', () => {
  test('asks the customer, and closes nothing until they have answered', async () => {
    const { id } = await openTalk()
    const listener = await ana.listen({ lists: ['open'], tickets: [id] })

    const { body } = await close(id)

    expect(body).toMatchObject({ status: 'nps', userId: ana.id, closedAt: null, userRating: null, unreadMessages: 0 })
    expect(await bodiesOf(id)).toEqual(['Olá', asked])
    expect(await attendancesOf(id)).toEqual([
      { user_id: ana.id, rating: null, is_rated: false, is_over: true, is_finished: false },
    ])
    expect(await logOf(id)).toEqual(['nps'])
    await eventually(() => {
      const events = listener.of('ticket').map(({ payload }) => payload)
      expect(events).toContainEqual(expect.objectContaining({ action: 'delete', ticketId: id, status: 'open' }))
      expect(events).toContainEqual(expect.objectContaining({ ticket: expect.objectContaining({ id, status: 'nps' }) }))
    })
  })

  test('sends the request to the customer', async () => {
    await askedTalk()

    await eventually(() => expect(desk.arrived()).toContain(asked))
  })

  test.each([
    ['the attendant chose so', {}, { asksRating: false }, farewell],
    ['there is no farewell', {}, { sendFarewellMessage: false }, undefined],
    ['the connection has no text for it', { ratingMessage: ' ' }, {}, farewell],
  ])('closes it at once if %s', async (_, settings, change, said) => {
    const { id } = await openTalk(settings)

    expect((await close(id, change)).body).toMatchObject({ status: 'closed', userRating: null })

    expect(await bodiesOf(id)).toEqual(said === undefined ? ['Olá'] : ['Olá', said])
    expect(await logOf(id)).toEqual(['closed'])
  })

  test('closes it at once if the company wants no ratings', async () => {
    await company.setting('userRating', 'disabled')
    const { id } = await openTalk()

    expect((await close(id)).body).toMatchObject({ status: 'closed' })
  })

  test('closes a waiting ticket at once: nobody has served it', async () => {
    const connection = await company.connection({ queues: [desk.queue], settings: { ratingMessage: request } })
    await connection.receive(said(someNumber(), 'Oi'))
    const [{ id }] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])

    expect((await close(id)).body).toMatchObject({ status: 'closed' })

    expect(await bodiesOf(id)).toEqual(['Oi'])
  })

  test('closes a group at once, also one that is handled as a ticket', async () => {
    const connection = await company.connection({
      queues: [desk.queue],
      settings: { ratingMessage: request },
      allowsGroups: true,
    })
    await company.sql('update connections set group_as_ticket = true where id = $1', [connection.id])
    await connection.receive(
      said({ kind: 'group', value: `${someNumber()}@g.us` }, 'Olá', { isGroup: true, name: 'Família' }),
    )
    const [{ id }] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
    const admin = await company.admin()
    await admin.put(`/tickets/${id}`, { status: 'open', userId: ana.id, queueId: desk.queue.id })

    expect((await admin.put(`/tickets/${id}`, { status: 'closed' })).body).toMatchObject({ status: 'closed' })
  })

  test('needs the tag that the company wants before it asks', async () => {
    const { id } = await openTalk()
    await company.setting('requiredTag', 'enabled')
    try {
      expect(await close(id)).toMatchObject({ status: 422, body: { error: 'ERR_TAG_REQUIRED' } })
    } finally {
      await company.setting('requiredTag', 'disabled')
    }
    expect(await bodiesOf(id)).toEqual(['Olá'])
  })

  test('asks nobody when all tickets are closed', async () => {
    const { id } = await openTalk()

    await (await company.admin()).post('/tickets/closeAll', { status: 'open' })

    expect(await ticketOf(id)).toMatchObject({ status: 'closed' })
    expect(await bodiesOf(id)).toEqual(['Olá'])
  })

  test('is only for those who may see the ticket', async () => {
    const { id } = await openTalk()
    const stranger = await company.attendant({ queues: [await company.queue()] })

    expect(await stranger.put(`/tickets/${id}`, { status: 'closed', asksRating: true })).toMatchObject({ status: 404 })
    expect(await ticketOf(id)).toMatchObject({ status: 'open' })
  })
})

describe('a closing that can be undone', () => {
  const ask = (id: number, body: object) => ana.post(`/pending-changes/tickets/${id}`, { kind: 'close', ...body })
  const letPass = (id: number) =>
    company.sql("update pending_changes set due_at = now() - interval '1 second' where ticket_id = $1", [id])

  test.each([
    [true, 'nps', asked],
    [false, 'closed', farewell],
  ])('ends as it was chosen, without its browser: %s', async (asksRating, status, said) => {
    const { id } = await openTalk()
    expect(await ask(id, { asksRating })).toMatchObject({ status: 200 })
    expect(await ticketOf(id)).toMatchObject({ status: 'open' })
    expect(await bodiesOf(id)).toEqual(['Olá'])

    await letPass(id)

    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status }))
    expect(await bodiesOf(id)).toEqual(['Olá', said])
  })

  test('of a ticket that awaits its rating closes it with the farewell, if it asks for none', async () => {
    const { id } = await askedTalk()
    await letMinutesPass(id)
    await ask(id, { asksRating: false })

    await letPass(id)

    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'closed' }))
    expect(await bodiesOf(id)).toEqual(['Olá', asked, farewell])
  })

  test.each([true, false])('counts as done right after a colleague has asked the customer: %s', async (asksRating) => {
    const { id } = await askedTalk()
    await ask(id, { asksRating })
    const listener = await ana.listen()

    await letPass(id)

    await eventually(() =>
      expect(listener.of('pendingChange').map(({ payload }) => payload)).toMatchObject([{ outcome: 'done' }]),
    )
    expect(await ticketOf(id)).toMatchObject({ status: 'nps' })
    expect(await bodiesOf(id)).toEqual(['Olá', asked])
  })

  test('counts as done if a colleague has asked the customer meanwhile', async () => {
    const { id } = await openTalk()
    await ask(id, { asksRating: true })
    const listener = await ana.listen()
    await (await company.admin()).put(`/tickets/${id}`, { status: 'closed' })

    await letPass(id)

    await eventually(() =>
      expect(listener.of('pendingChange').map(({ payload }) => payload)).toMatchObject([{ outcome: 'done' }]),
    )
    expect(await ticketOf(id)).toMatchObject({ status: 'nps' })
    expect(await bodiesOf(id)).toEqual(['Olá', asked])
  })
})

describe('the answer of the customer', () => {
  test('is stored with its attendant, and closes the ticket with the farewell', async () => {
    const { id, say } = await askedTalk()
    const listener = await ana.listen({ lists: ['closed'] })

    await say('5')

    const closed = await ticketOf(id)
    expect(closed).toMatchObject({ status: 'closed', userId: ana.id, userRating: { rate: 5 }, unreadMessages: 0 })
    expect(await bodiesOf(id)).toEqual(['Olá', asked, '5', farewell])
    expect(await attendancesOf(id)).toEqual([
      { user_id: ana.id, rating: 5, is_rated: true, is_over: true, is_finished: true },
    ])
    expect(await logOf(id)).toEqual(['nps', 'closed'])
    expect((await ana.get('/tickets?status=closed&pageNumber=1')).body.tickets).toContainEqual(
      expect.objectContaining({ id, userRating: { rate: 5, best: 5 } }),
    )
    await eventually(() =>
      expect(listener.of('ticket').map(({ payload }) => payload.ticket)).toContainEqual(
        expect.objectContaining({ id, userRating: { rate: 5, best: 5 } }),
      ),
    )
  })

  test.each([
    [' 3 ', 3],
    ['4️⃣', 4],
    ['5!', 5],
    ['0', 0],
    ['100', 10],
  ])('is a rating: %s', async (body, rate) => {
    const { id, say } = await askedTalk()

    await say(body)

    expect(await ticketOf(id)).toMatchObject({ status: 'closed', userRating: { rate } })
  })

  test.each([
    ['De 0 a 10, que nota você dá?', '7', { rate: 7, best: 10 }],
    ['1 - Ruim\n2 - Bom\n3 - Ótimo', '3', { rate: 3, best: 3 }],
    ['Que nota você dá ao atendimento em 24 horas?', '4', { rate: 4, best: 5 }],
    [request, '9', { rate: 9, best: 10 }],
  ])('is shown on the scale of the request: %s', async (ratingMessage, body, userRating) => {
    const { id, connection, say } = await askedTalk({ ratingMessage })

    await say(body)

    await company.sql("update connections set settings = settings - 'ratingMessage' where id = $1", [connection.id])
    expect((await ticketOf(id)).userRating).toEqual(userRating)
  })

  test('of an earlier version, without a scale, is one of five, or of ten if it is greater', async () => {
    for (const [rate, best] of [
      [4, 5],
      [8, 10],
    ]) {
      const { id, say } = await askedTalk()
      await say(String(rate))
      await company.sql('update ticket_turns set rating_best = null where ticket_id = $1', [id])

      expect((await ticketOf(id)).userRating).toEqual({ rate, best })
    }
  })

  test.each(['Muito bom', '48213', '-1', '4,5', 'nota 5', ''])('is no rating: %s', async (body) => {
    const { id, say } = await askedTalk()

    await say(body)

    expect(await ticketOf(id)).toMatchObject({ status: 'nps', userRating: null })
    expect(await bodiesOf(id)).toEqual(['Olá', asked, body, invalid, asked])
  })

  test('is asked for as often as the connection says, then a person reads it', async () => {
    const { id, say } = await askedTalk({ maxUseBotQueuesNPS: 2 })
    expect(await ticketOf(id)).toMatchObject({ amountUsedBotQueuesNPS: 1 })
    await say('Muito bom')
    expect(await ticketOf(id)).toMatchObject({ amountUsedBotQueuesNPS: 2 })
    const bell = await ana.listen({ lists: ['pending'] })

    await say('Mas o pedido não chegou')

    expect(await bodiesOf(id)).toEqual(['Olá', asked, 'Muito bom', invalid, asked, 'Mas o pedido não chegou'])
    expect(await ticketOf(id)).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: desk.queue.id,
      unreadMessages: 2,
      userRating: null,
      amountUsedBotQueuesNPS: 0,
    })
    expect(await attendancesOf(id)).toMatchObject([
      { user_id: ana.id, rating: null, is_finished: true },
      { user_id: null, rating: null, is_over: false, is_finished: false },
    ])
    expect(await logOf(id)).toEqual(['nps', 'reopen'])
    await eventually(() =>
      expect(bell.of('ticket').map(({ payload }) => payload.ticket)).toContainEqual(
        expect.objectContaining({ id, status: 'pending' }),
      ),
    )
  })

  test('is stored once: what follows it in the same moment opens the next ticket', async () => {
    const { id, connection, say } = await askedTalk()

    await say('5', '1', 'Obrigada')

    expect(await ticketOf(id)).toMatchObject({ status: 'closed', userRating: { rate: 5 } })
    expect(await bodiesOf(id)).toEqual(['Olá', asked, '5', farewell])
    const [next] = await company.sql(
      `select id::int, status, unread_count from tickets where connection_id = $1 and id <> $2`,
      [connection.id, id],
    )
    expect(next).toMatchObject({ status: 'pending', unread_count: 2 })
    expect(await bodiesOf(next.id)).toEqual(['1', 'Obrigada'])
  })

  test('stays with its attendance when the ticket is reopened', async () => {
    const { id, say } = await askedTalk({}, 60)
    await say('5')

    await say('Mais uma pergunta')

    expect(await ticketOf(id)).toMatchObject({ status: 'pending', userRating: null })
    expect(await attendancesOf(id)).toMatchObject([{ user_id: ana.id, rating: 5 }, { rating: null }])
  })

  test('that was missed while the connection was offline is stored without a farewell', async () => {
    const absence = { since: new Date(Date.now() - 60_000).toISOString(), until: new Date().toISOString() }
    const [rated, other] = [await askedTalk(), await askedTalk()]

    await rated.connection.receive(said(rated.number, '4', { missed: absence }))
    await other.connection.receive(said(other.number, 'Ainda estão aí?', { missed: absence }))

    expect(await ticketOf(rated.id)).toMatchObject({ status: 'closed', userRating: { rate: 4 } })
    expect(await bodiesOf(rated.id)).toEqual(['Olá', asked, '4'])
    expect(await ticketOf(other.id)).toMatchObject({ status: 'pending', unreadMessages: 1 })
    expect(await bodiesOf(other.id)).toEqual(['Olá', asked, 'Ainda estão aí?'])
  })

  test('is not what we write on the phone', async () => {
    const { id, connection, number } = await askedTalk()

    await connection.receive(said(number, '5', { isEcho: true }))

    expect(await ticketOf(id)).toMatchObject({ status: 'nps', userRating: null })
  })

  test('is not the answer to what we have written on the phone meanwhile, which a person reads', async () => {
    const { id, connection, number, say } = await askedTalk()
    await connection.receive(said(number, 'Pode ser às 15 h?', { isEcho: true }))

    await say('15')

    expect(await ticketOf(id)).toMatchObject({ status: 'pending', unreadMessages: 1, userRating: null })
    expect(await bodiesOf(id)).toEqual(['Olá', asked, 'Pode ser às 15 h?', '15'])
  })

  test('is not the answer to a scheduled message, which a person reads', async () => {
    const { id, say } = await askedTalk()
    const { contactId } = await ticketOf(id)
    const reminder = { body: '1 = confirmo, 2 = cancelo', contactId, sendAt: '2031-03-10T09:00' }
    expect((await ana.post('/schedules', reminder)).status).toBe(200)
    await company.sql('update schedules set send_at = now() where contact_id = $1', [contactId])
    await eventually(async () => expect(await bodiesOf(id)).toContain(reminder.body))

    await say('1')

    expect(await ticketOf(id)).toMatchObject({ status: 'pending', unreadMessages: 1, userRating: null })
  })

  test('is not a number below a picture', async () => {
    const { id, connection, number } = await askedTalk()
    const media = { source: {}, mime: 'image/png', name: 'nota.png', bytes: null }

    await connection.receive(said(number, '5', { mediaType: 'image', media }))

    expect(await ticketOf(id)).toMatchObject({ status: 'nps', userRating: null })
  })

  test('that is no rating, more than a day later, is read by a person at once', async () => {
    const { id, say } = await askedTalk()
    await company.sql("update ticket_turns set closed_at = now() - interval '25 hours' where ticket_id = $1", [id])

    await say('Bom dia, quero comprar')

    expect(await ticketOf(id)).toMatchObject({ status: 'pending', unreadMessages: 1 })
    expect(await bodiesOf(id)).toEqual(['Olá', asked, 'Bom dia, quero comprar'])
  })

  test('comes from a visitor of the web chat too', async () => {
    const connection = await company.webChat({
      queues: [desk.queue],
      settings: { ratingMessage: request, complationMessage: farewell },
    })
    const visitor = await company.visitor(connection.token)
    await visitor.write('Oi')
    const id = await eventually(async () => {
      const [ticket] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
      if (!ticket) throw new Error('no ticket yet')
      return ticket.id
    })
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    await close(id)

    await visitor.write('5')

    await eventually(async () =>
      expect(await ticketOf(id)).toMatchObject({ status: 'closed', userRating: { rate: 5 } }),
    )
  })
})

describe('the reason of a rating', () => {
  const why = 'O que motivou sua nota?'
  const askingWhy = { ratingCommentMessage: why }
  const commentOf = async (id: number) =>
    (await company.sql('select rating, rating_comment from ticket_turns where ticket_id = $1 order by id', [id]))[0]

  test('is asked for after it, and closes the ticket, which it does not open again', async () => {
    const { id, connection, say } = await askedTalk(askingWhy, 60)

    await say('2')
    expect(await ticketOf(id)).toMatchObject({ status: 'nps', unreadMessages: 0, userRating: { rate: 2, best: 5 } })
    await say('Demorou muito')

    expect(await ticketOf(id)).toMatchObject({ status: 'closed', unreadMessages: 0 })
    expect(await bodiesOf(id)).toEqual(['Olá', asked, '2', why, 'Demorou muito', farewell])
    expect(await commentOf(id)).toEqual({ rating: 2, rating_comment: 'Demorou muito' })
    expect(await attendancesOf(id)).toHaveLength(1)
    expect(await company.sql('select from tickets where connection_id = $1', [connection.id])).toHaveLength(1)
    const admin = await company.admin()
    const { tickets } = (await admin.get(`/ticket/reports?kind=rated&whatsappId=[${connection.id}]`)).body
    expect(tickets).toMatchObject([{ ticketId: id, NPS: 2, ratingBest: 5, ratingComment: 'Demorou muito' }])
  })

  test('comes with the rating in the same moment too', async () => {
    const { id, say } = await askedTalk(askingWhy)

    await say('5', 'Muito gentil')

    expect(await ticketOf(id)).toMatchObject({ status: 'closed' })
    expect(await commentOf(id)).toEqual({ rating: 5, rating_comment: 'Muito gentil' })
  })

  test('that never comes leaves the rating, and the ticket is closed with the farewell', async () => {
    const { id, connection, say } = await askedTalk(askingWhy)
    await (await company.admin()).put(`/whatsapp/${connection.id}`, { expiresTicketNPS: 5 })
    await say('4')
    expect(await bodiesOf(id)).toEqual(['Olá', asked, '4', why])

    await company.sql("update tickets set updated_at = now() - interval '5 minutes' where id = $1", [id])
    await company.sql("update ticket_timers set due_at = due_at - interval '5 minutes' where ticket_id = $1", [id])

    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'closed' }))
    expect(await bodiesOf(id)).toEqual(['Olá', asked, '4', why, farewell])
    expect(await commentOf(id)).toEqual({ rating: 4, rating_comment: null })
  })

  test('is masked in the report for whom numbers are masked', async () => {
    const { connection, say } = await askedTalk(askingWhy)
    const other = someNumber()
    await say('1', `Liguem para ${other}`)
    await company.setting('lgpdHideNumber', 'enabled')
    try {
      const bia = await company.attendant({ queues: [desk.queue], showDashboard: 'enabled' })
      const { tickets } = (await bia.get(`/ticket/reports?kind=rated&whatsappId=[${connection.id}]`)).body
      expect(tickets).toHaveLength(1)
      expect(JSON.stringify(tickets)).not.toContain(other)
    } finally {
      await company.setting('lgpdHideNumber', 'disabled')
    }
  })
})

describe('a ticket that awaits its rating', () => {
  test('can be taken back by an attendant, and is asked for again when it is closed', async () => {
    const { id, say } = await askedTalk()

    expect((await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })).body).toMatchObject({
      status: 'open',
      userId: ana.id,
    })
    await say('5')
    expect(await ticketOf(id)).toMatchObject({ status: 'open', userRating: null })
    await close(id)
    await say('4')

    expect(await ticketOf(id)).toMatchObject({ status: 'closed', userRating: { rate: 4 } })
    expect(await attendancesOf(id)).toMatchObject([{ rating: null }, { user_id: ana.id, rating: 4 }])
  })

  test.each([
    ['as before', {}],
    ['without a rating', { asksRating: false }],
    ['without a farewell', { sendFarewellMessage: false }],
  ])('keeps waiting when a colleague closes it too, %s', async (_, change) => {
    const { id, say } = await openTalk()
    const bia = await company.attendant({ queues: [desk.queue] })
    await close(id)

    expect((await bia.put(`/tickets/${id}`, { status: 'closed', ...change })).body).toMatchObject({ status: 'nps' })

    expect(await bodiesOf(id)).toEqual(['Olá', asked])
    expect(await logOf(id)).toEqual(['nps'])
    await say('5')
    expect(await ticketOf(id)).toMatchObject({ status: 'closed', userRating: { rate: 5 } })
  })

  test('keeps waiting when it is closed twice at once', async () => {
    const { id } = await openTalk()

    const answers = await Promise.all([close(id), close(id)])

    expect(answers.map(({ body }) => body.status)).toEqual(['nps', 'nps'])
    expect(await bodiesOf(id)).toEqual(['Olá', asked])
  })

  test('is not asked for again by a closing that comes later', async () => {
    const { id } = await askedTalk()
    await letMinutesPass(id)

    expect((await close(id)).body).toMatchObject({ status: 'nps' })

    expect(await bodiesOf(id)).toEqual(['Olá', asked])
  })

  test('is closed by an attendant who wants no rating any more, with the farewell', async () => {
    const { id } = await askedTalk()
    await letMinutesPass(id)

    expect((await close(id, { asksRating: false })).body).toMatchObject({ status: 'closed', userRating: null })

    expect(await bodiesOf(id)).toEqual(['Olá', asked, farewell])
  })

  test('is in no list and in no bell', async () => {
    const { id, say } = await askedTalk()
    await say('Muito bom')

    for (const list of ['status=open', 'status=pending', 'status=closed', 'withUnreadMessages=true']) {
      const { tickets } = (await ana.get(`/tickets?${list}&pageNumber=1`)).body
      expect((tickets as { id: number }[]).map((ticket) => ticket.id)).not.toContain(id)
    }
  })

  test('is found by its status', async () => {
    const [{ id }, { id: closed, say }, { id: open }] = [await askedTalk(), await askedTalk(), await openTalk()]
    await say('5')

    const { tickets } = (await ana.get('/tickets?status=search&statusFilter=["nps"]&pageNumber=1')).body

    const ids = (tickets as { id: number }[]).map((ticket) => ticket.id)
    expect(ids).toContain(id)
    expect(ids).not.toContain(closed)
    expect(ids).not.toContain(open)
  })

  /** What has been set for the ticket is due: it was touched so long ago. */
  const letPass = async (id: number, interval: string) => {
    await company.sql('update tickets set updated_at = now() - $2::interval where id = $1', [id, interval])
    await company.sql('update ticket_timers set due_at = due_at - $2::interval where ticket_id = $1', [id, interval])
  }
  const timersOf = async (id: number) =>
    company.sql(
      `select kind, round(extract(epoch from due_at - t.updated_at) / 60)::int as minutes
       from ticket_timers x join tickets t on t.company_id = x.company_id and t.id = x.ticket_id where t.id = $1`,
      [id],
    )

  test('is closed with the farewell when the time of its connection has passed', async () => {
    const old = await openTalk()
    await (await company.admin()).put(`/whatsapp/${old.connection.id}`, { expiresTicketNPS: 10 })
    await close(old.id)
    expect(await timersOf(old.id)).toEqual([{ kind: 'rating', minutes: 10 }])

    await letPass(old.id, '10 minutes')

    await eventually(async () =>
      expect(await ticketOf(old.id)).toMatchObject({ status: 'closed', userId: ana.id, userRating: null }),
    )
    expect(await bodiesOf(old.id)).toEqual(['Olá', asked, farewell])
    expect(await attendancesOf(old.id)).toMatchObject([{ user_id: ana.id, rating: null, is_finished: true }])
    expect(await timersOf(old.id)).toEqual([])
  })

  test('waits on if somebody has written since its time was set', async () => {
    const { id } = await askedTalk()
    await company.sql("update ticket_timers set due_at = now() - interval '1 second' where ticket_id = $1", [id])

    await eventually(async () => expect(await timersOf(id)).toEqual([{ kind: 'rating', minutes: 24 * 60 }]))

    expect(await ticketOf(id)).toMatchObject({ status: 'nps' })
  })

  test('follows a new time of its connection', async () => {
    const { id, connection } = await askedTalk()
    expect(await timersOf(id)).toEqual([{ kind: 'rating', minutes: 24 * 60 }])

    await (await company.admin()).put(`/whatsapp/${connection.id}`, { expiresTicketNPS: 30 })

    await eventually(async () => expect(await timersOf(id)).toEqual([{ kind: 'rating', minutes: 30 }]))
  })

  test('of a connection without a time is closed after a day, without a farewell out of the blue', async () => {
    const [old, fresh] = [await askedTalk(), await askedTalk()]
    await letPass(fresh.id, '23 hours')
    await letPass(old.id, '24 hours')

    await eventually(async () =>
      expect(await ticketOf(old.id)).toMatchObject({ status: 'closed', userId: ana.id, userRating: null }),
    )
    expect(await bodiesOf(old.id)).toEqual(['Olá', asked])
    expect(await logOf(old.id)).toEqual(['nps', 'closed'])
    expect(await ticketOf(fresh.id)).toMatchObject({ status: 'nps' })
  })

  test('with something that nobody has read waits in its queue when the customer writes nothing more', async () => {
    const [timeless, timed] = [await askedTalk(), await askedTalk()]
    await company.sql('update connections set rating_close_minutes = 60 where id = $1', [timed.connection.id])
    for (const { id, say } of [timeless, timed]) {
      await say('O pedido não chegou')
      expect(await timersOf(id)).toEqual([{ kind: 'rating', minutes: 10 }])
      await letPass(id, '10 minutes')
    }

    for (const { id } of [timeless, timed]) {
      await eventually(async () =>
        expect(await ticketOf(id)).toMatchObject({ status: 'pending', userId: null, unreadMessages: 1 }),
      )
      expect(await bodiesOf(id)).not.toContain(farewell)
    }
  })
})
