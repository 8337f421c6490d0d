import { beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type MetaShop, type MetaTalk, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile({ mayAnswerLate: false })
let shop: MetaShop
beforeAll(async () => {
  shop = await meta.shop()
})

const hour = 3_600_000
const sends = () => `POST /v25.0/${shop.page.id}/messages`

/** The customer has written so many hours ago. */
async function heardBefore(hours: number, { ticketId, chat }: MetaTalk) {
  chat.friend.lastSeenAt = new Date(Date.now() - hours * hour)
  await shop.company.sql(
    `update conversations v set last_inbound_at = now() - make_interval(hours => $2) from tickets t
     where t.id = $1 and v.company_id = t.company_id and v.id = t.conversation_id`,
    [ticketId, hours],
  )
}

const ticketOf = async ({ ticketId }: MetaTalk) => (await shop.attendant.get(`/tickets/${ticketId}`)).body
const hoursLeft = (moment: string) => (Date.parse(moment) - Date.now()) / hour
const silences = async ({ ticketId }: MetaTalk) =>
  (await shop.admin.get(`/tickets-log/${ticketId}`)).body.filter(
    ({ decision }: { decision: { reason?: string } | null }) => decision?.reason === 'windowClosed',
  )

test('the ticket says until when its customer may be answered', async () => {
  const talk = await meta.talk('page', shop)
  await heardBefore(3, talk)
  const { answerWindow } = await ticketOf(talk)
  expect(answerWindow).toEqual({ until: expect.any(String), usualUntil: answerWindow.until, templates: false })
  expect(hoursLeft(answerWindow.until)).toBeCloseTo(21, 1)

  const phone = await shop.company.connection()
  await phone.receive(said(someNumber(), 'Oi'))
  const { body } = await shop.admin.get('/tickets?status=pending&showAll=true&pageNumber=1')
  const other = body.tickets.find(({ whatsappId }: { whatsappId: number }) => whatsappId === phone.id)
  expect(other).not.toHaveProperty('answerWindow')
})

test('nothing goes to the customer after that: no text, no file, no second try, nothing forwarded', async () => {
  const talk = await meta.talk('page', shop)
  const ours = await talk.write('A tempo')
  await talk.shown(ours.id, ({ ack }) => expect(ack).toBe(2))
  await meta.settled()
  await shop.company.sql(`update messages set failure = 'ERR_SENDING_WAPP_MSG' where id = $1`, [ours.id])
  await heardBefore(25, talk)
  const before = meta.server.requests.length

  const calls = [
    shop.attendant.post(`/messages/${talk.ticketId}`, { body: 'Tarde demais' }),
    shop.attendant.upload(`/messages/${talk.ticketId}`, { body: '' }, [
      { field: 'medias', name: 'a.txt', type: 'text/plain', data: Buffer.from('oi') },
    ]),
    shop.attendant.post(`/messages/${ours.id}/retry`),
    shop.attendant.post('/message/forward', {
      messageId: ours.id,
      contactId: (await ticketOf(talk)).contactId,
    }),
  ]
  for (const { status, body } of await Promise.all(calls))
    expect([status, body.error]).toEqual([400, 'ERR_WINDOW_CLOSED'])
  expect(meta.server.requests.slice(before).filter((one) => one === sends())).toEqual([])

  const note = await shop.attendant.post(`/messages/${talk.ticketId}`, { body: 'Ligar amanhã', isPrivate: true })
  expect(note.status).toBe(200)
})

test('no reaction goes to the customer after that', async () => {
  const talk = await meta.talk('instagram', shop)
  const [first] = await talk.messages()
  await heardBefore(25, talk)
  const before = meta.server.requests.length
  const answer = await shop.attendant.post('/react/messages', { text: '❤', id: first.wid, ticketId: talk.ticketId })
  expect([answer.status, answer.body.error]).toEqual([400, 'ERR_WINDOW_CLOSED'])
  await talk.shown(first.id, ({ reactions }) => expect(reactions).toEqual([]))
  expect(meta.server.requests.slice(before).filter((one) => one === sends())).toEqual([])
})

test('a schedule that is due after that fails with the reason', async () => {
  const talk = await meta.talk('page', shop)
  const { contactId } = await ticketOf(talk)
  const { status, body } = await shop.attendant.post('/schedules', {
    contactId,
    whatsappId: shop.connections.page,
    body: 'Não esqueça',
    sendAt: '2031-03-10T09:00',
  })
  expect(status).toBe(200)
  await heardBefore(25, talk)
  await shop.company.sql('update schedules set send_at = now() where id = $1', [body.id])
  await eventually(async () =>
    expect((await shop.attendant.get(`/schedules/${body.id}`)).body).toMatchObject({ failure: 'ERR_WINDOW_CLOSED' }),
  )
  expect((await talk.messages()).map((message: { body: string }) => message.body)).toEqual(['Oi'])
})

test('a program is refused after that, and nothing is stored', async () => {
  const official = await meta.numberShop()
  const { person, ticketId, messages } = await meta.chat(official)
  await official.company.sql(
    `update conversations v set last_inbound_at = now() - interval '25 hours' from tickets t
     where t.id = $1 and v.company_id = t.company_id and v.id = t.conversation_id`,
    [ticketId],
  )
  const program = meta.world.program(await official.company.apiToken({ id: official.connectionId }))
  const answer = await program.post('/api/messages/send', { number: person.number, body: 'Seu pedido saiu' })
  expect([answer.status, answer.body.error]).toEqual([400, 'ERR_WINDOW_CLOSED'])
  expect((await messages()).map((message: { body: string }) => message.body)).toEqual(['Oi'])
})

test('machines are silent after that, and the log says so once', async () => {
  const talk = await meta.talk('page', shop)
  await shop.admin.put(`/whatsapp/${shop.connections.page}`, {
    queueIds: [shop.queue.id],
    complationMessage: 'Até logo!',
    ratingMessage: 'De 1 a 5?',
  })
  await shop.company.setting('sendMsgTransfTicket', 'enabled')
  await heardBefore(25, talk)
  const other = await shop.company.attendant({ queues: [shop.queue] })
  const moved = await shop.attendant.put(`/tickets/${talk.ticketId}`, { userId: other.id })
  expect(moved.status).toBe(200)
  const closed = await other.put(`/tickets/${talk.ticketId}`, { status: 'closed', sendFarewellMessage: true })
  expect([closed.status, closed.body.error]).toEqual([200, undefined])

  expect(await ticketOf(talk)).toMatchObject({ status: 'closed' })
  const bodies = (await talk.messages()).map(({ body }: { body: string }) => body)
  expect(bodies).toEqual(['Oi'])
  expect(await silences(talk)).toMatchObject([{ type: 'botSilent', decision: { rule: 'answerWindow' } }])
})

test('the customer opens it again by writing, by a reaction and by a click that leads to the page', async () => {
  const openers = [
    (talk: MetaTalk) => talk.chat.text('Voltei'),
    async (talk: MetaTalk) => {
      const own = [...shop.page.messages.values()].findLast(({ friend }) => friend === talk.chat.friend)
      await talk.chat.react(own?.mid ?? '', 'love', '❤')
    },
    (talk: MetaTalk) => talk.chat.refer({ source: 'SHORTLINK', type: 'OPEN_THREAD', ref: 'promo' }),
  ]
  for (const open of openers) {
    const talk = await meta.talk('page', shop)
    const { id } = await talk.write('Pronto')
    await talk.shown(id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await heardBefore(30, talk)
    expect(hoursLeft((await ticketOf(talk)).answerWindow.until)).toBeLessThan(0)
    await open(talk)
    await eventually(async () => expect(hoursLeft((await ticketOf(talk)).answerWindow.until)).toBeGreaterThan(23))
    const answer = await talk.write('Que bom')
    await talk.shown(answer.id, ({ ack }) => expect(ack).toBeGreaterThan(0))
  }
})
