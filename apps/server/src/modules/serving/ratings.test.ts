import { beforeAll, describe, expect, test } from 'vitest'
import type { Desk } from '#test/desk'
import { asked, askingWhy, farewell, invalid, ratingsOfFile, why } from '#test/scenes/ratings'
import { type Company, type Person, eventually } from '#test/world'

let desk: Desk
let company: Company
let ana: Person
const talks = ratingsOfFile()
const {
  openTalk,
  close,
  askedTalk,
  letMinutesPass,
  ticketOf,
  bodiesOf,
  attendancesOf,
  logOf,
  commentOf,
  letPass,
  timersOf,
  askToClose,
  letUndoPass,
} = talks
beforeAll(() => {
  ;({ desk, company, ana } = talks.started)
})

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

  test('is only for those who may see the ticket', async () => {
    const { id } = await openTalk()
    const stranger = await company.attendant({ queues: [await company.queue()] })

    expect(await stranger.put(`/tickets/${id}`, { status: 'closed', asksRating: true })).toMatchObject({ status: 404 })
    expect(await ticketOf(id)).toMatchObject({ status: 'open' })
  })
})

describe('a closing that can be undone', () => {
  test.each([
    [true, 'nps', asked],
    [false, 'closed', farewell],
  ])('ends as it was chosen, without its browser: %s', async (asksRating, status, said) => {
    const { id } = await openTalk()
    expect(await askToClose(id, { asksRating })).toMatchObject({ status: 200 })
    expect(await ticketOf(id)).toMatchObject({ status: 'open' })
    expect(await bodiesOf(id)).toEqual(['Olá'])

    await letUndoPass(id)

    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status }))
    expect(await bodiesOf(id)).toEqual(['Olá', said])
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
})

describe('the reason of a rating', () => {
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
})
