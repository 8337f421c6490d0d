import { limits, isAnonymous } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '../inbound.ts'
import {
  type Company,
  type TestConnection,
  type Listener,
  type Person,
  type World,
  createWorld,
  eventually,
} from '#test/world'
import { calls, sampleOf, withQuery } from './contract-input.ts'

/** Numbers of a customer without a name, of one with a name, and of a group member. */
const nameless = someNumber()
const named = someNumber()
const member = someNumber()
/** In an extra field of the one without a name. */
const another = someNumber()

let world: World
let company: Company
let connection: TestConnection
let admin: Person
let agent: Person
let heard: Listener
let tickets: { id: number; uuid: string; contactId: number }[]
let messageId: number

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  await company.setting('lgpdHideNumber', 'enabled')
  const queue = await company.queue()
  agent = await company.attendant({
    queues: [queue],
    allTicket: 'enable',
    allowGroup: true,
    allowRealTime: 'enabled',
    showDashboard: 'enabled',
  })
  heard = await agent.listen({ lists: ['open', 'pending', 'group'], notification: true })
  connection = await company.connection({ queues: [queue], allowsGroups: true })
  await connection.receive(said(nameless, 'Bom dia', { name: nameless }))
  const greeting = said(named, 'Boa tarde', { name: 'Mariana' })
  await connection.receive(greeting)
  await connection.receive({ kind: 'reaction', externalId: greeting.externalId, emoji: '👍', from: greeting.from })
  await connection.receive(
    said({ kind: 'group', value: `${member}-1600000000@g.us` }, 'Boa noite', { isGroup: true, name: 'Grupo' }),
  )
  tickets = (
    await company.sql(
      `select t.id::int, t.uuid, v.contact_id::int as "contactId" from tickets t
       join conversations v on v.company_id = t.company_id and v.id = t.conversation_id where t.company_id = $1 order by t.id`,
      [company.id],
    )
  ).map(({ id, uuid, contactId }) => ({ id, uuid, contactId }))
  await admin.put(`/contacts/${tickets[0]?.contactId}`, {
    extraInfo: [
      { name: 'Mãe', value: `Rita, ${another}` },
      { name: 'Plano', value: 'Ouro 2026' },
    ],
  })
  messageId = Number(
    (await company.sql('select min(id) as id from messages where company_id = $1', [company.id]))[0].id,
  )
  for (const ticket of tickets) heard.socket.emit('joinChatBox', String(ticket.id))
})
afterAll(() => world.close())

const full = () => [nameless, named, another].flatMap((number) => [number, number.slice(2)])

function expectHidden(what: unknown, said: unknown): void {
  const text = JSON.stringify(said)
  expect({ what, shown: full().filter((number) => text.includes(number)) }).toEqual({ what, shown: [] })
}

describe('an attendant for whom phone numbers are masked (S67)', () => {
  const reads = calls.filter(([, { method, access }]) => method === 'GET' && !isAnonymous(access) && access !== 'super')

  test.each(reads)('gets no number in answers of %s', async (name, endpoint) => {
    const sample = sampleOf(endpoint)
    for (const { id, uuid, contactId } of tickets) {
      const values: Record<string, string | number> = { ticketId: id, uuid, contactId, number: named, messageId }
      const own = endpoint.path.startsWith('/contact') ? contactId : endpoint.path.startsWith('/users') ? agent.id : id
      const url = endpoint.path.replace(/:(\w+)/g, (_whole, key: string) => String(values[key] ?? own))
      for (const query of [
        sample.query,
        { ...sample.query, ticketId: id, contactId, showAll: true, status: 'pending' },
      ]) {
        const { status, body } = await agent.get(withQuery({ url, query }))
        expect({ name, isAnswer: status < 500 }).toEqual({ name, isAnswer: true })
        expectHidden(url, body)
      }
    }
  })

  test('finds the conversations without seeing a number', async () => {
    const { body } = await agent.get('/tickets?status=pending&showAll=true')
    expect(body.tickets.length).toBeGreaterThanOrEqual(2)
    expectHidden('list', body)
    for (const { id } of tickets) expectHidden(id, (await agent.get(`/messages/${id}`)).body)
  })

  test('gets no number in answers to their actions: accept, write, note, transfer, tag, close', async () => {
    const [first] = tickets
    if (!first) throw new Error('no ticket')
    const answers = [
      await agent.put(`/tickets/${first.id}`, { status: 'open', userId: agent.id }),
      await agent.post(`/messages/${first.id}`, { body: 'Olá, {{name}} {{number}} {{phone}}' }),
      await agent.post('/ticket-notes', { note: 'Ligar depois', ticketId: first.id, contactId: first.contactId }),
      await agent.post('/tags/sync', { contactId: first.contactId, tags: [] }),
      await agent.post('/tickets', {
        contactId: first.contactId,
        whatsappId: connection.id,
        userId: agent.id,
        status: 'open',
      }),
      await agent.post('/contacts', { name: 'Outra vez', number: named }),
      await agent.put(`/contacts/${first.contactId}`, { email: 'a@cliente.example' }),
      await agent.put(`/tickets/${first.id}`, { status: 'closed', sendFarewellMessage: false }),
    ]
    for (const [index, { status, body }] of answers.entries()) {
      expect({ index, isAnswer: status < 500 }).toEqual({ index, isAnswer: true })
      expectHidden(index, body)
    }
  })

  test('gets no number from extra fields, and saving the contact keeps them', async () => {
    const path = `/contacts/${tickets[0]?.contactId}`
    const { body: shown } = await agent.get(path)
    expectHidden('contact', shown)
    expect(shown.extraInfo).toMatchObject([{ name: 'Mãe', value: expect.stringMatching(/^Rita, \*{5}\d{8}$/) }, {}])

    const changed = shown.extraInfo.map((field: { name: string }) =>
      field.name === 'Plano' ? { ...field, value: 'Prata 2027' } : field,
    )
    const { name, number } = shown
    for (const extraInfo of [changed, changed.map(({ id: _id, ...field }: { id: number }) => field)]) {
      const { status, body } = await agent.put(path, { name, number, email: '', extraInfo })
      expect(status).toBe(200)
      expectHidden('saved', body)
      expect((await admin.get(path)).body).toMatchObject({
        name: nameless,
        number: nameless,
        extraInfo: [
          { name: 'Mãe', value: `Rita, ${another}` },
          { name: 'Plano', value: 'Prata 2027' },
        ],
      })
    }

    await agent.put(path, { extraInfo: [{ ...shown.extraInfo[0], value: 'Rita, 551144445555' }] })
    expect((await admin.get(path)).body.extraInfo).toMatchObject([{ name: 'Mãe', value: 'Rita, 551144445555' }])
  })

  test("does not see the sender's number in a contact card, but sees other people's numbers", async () => {
    const other = someNumber()
    const card = [named, other]
      .map((number) => `BEGIN:VCARD\nFN:Eu\nTEL;waid=${number}:+${number}\nEND:VCARD`)
      .join('\n')
    const sent = said(named, card, { name: 'Mariana', mediaType: 'contactMessage' })
    await connection.receive(sent, said(named, 'É este', { name: 'Mariana', quotedExternalId: sent.externalId }))
    await connection.receive(said(named, card, { name: 'Mariana', mediaType: 'contactMessage' }))
    await world.app.deps.publisher.idle()

    const id = tickets[1]?.id
    const { body } = await agent.get(`/messages/${id}`)
    expect(body.messages.map(({ quotedMsg }: { quotedMsg: unknown }) => quotedMsg !== null)).toContain(true)
    expect(body.messages.at(-1).body).toContain(other)
    for (const shown of [body, (await agent.get('/tickets?status=pending&showAll=true')).body, heard.events])
      expectHidden('card', shown)
    expect((await admin.get(`/messages/${id}`)).body.messages.at(-1).body).toBe(card)
  })

  test('gets no number in events, while the admin gets them whole', async () => {
    const beside = await admin.listen({ lists: ['open', 'pending'], notification: true })
    await connection.receive(said(named, 'De novo', { name: 'Mariana' }))
    await eventually(() => expect(JSON.stringify(beside.events)).toContain(named))
    await world.app.deps.publisher.idle()
    await eventually(() => expect(JSON.stringify(heard.events)).toContain('De novo'))
    expectHidden('events', heard.events)
    const { body } = await agent.get('/events?after=0')
    expect(body.events.length).toBeGreaterThan(0)
    expect(body.events.length).toBeLessThanOrEqual(limits.catchUpEvents)
    expectHidden('caught up', body)
  })

  test('gets no number in events of acks, while the admin who answered gets it', async () => {
    const { id, contactId } = tickets[1] ?? { id: 0, contactId: 0 }
    const beside = await admin.listen({ lists: ['open'], tickets: [id] })
    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
    const { body: answer } = await admin.post(`/messages/${id}`, { body: 'Um momento' })
    await eventually(() => expect(world.network.arrived.map(({ externalId }) => externalId)).toContain(answer.wid))
    await world.app.deps.publisher.idle()
    await connection.receive({ kind: 'ack', externalId: answer.wid, ack: 3 })

    const ticks = () =>
      beside
        .of('message')
        .filter(({ payload }) => payload.action === 'update' && payload.ticket?.contactId === contactId)
    await eventually(() => expect(ticks().at(-1)?.payload.ticket.contact).toMatchObject({ number: named }))
    await eventually(() => expect(JSON.stringify(heard.events)).toContain('Um momento'))
    await world.app.deps.publisher.idle()
    expectHidden('events', heard.events)
  })
})
