import { beforeAll, describe, expect, test } from 'vitest'
import type { Desk } from '#test/desk'
import { said, someNumber } from '#test/inbound'
import { asked, askingWhy, farewell, invalid, ratingsOfFile, request, why } from '#test/scenes/ratings'
import { type Company, type Person, eventually } from '#test/world'

let desk: Desk
let company: Company
let ana: Person
const talks = ratingsOfFile()
const { close, askedTalk, ticketOf, bodiesOf, attendancesOf, commentOf } = talks
beforeAll(() => {
  ;({ desk, company, ana } = talks.started)
})

describe('the answer of the customer', () => {
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
