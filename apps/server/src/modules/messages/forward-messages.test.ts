import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let connection: TestConnection
let ana: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

beforeEach(async () => {
  queue = await company.queue()
  connection = await company.connection({ queues: [queue] })
  ana = await company.attendant({ queues: [queue] })
})

const ticketOf = async (number: string) => {
  const [ticket] = await company.sql(
    `select t.* from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
     where t.company_id = $1 and t.connection_id = $2 and c.phone = $3 order by t.id desc`,
    [company.id, connection.id, number],
  )
  return ticket && { ...ticket, id: Number(ticket.id), contact_id: Number(ticket.contact_id) }
}

/** Creates a conversation with these messages of a customer. */
async function conversation(...texts: string[]) {
  const number = someNumber()
  await connection.receive(...texts.map((text) => said(number, text)))
  const ticket = await ticketOf(number)
  const { body } = await ana.get(`/messages/${ticket.id}?markRead=false`)
  return { number, ticket, messages: body.messages as { id: number; body: string }[] }
}

const known = async (number = someNumber()) => {
  const { status, body } = await (await company.admin()).post('/contacts', { name: 'Bia', number, email: '' })
  expect(status).toBe(200)
  return { id: body.id as number, number }
}

const allOf = ([first, ...others]: { id: number }[]) => ({
  messageId: first?.id,
  moreMessageIds: others.map(({ id }) => id),
})

const sentTo = (number: string) =>
  world.network.arrived.filter(({ address, action }) => address === number && action === 'send')

describe('forwarding a message', () => {
  test('sends the text unchanged and flagged, and opens a ticket for the user in the queue of the source', async () => {
    const { messages } = await conversation('Oi, {{name}}, o endereço é este')
    const bia = await known()

    const { status, body } = await ana.post('/message/forward', {
      messageId: messages[0]?.id,
      contactId: bia.id,
      signMessage: true,
    })

    expect(status).toBe(200)
    expect(await ticketOf(bia.number)).toMatchObject({
      id: body.ticketId,
      status: 'open',
      user_id: ana.id,
      queue_id: queue.id,
    })
    expect((await ana.get(`/messages/${body.ticketId}`)).body.messages).toMatchObject([
      { body: 'Oi, {{name}}, o endereço é este', isForwarded: true, fromMe: true, user: { id: ana.id } },
    ])
    await eventually(() =>
      expect(sentTo(bia.number)).toMatchObject([{ body: 'Oi, {{name}}, o endereço é este', isForwarded: true }]),
    )
  })

  test('assigns a waiting ticket of the recipient to the user, and leaves a colleague’s ticket with them', async () => {
    const { messages } = await conversation('Segue a nota')
    const [waiting, served] = [await conversation('Cadê?'), await conversation('Oi')]
    const colleague = await company.attendant({ queues: [queue] })
    await colleague.put(`/tickets/${served.ticket.id}`, { status: 'open', userId: colleague.id })

    for (const { ticket } of [waiting, served])
      expect(
        await ana.post('/message/forward', { messageId: messages[0]?.id, contactId: ticket.contact_id }),
      ).toMatchObject({ status: 200, body: { ticketId: ticket.id, count: 1 } })

    expect(await ticketOf(waiting.number)).toMatchObject({ status: 'open', user_id: ana.id })
    expect(await ticketOf(served.number)).toMatchObject({ status: 'open', user_id: colleague.id })
  })

  test('keeps the order of several messages', async () => {
    const { messages } = await conversation('um', 'dois', 'três')
    const bia = await known()

    await ana.post('/message/forward', { ...allOf(messages), contactId: bia.id })

    await eventually(() => expect(sentTo(bia.number).map(({ body }) => body)).toEqual(['um', 'dois', 'três']))
  })

  test('sends each message 900 ms after the one before it', async () => {
    const { messages } = await conversation('um', 'dois', 'três')
    const bia = await known()
    world.network.answer(() => ({ status: 'retry', reason: 'ERR_WAPP_NOT_INITIALIZED' }))

    const { body } = await ana.post('/message/forward', { ...allOf(messages), contactId: bia.id })
    const due = await company.sql(
      `select (extract(epoch from o.not_before - o.created_at) * 1000)::int as after from outbox o
       join messages m on m.company_id = o.company_id and m.id = o.message_id where m.ticket_id = $1 and o.attempts = 0 order by o.id`,
      [body.ticketId],
    )
    world.network.answer(() => ({ status: 'sent' }))

    expect(due.slice(-2)).toEqual([{ after: 900 }, { after: 1800 }])
  })

  test('a repeated call forwards nothing again, not even after the ticket was closed', async () => {
    const { messages } = await conversation('um', 'dois')
    const bia = await known()
    const body = { ...allOf(messages), contactId: bia.id, clientId: randomUUID() }

    const both = await Promise.all([ana.post('/message/forward', body), ana.post('/message/forward', body)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { ticketId } = both[0]?.body ?? {}
    await ana.put(`/tickets/${ticketId}`, { status: 'closed' })
    expect(await ana.post('/message/forward', body)).toMatchObject({ status: 200, body: { ticketId, count: 2 } })

    expect(
      await company.sql('select body from messages where ticket_id = $1 and is_forwarded', [ticketId]),
    ).toHaveLength(2)
    expect(await ticketOf(bia.number)).toMatchObject({ id: ticketId, status: 'closed' })
  })

  test('reuses the file of the source', async () => {
    const { ticket } = await conversation('Manda a nota?')
    await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id })
    const { body: sent } = await ana.upload(`/messages/${ticket.id}`, { body: 'A nota' }, [
      { field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf },
    ])
    const bia = await known()

    const { body } = await ana.post('/message/forward', { messageId: sent.id, contactId: bia.id })

    const shown = (await ana.get(`/messages/${body.ticketId}`)).body.messages
    expect(shown).toMatchObject([
      { body: 'A nota', mediaType: 'application', mediaName: 'nota.pdf', isForwarded: true },
    ])
    expect(
      await company.sql('select count(distinct file_id)::int as files from messages where id = any($1)', [
        [sent.id, shown[0].id],
      ]),
    ).toEqual([{ files: 1 }])
    await eventually(() =>
      expect(sentTo(bia.number)).toMatchObject([{ media: { name: 'nota.pdf' }, isForwarded: true }]),
    )
  })

  test('sends one message to several contacts by the older call', async () => {
    const { messages } = await conversation('Fechamos no feriado')
    const contacts = [await known(), await known()]

    const answer = await ana.post('/forwardmessage', {
      currentContacts: contacts,
      message: messages[0],
      signMessage: false,
    })

    expect(answer).toMatchObject({ status: 200, body: '2' })
    for (const { number } of contacts)
      await eventually(() => expect(sentTo(number)).toMatchObject([{ body: 'Fechamos no feriado' }]))
  })

  test('reaches contacts without a number by their LID or group address, on any connection', async () => {
    const elsewhere = await company.connection({ queues: [queue], allowsGroups: true })
    const [lid, group] = [`77${someNumber()}`, `12036304711${someNumber()}`]
    await elsewhere.receive(
      said({ kind: 'lid', value: lid }, 'Oi', { name: 'Sem número' }),
      said({ kind: 'group', value: group }, 'Oi', {
        isGroup: true,
        author: { identity: phone(someNumber()), name: 'Caio', address: 'x' },
      }),
    )
    const boss = await company.admin()
    const idOf = async (value: string) =>
      Number((await company.sql('select contact_id as id from contact_identities where value = $1', [value]))[0].id)
    const { messages } = await conversation('Segue o endereço')

    for (const [value, address] of [
      [lid, `${lid}@lid`],
      [group, `${group}@g.us`],
    ] as const) {
      const body = { messageId: messages[0]?.id, contactId: await idOf(value) }
      expect(await boss.post('/message/forward', body)).toMatchObject({ status: 200 })
      await eventually(() =>
        expect(sentTo(address)).toMatchObject([{ body: 'Segue o endereço', connectionId: connection.id }]),
      )
    }
  })

  test('marks the message as forwarded for a visitor of the web chat', async () => {
    const to = await company.ticket({ queues: [queue] })
    const [{ contact_id: contactId }] = await company.sql('select contact_id from tickets where id = $1', [to.id])
    await ana.put(`/tickets/${to.id}`, { status: 'open', userId: ana.id })
    const { body: own } = await ana.post(`/messages/${to.id}`, { body: 'Abrimos às nove' })

    expect((await ana.post('/message/forward', { messageId: own.id, contactId: Number(contactId) })).status).toBe(200)

    const { messages } = (await to.visitor.messages()).body
    const told = messages.filter(({ body }: { body: string }) => body === 'Abrimos às nove')
    expect(told.map(({ isForwarded }: { isForwarded: boolean }) => isForwarded)).toEqual([false, true])
  })

  test('of a web chat visitor to a WhatsApp customer uses the connection of the user', async () => {
    const [from, to] = [await company.ticket({ queues: [queue], body: 'Vocês têm azul?' }), someNumber()]
    const { messages } = (await ana.get(`/messages/${from.id}`)).body
    const bia = await known(to)
    await company.sql('update users set connection_id = $1 where id = $2', [connection.id, ana.id])

    expect(await ana.post('/message/forward', { messageId: messages[0].id, contactId: bia.id })).toMatchObject({
      status: 200,
    })

    await eventually(() => expect(sentTo(to)).toMatchObject([{ body: 'Vocês têm azul?', isForwarded: true }]))
  })
})

describe('forwarding is refused for', () => {
  test('private notes, deleted messages and files that are not fetched yet', async () => {
    const { number, ticket } = await conversation('Oi')
    await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id })
    const { body: note } = await ana.post(`/messages/${ticket.id}`, { body: 'Só entre nós', isPrivate: true })
    const gone = said(number, 'engano')
    const waiting = said(number, '', {
      mediaType: 'image',
      media: { source: {}, mime: 'image/png', name: '', bytes: null },
    })
    await connection.receive(gone, waiting, { kind: 'delete', externalId: gone.externalId, from: phone(number) })
    const bia = await known()
    const idOf = async (wid: string) => {
      const [row] = await company.sql('select id from messages where external_id = $1', [wid])
      return Number(row.id)
    }

    for (const messageId of [note.id, await idOf(gone.externalId), await idOf(waiting.externalId)])
      expect(await ana.post('/message/forward', { messageId, contactId: bia.id })).toMatchObject({ status: 400 })
    expect(await ticketOf(bia.number)).toBeUndefined()
  })

  test('contacts that are unreachable, blocked or of another company', async () => {
    const { messages } = await conversation('Oi')
    const messageId = messages[0]?.id
    const visitor = await company.ticket({ queues: [queue] })
    const [{ contact_id: unreachable }] = await company.sql('select contact_id from tickets where id = $1', [
      visitor.id,
    ])
    const bia = await known()
    await (await company.admin()).put(`/contacts/block/${bia.id}`, { active: false })
    const stranger = await (await world.company()).admin()
    const foreign = (await stranger.post('/contacts', { name: 'Rui', number: someNumber(), email: '' })).body

    expect(await ana.post('/message/forward', { messageId, contactId: Number(unreachable) })).toMatchObject({
      status: 400,
    })
    expect(await ana.post('/message/forward', { messageId, contactId: bia.id })).toMatchObject({
      status: 400,
      body: { error: 'ERR_CONTACT_BLOCKED' },
    })
    expect(await ana.post('/message/forward', { messageId, contactId: foreign.id })).toMatchObject({ status: 404 })
    expect(await stranger.post('/message/forward', { messageId, contactId: foreign.id })).toMatchObject({ status: 404 })
    expect(
      await company.sql('select 1 from messages where company_id = $1 and is_forwarded and connection_id = $2', [
        company.id,
        connection.id,
      ]),
    ).toEqual([])
  })

  test('messages and tickets that the user may not see', async () => {
    const { messages, ticket } = await conversation('Segredo')
    const outsider = await company.attendant({ queues: [await company.queue()] })
    const bia = await known()
    expect(await outsider.post('/message/forward', { messageId: messages[0]?.id, contactId: bia.id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_MESSAGE_FOUND' },
    })

    const other = await company.queue()
    await company.sql('update tickets set queue_id = $1 where id = $2', [other.id, ticket.id])
    const mine = await conversation('Oi')
    expect(
      await ana.post('/message/forward', { messageId: mine.messages[0]?.id, contactId: ticket.contact_id }),
    ).toMatchObject({ status: 409 })
    expect(await company.sql('select 1 from messages where ticket_id = $1 and is_forwarded', [ticket.id])).toEqual([])
  })
})
