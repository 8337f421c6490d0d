import { beforeAll, describe, expect, test } from 'vitest'
import type { Desk } from '#test/desk'
import { said, someNumber } from '#test/inbound'
import { asked, farewell, ratingsOfFile, request } from '#test/scenes/ratings'
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
  logOf,
  letPass,
  timersOf,
  askToClose,
  letUndoPass,
} = talks
beforeAll(() => {
  ;({ desk, company, ana } = talks.started)
})

describe('closing a ticket while ratings are on', () => {
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

  test('asks nobody when all tickets are closed', async () => {
    const { id } = await openTalk()

    await (await company.admin()).post('/tickets/closeAll', { status: 'open' })

    expect(await ticketOf(id)).toMatchObject({ status: 'closed' })
    expect(await bodiesOf(id)).toEqual(['Olá'])
  })
})

describe('a closing that can be undone', () => {
  test('of a ticket that awaits its rating closes it with the farewell, if it asks for none', async () => {
    const { id } = await askedTalk()
    await letMinutesPass(id)
    await askToClose(id, { asksRating: false })

    await letUndoPass(id)

    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'closed' }))
    expect(await bodiesOf(id)).toEqual(['Olá', asked, farewell])
  })

  test.each([true, false])('counts as done right after a colleague has asked the customer: %s', async (asksRating) => {
    const { id } = await askedTalk()
    await askToClose(id, { asksRating })
    const listener = await ana.listen()

    await letUndoPass(id)

    await eventually(() =>
      expect(listener.of('pendingChange').map(({ payload }) => payload)).toMatchObject([{ outcome: 'done' }]),
    )
    expect(await ticketOf(id)).toMatchObject({ status: 'nps' })
    expect(await bodiesOf(id)).toEqual(['Olá', asked])
  })

  test('counts as done if a colleague has asked the customer meanwhile', async () => {
    const { id } = await openTalk()
    await askToClose(id, { asksRating: true })
    const listener = await ana.listen()
    await (await company.admin()).put(`/tickets/${id}`, { status: 'closed' })

    await letUndoPass(id)

    await eventually(() =>
      expect(listener.of('pendingChange').map(({ payload }) => payload)).toMatchObject([{ outcome: 'done' }]),
    )
    expect(await ticketOf(id)).toMatchObject({ status: 'nps' })
    expect(await bodiesOf(id)).toEqual(['Olá', asked])
  })
})

describe('a ticket that awaits its rating', () => {
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

  test('is found by its status', async () => {
    const [{ id }, { id: closed, say }, { id: open }] = [await askedTalk(), await askedTalk(), await openTalk()]
    await say('5')

    const { tickets } = (await ana.get('/tickets?status=search&statusFilter=["nps"]&pageNumber=1')).body

    const ids = (tickets as { id: number }[]).map((ticket) => ticket.id)
    expect(ids).toContain(id)
    expect(ids).not.toContain(closed)
    expect(ids).not.toContain(open)
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
