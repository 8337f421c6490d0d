import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let ana: Person
let number: string
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  ana = await company.attendant({ queues: [queue] })
  world.network.answer(() => ({ status: 'sent' }))
})
afterAll(() => world.close())

async function openTicket(): Promise<number> {
  const connection = await company.connection({ queues: [queue] })
  number = someNumber()
  await connection.receive(said(number, 'Olá'))
  const [{ id }] = await company.sql('select id from tickets where company_id = $1 and connection_id = $2', [
    company.id,
    connection.id,
  ])
  expect((await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })).status).toBe(200)
  return Number(id)
}

const signed = (words: string, name = ana.name) => `*${name}:*\n${words}`
const messagesOf = async (ticket: number) => (await ana.get(`/messages/${ticket}`)).body.messages
const sentTo = (address: string) =>
  world.network.arrived.filter((outbound) => outbound.address === address && outbound.action !== 'read')

describe('a signed message', () => {
  test('goes to the network with the name in bold, and its view tells words and signature apart', async () => {
    const ticket = await openTicket()

    const { body: message } = await ana.post(`/messages/${ticket}`, { body: signed('Seu pedido saiu') })

    expect(message).toMatchObject({ body: signed('Seu pedido saiu'), signature: ana.name })
    await eventually(() => expect(sentTo(number)).toMatchObject([{ body: signed('Seu pedido saiu') }]))
  })

  test('is previewed and quoted with its words alone', async () => {
    const ticket = await openTicket()
    const { body: message } = await ana.post(`/messages/${ticket}`, { body: signed('Seu pedido saiu') })

    const [row] = await company.sql('select last_message, uuid from tickets where company_id = $1 and id = $2', [
      company.id,
      ticket,
    ])
    expect(row.last_message).toBe('Seu pedido saiu')
    const { body: answer } = await ana.post(`/messages/${ticket}`, { body: 'Chega hoje', quotedMsgId: message.id })
    expect(answer.quotedMsg).toMatchObject({ id: message.id, body: 'Seu pedido saiu' })
  })

  test('is forwarded with its words alone', async () => {
    const ticket = await openTicket()
    const { body: message } = await ana.post(`/messages/${ticket}`, { body: signed('Seu pedido saiu') })
    const bia = someNumber()
    const contact = await (await company.admin()).post('/contacts', { name: 'Bia', number: bia, email: '' })

    const { status } = await ana.post('/message/forward', { messageId: message.id, contactId: contact.body.id })

    expect(status).toBe(200)
    await eventually(() => expect(sentTo(bia)).toMatchObject([{ body: 'Seu pedido saiu', isForwarded: true }]))
  })

  test('stays signed with the former name after its author is renamed', async () => {
    const ticket = await openTicket()
    const former = ana.name
    await ana.post(`/messages/${ticket}`, { body: signed('Antes') })
    const renamed = `Ana ${randomBytes(4).toString('hex')}`
    expect((await (await company.admin()).put(`/users/${ana.id}`, { name: renamed })).status).toBe(200)
    ana = { ...ana, name: renamed }

    const [before] = (await messagesOf(ticket)).slice(-1)

    expect(before).toMatchObject({ signature: former, user: { name: renamed } })
  })

  test('from an earlier version is recognised by its first line, whatever its author is called now', async () => {
    const ticket = await openTicket()
    const { body: message } = await ana.post(`/messages/${ticket}`, { body: signed('Seu pedido saiu', 'Ana Antes') })
    await company.sql('update messages set signature = null where company_id = $1 and id = $2', [
      company.id,
      message.id,
    ])

    const { body: answer } = await ana.post(`/messages/${ticket}`, { body: 'Chega hoje', quotedMsgId: message.id })

    expect((await messagesOf(ticket)).find(({ id }: { id: number }) => id === message.id)).toMatchObject({
      signature: 'Ana Antes',
    })
    expect(answer.quotedMsg.body).toBe('Seu pedido saiu')
  })

  test('is edited with its signature, which the preview leaves out', async () => {
    const ticket = await openTicket()
    const { body: message } = await ana.post(`/messages/${ticket}`, { body: signed('Seu pedido saiu') })
    await eventually(() => expect(sentTo(number)).toHaveLength(1))

    const { body: edited } = await ana.post(`/messages/edit/${message.id}`, { body: signed('Seu pedido chegou') })

    expect(edited).toMatchObject({ body: signed('Seu pedido chegou'), signature: ana.name })
    const [row] = await company.sql('select last_message from tickets where company_id = $1 and id = $2', [
      company.id,
      ticket,
    ])
    expect(row.last_message).toBe('Seu pedido chegou')
    await eventually(() => expect(sentTo(number).at(-1)).toMatchObject({ body: signed('Seu pedido chegou') }))
  })
})

describe('a message without a signature', () => {
  test('keeps a bold first line as part of what is said', async () => {
    const ticket = await openTicket()
    const body = '*Atenção:*\nfechamos às 18h'

    const { body: message } = await ana.post(`/messages/${ticket}`, { body })

    expect(message).toMatchObject({ body, signature: null })
    const { body: answer } = await ana.post(`/messages/${ticket}`, { body: 'Até lá', quotedMsgId: message.id })
    expect(answer.quotedMsg.body).toBe(body)
  })

  test('private notes and messages of the customer have none', async () => {
    const ticket = await openTicket()
    await ana.post(`/messages/${ticket}`, { body: signed('só para nós'), isPrivate: true })

    expect((await messagesOf(ticket)).map(({ signature }: { signature: string | null }) => signature)).toEqual([
      null,
      null,
    ])
  })
})
