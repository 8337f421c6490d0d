import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignMessage } from '#test/campaigns/campaign-message'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let admin: Person
let connection: TestConnection
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  admin = await company.admin()
  connection = await company.connection({ queues: [queue] })
})
afterAll(() => world.close())

const advertise = (number: string, body: string, fileId?: number) =>
  campaignMessage(world, company, { connectionId: connection.id, number, body, ...(fileId && { fileId }) })

const stored = async (id: number) =>
  (await company.sql('select ticket_id::int, ack, failure from messages where id = $1', [id]))[0]

const ticketsOf = (conversationId: number) =>
  company.sql('select id::int, status from tickets where conversation_id = $1 order by id', [conversationId])

const sent = (body: string) =>
  eventually(() => expect(world.network.arrived.map((handed) => handed.body)).toContain(body))

test('a campaign’s message is sent, opens no ticket, and gets its acks', async () => {
  const number = someNumber()
  const { id, externalId, conversationId } = await advertise(number, 'Promoção de inverno')

  await sent('Promoção de inverno')
  await eventually(async () => expect(await stored(id)).toMatchObject({ ticket_id: null, ack: 1 }))
  expect(await ticketsOf(conversationId)).toEqual([])

  await connection.receive({ kind: 'ack', externalId, ack: 3 })
  expect(await stored(id)).toMatchObject({ ticket_id: null, ack: 3 })
  await connection.receive({ kind: 'ack', externalId, ack: 2 })
  expect(await stored(id)).toMatchObject({ ack: 3 })
})

test('before an answer nobody sees it: no list, search, media, quote, file or event shows it', async () => {
  const number = someNumber()
  const [file] = await company.sql(
    `insert into files (company_id, storage_key, original_name, mime, bytes)
     values ($1, md5(random()::text), 'oferta-zebra.png', 'image/png', 10) returning id::int`,
    [company.id],
  )
  const listener = await admin.listen({ lists: ['pending', 'open', 'closed', 'search'] })
  const { id, externalId, conversationId } = await advertise(number, 'Oferta zebra', file.id)
  await sent('Oferta zebra')

  const [{ contact_id: contactId }] = await company.sql('select contact_id::int from conversations where id = $1', [
    conversationId,
  ])
  const answers = [
    await admin.get('/tickets?status=pending&showAll=true'),
    await admin.get('/tickets?searchParam=zebra&showAll=true'),
    await admin.get('/search?term=zebra'),
    await admin.get(`/contacts/${contactId}`),
  ]
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/zebra/i)
  expect((await admin.put(`/messages/edit/${id}`, { body: 'Outra' })).status).toBe(404)
  expect((await admin.delete(`/messages/${id}`)).status).toBe(404)
  expect((await admin.post(`/messages/${id}/retry`)).status).toBe(404)

  // Another conversation must not show it either: a quote of it, or a copy.
  const other = someNumber()
  await connection.receive(said(other, 'Sobre isto', { quotedExternalId: externalId }))
  const [ticket] = await company.sql(
    'select t.id::int from tickets t join messages m on m.ticket_id = t.id and m.company_id = t.company_id where m.quoted_external_id = $1',
    [externalId],
  )
  const { body } = await admin.get(`/messages/${ticket.id}?pageNumber=1`)
  expect(JSON.stringify(body)).not.toMatch(/zebra/i)
  await connection.receive({ kind: 'ack', externalId, ack: 2 })
  await world.app.deps.publisher.idle()
  expect(JSON.stringify(listener.events)).not.toMatch(/zebra/i)
})

test('the customer’s answer opens one ticket, with the message above the answer', async () => {
  const number = someNumber()
  const { id, conversationId } = await advertise(number, 'Chegou a coleção nova')
  await sent('Chegou a coleção nova')
  const listener = await admin.listen({ lists: ['pending'] })

  await connection.receive(said(number, 'Quero ver'))

  const tickets = await ticketsOf(conversationId)
  expect(tickets).toEqual([{ id: expect.any(Number), status: 'pending' }])
  expect(await stored(id)).toMatchObject({ ticket_id: tickets[0].id })
  const { body } = await admin.get(`/messages/${tickets[0].id}?pageNumber=1`)
  expect(body.messages.map((message: { body: string; origin: string }) => [message.body, message.origin])).toEqual([
    ['Chegou a coleção nova', 'campaign'],
    ['Quero ver', 'channel'],
  ])
  // For browsers it is new.
  await eventually(() => expect(JSON.stringify(listener.events)).toContain('Chegou a coleção nova'))
})

test('a reaction to the message opens no ticket, and is there when one does', async () => {
  const number = someNumber()
  const { externalId, conversationId } = await advertise(number, 'Só hoje')
  await sent('Só hoje')
  await connection.receive({ kind: 'reaction', externalId, from: { kind: 'phone', value: number }, emoji: '❤️' })
  expect(await ticketsOf(conversationId)).toEqual([])

  await connection.receive(said(number, 'Oi'))
  const [{ id }] = await ticketsOf(conversationId)
  const { body } = await admin.get(`/messages/${id}?pageNumber=1`)
  expect(body.messages[0]).toMatchObject({ body: 'Só hoje', reactions: [{ emoji: '❤️' }] })
})

test('an attendant who opens a ticket by hand, or opens a closed one again, finds the message in it', async () => {
  const number = someNumber()
  const { id, conversationId } = await advertise(number, 'Primeira')
  const [{ contact_id: contactId }] = await company.sql('select contact_id::int from conversations where id = $1', [
    conversationId,
  ])
  const made = await admin.post('/tickets', {
    contactId,
    queueId: queue.id,
    whatsappId: connection.id,
    status: 'open',
    userId: admin.id,
  })
  expect(await stored(id)).toMatchObject({ ticket_id: made.body.id })

  await admin.put(`/tickets/${made.body.id}`, { status: 'closed', userId: admin.id })
  const second = await advertise(number, 'Segunda')
  expect(await stored(second.id)).toMatchObject({ ticket_id: null })
  await admin.put(`/tickets/${made.body.id}`, { status: 'open', userId: admin.id })
  expect(await stored(second.id)).toMatchObject({ ticket_id: made.body.id })
})

test('a message that the network refuses says why, and opens no ticket', async () => {
  const number = someNumber()
  world.network.answer(({ body }) =>
    body === 'Recusada' ? { status: 'rejected', reason: 'ERR_WAPP_INVALID_CONTACT' } : { status: 'sent' },
  )
  const { id, conversationId } = await advertise(number, 'Recusada')
  await eventually(async () =>
    expect(await stored(id)).toEqual({ ticket_id: null, ack: 0, failure: 'ERR_WAPP_INVALID_CONTACT' }),
  )
  expect(await ticketsOf(conversationId)).toEqual([])
})

test('only messages of campaigns may be without a ticket', async () => {
  const { conversationId } = await advertise(someNumber(), 'Olá')
  await expect(
    company.sql(
      `insert into messages (company_id, conversation_id, connection_id, external_id, from_me, origin)
       values ($1, $2, $3, 'sem-ticket', true, 'bot')`,
      [company.id, conversationId, connection.id],
    ),
  ).rejects.toThrow('messages_ticket')
  await expect(
    company.sql(
      `insert into messages (company_id, conversation_id, connection_id, external_id, from_me, origin)
       values ($1, 999999999, $2, 'sem-conversa', true, 'campaign')`,
      [company.id, connection.id],
    ),
  ).rejects.toThrow('messages_conversation')
})
