import type { Author, Identity, Inbound } from '@guiche/channel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let groups = 0
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

const newGroup = (): Identity => ({ kind: 'group', value: `12036300000001${String((groups += 1)).padStart(4, '0')}` })
const member = (name: string): Author => {
  const number = someNumber()
  return { identity: phone(number), name, address: `${number}@s.whatsapp.net` }
}
const inGroup = (group: Identity, author: Author, body: string) =>
  said(group, body, { isGroup: true, name: '', author })
const named = (group: Identity, subject: string): Inbound => ({
  kind: 'group',
  externalId: group.value,
  from: group,
  subject,
  admins: [],
})

const groupTicket = async (connectionId: number) => {
  const [ticket] = await company.sql(
    'select t.*, c.name from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where t.connection_id = $1',
    [connectionId],
  )
  return { ...ticket, id: Number(ticket.id) }
}

describe('a group', () => {
  test('has the name that its members gave it, on every screen, also after a change', async () => {
    const connection = await company.connection({ allowsGroups: true })
    const who = await company.attendant({ allowGroup: true })
    const [group, ana] = [newGroup(), member('Ana')]
    const screen = await who.listen({ lists: ['group'] })
    await connection.receive(inGroup(group, ana, 'Bom dia'), named(group, 'Condomínio'))
    expect(await groupTicket(connection.id)).toMatchObject({ name: 'Condomínio', status: 'group' })

    await connection.receive(named(group, 'Condomínio\u202E Sol'))

    expect(await groupTicket(connection.id)).toMatchObject({ name: 'Condomínio Sol' })
    await eventually(() =>
      expect(screen.of('contact').at(-1)?.payload).toMatchObject({
        action: 'update',
        contact: { name: 'Condomínio Sol' },
      }),
    )
  })

  test('names the author of each message and of each quoted message', async () => {
    const connection = await company.connection({ allowsGroups: true })
    const who = await company.attendant({ allowGroup: true, allTicket: 'enable' })
    const [group, ana, caio] = [newGroup(), member('Ana'), { ...member(''), name: '' }]
    const question = inGroup(group, ana, 'Alguém tem a chave?')
    await connection.receive(question, { ...inGroup(group, caio, 'Eu'), quotedExternalId: question.externalId })

    const { messages } = (await who.get(`/messages/${(await groupTicket(connection.id)).id}`)).body

    expect(messages).toMatchObject([
      { contact: { name: 'Ana' }, participant: ana.address, dataJson: JSON.stringify({ pushName: 'Ana' }) },
      {
        contact: { name: `+${caio.identity.value}` },
        participant: caio.address,
        quotedMsg: { contact: { name: 'Ana' } },
      },
    ])
  })

  test('names the author of the last message in its row, on every screen, except for our own', async () => {
    const connection = await company.connection({ allowsGroups: true })
    const who = await company.attendant({ allowGroup: true, allTicket: 'enable' })
    const screen = await who.listen({ lists: ['group'] })
    const [group, ana, caio] = [newGroup(), member('Ana'), { ...member(''), name: '' }]
    const shown = () => screen.of('message').at(-1)?.payload.ticket
    await connection.receive(inGroup(group, caio, 'Alguém?'), inGroup(group, ana, 'A luz voltou'))
    const { id } = await groupTicket(connection.id)

    await eventually(() => expect(shown()).toMatchObject({ lastMessage: 'A luz voltou', lastMessageAuthor: 'Ana' }))
    const { tickets } = (await who.get('/tickets?status=group')).body
    expect(tickets.find((ticket: { id: number }) => ticket.id === id)).toMatchObject({ lastMessageAuthor: 'Ana' })
    await connection.receive(inGroup(group, caio, 'Aqui não'))
    await eventually(() => expect(shown()).toMatchObject({ lastMessageAuthor: `+${caio.identity.value}` }))
    await who.post(`/messages/${id}`, { body: 'Que bom' })
    await eventually(() => expect(shown()).toMatchObject({ lastMessage: 'Que bom', lastMessageAuthor: null }))

    const alone = someNumber()
    await connection.receive(said(phone(alone), 'Oi'))
    expect((await who.get('/tickets?status=pending')).body.tickets[0]).toMatchObject({ lastMessageAuthor: null })
  })

  test('hides the numbers of its members from those who may not see numbers', async () => {
    const masked = await world.company()
    await masked.setting('lgpdHideNumber', 'enabled')
    const connection = await masked.connection({ allowsGroups: true })
    const who = await masked.attendant({ allowGroup: true, allTicket: 'enable' })
    const [group, ana] = [newGroup(), member('')]
    await connection.receive(inGroup(group, ana, 'Oi'))
    const [ticket] = await masked.sql('select id from tickets where connection_id = $1', [connection.id])

    const { body } = await who.get(`/messages/${Number(ticket.id)}`)
    const row = await who.get(`/tickets/${Number(ticket.id)}`)

    expect(JSON.stringify([body, row.body])).not.toContain(ana.identity.value)
    expect(row.body.lastMessageAuthor).toMatch(/\d/)
  })

  test('gets answers with their quoted author, and authors get read receipts', async () => {
    const connection = await company.connection({ allowsGroups: true })
    const who = await company.attendant({ allowGroup: true, allTicket: 'enable' })
    const [group, ana] = [newGroup(), member('Ana')]
    const question = inGroup(group, ana, 'Alguém tem a chave?')
    await connection.receive(question)
    const { id } = await groupTicket(connection.id)
    const { messages } = (await who.get(`/messages/${id}`)).body

    expect(
      await who.post(`/messages/${id}`, { body: 'Está na portaria', quotedMsg: { id: messages[0].id } }),
    ).toMatchObject({ status: 200 })
    await who.post('/react/messages', { ticketId: id, id: question.externalId, text: '🔑' })

    const sent = () => world.network.arrived.filter(({ address }) => address === `${group.value}@g.us`)
    await eventually(() => expect(sent().map(({ action }) => action)).toEqual(['read', 'send', 'react']))
    expect(sent()).toMatchObject([
      { readIds: [question.externalId], readAuthors: { [question.externalId]: ana.address } },
      { quoted: { externalId: question.externalId, author: ana.address } },
      { externalId: question.externalId, author: ana.address, fromMe: false },
    ])
  })

  test('without an attendant shows the ack of our last message in its row, to all who see it', async () => {
    const connection = await company.connection({ allowsGroups: true })
    const who = await company.attendant({ allowGroup: true, allTicket: 'enable' })
    const [group, ana] = [newGroup(), member('Ana')]
    await connection.receive(inGroup(group, ana, 'Alguém?'))
    const { id } = await groupTicket(connection.id)
    const screen = await who.listen({ lists: ['group'] })
    const { wid } = (await who.post(`/messages/${id}`, { body: 'Sim' })).body

    await connection.receive({ kind: 'ack', externalId: wid, ack: 2 })

    await eventually(() =>
      expect(screen.of('message').at(-1)?.payload).toMatchObject({
        action: 'update',
        ticket: { id, lastMessageAck: 2 },
      }),
    )
  })

  test.each([
    [false, 'group'],
    [true, 'pending'],
  ])('waits in the queue if groups are tickets (%s), and is in a list of its own if not', async (asTicket, status) => {
    const connection = await company.connection({ allowsGroups: true })
    await company.sql('update connections set group_as_ticket = $1 where id = $2', [asTicket, connection.id])
    await connection.receive(inGroup(newGroup(), member('Ana'), 'Bom dia'))
    expect(await groupTicket(connection.id)).toMatchObject({ status })
  })

  test('is visible only to those who may see groups: in lists, by its address, in events, and to forward to', async () => {
    const queue = await company.queue()
    const connection = await company.connection({ allowsGroups: true, queues: [queue] })
    const [allowed, other] = [
      await company.attendant({ queues: [queue], allowGroup: true }),
      await company.attendant({ queues: [queue] }),
    ]
    const [group, ana, number] = [newGroup(), member('Ana'), someNumber()]
    const screens = [await allowed.listen({ lists: ['group'] }), await other.listen({ lists: ['group'] })]
    await connection.receive(said(number, 'Oi'), inGroup(group, ana, 'Segredo do grupo'))
    const rows = await company.sql(
      'select id, contact_id, is_group from tickets where connection_id = $1 order by is_group',
      [connection.id],
    )
    const [own, secret] = rows.map(({ id, contact_id }) => ({ id: Number(id), contactId: Number(contact_id) }))

    expect((await allowed.get(`/messages/${secret?.id}`)).status).toBe(200)
    expect((await other.get(`/messages/${secret?.id}`)).status).toBe(404)
    expect((await allowed.get('/tickets?status=group&showAll=false')).body.tickets).toContainEqual(
      expect.objectContaining({ id: secret?.id }),
    )
    expect((await other.get('/tickets?status=group&showAll=false')).body.tickets).toEqual([])
    await eventually(() => expect(JSON.stringify(screens[0]?.events)).toContain('Segredo do grupo'))
    expect(JSON.stringify(screens[1]?.events)).not.toContain('Segredo do grupo')
    const [message] = (await other.get(`/messages/${own?.id}`)).body.messages
    expect(await other.post('/message/forward', { messageId: message.id, contactId: secret?.contactId })).toMatchObject(
      { status: 404 },
    )
    expect(
      await allowed.post('/message/forward', { messageId: message.id, contactId: secret?.contactId }),
    ).toMatchObject({ status: 200 })
  })
})
