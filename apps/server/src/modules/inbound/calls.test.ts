import { randomUUID } from 'node:crypto'
import type { CallOutcome, Identity, Inbound } from '@guiche/channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, type TestConnection, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let ana: Person
let queue: { id: number; name: string }
let connection: TestConnection
let number: string
let numbers = 0

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  ana = await company.attendant({ queues: [queue] })
})
afterAll(() => world.close())
beforeEach(async () => {
  connection = await company.connection({ queues: [queue], settings: { greetingMessage: 'Olá! Como podemos ajudar?' } })
  number = `551197${String(++numbers).padStart(7, '0')}`
})

const customer = (): Identity => ({ kind: 'phone', value: number })

const ringing = (externalId: string, more: object = {}): Inbound => ({
  kind: 'message',
  externalId,
  from: customer(),
  name: 'Rita',
  body: '',
  mediaType: 'call_log',
  sentAt: '2026-11-21T17:05:00.000Z',
  call: { isVideo: false },
  ...more,
})

const ended = (externalId: string, outcome: CallOutcome, more: object = {}): Inbound => ({
  kind: 'call',
  externalId,
  outcome,
  from: customer(),
  ...more,
})

async function conversation() {
  const { body } = await ana.get('/tickets?status=pending&showAll=false')
  const ticket = body.tickets.find(({ whatsappId }: { whatsappId: number }) => whatsappId === connection.id)
  return { ticket, messages: (await ana.get(`/messages/${ticket.id}?markRead=false`)).body.messages }
}

describe('a call', () => {
  test('is one message of a waiting ticket, however often it is reported, and shows as missed', async () => {
    const id = randomUUID()
    await connection.receive(ringing(id), ringing(id))
    expect((await conversation()).messages).toMatchObject([
      { mediaType: 'call_log', fromMe: false, body: 'Chamada de voz recebida às 14:05' },
    ])

    await connection.receive(ended(id, 'missed'), ended(id, 'missed'))
    const { ticket, messages } = await conversation()
    expect(messages).toHaveLength(1)
    expect(messages[0].body).toBe('Chamada de voz perdida às 14:05')
    expect(JSON.parse(messages[0].dataJson)).toEqual({
      pushName: 'Rita',
      call: { isVideo: false, outcome: 'missed' },
    })
    expect(ticket).toMatchObject({ unreadMessages: 1, lastMessage: 'Chamada de voz perdida às 14:05' })
    expect((await ana.get(`/messages/getmedia/${ticket.id}`)).body.calls).toMatchObject([{ id: messages[0].id }])
  })

  test('that is refused automatically is answered with one message', async () => {
    const id = randomUUID()
    await connection.receive(ringing(id, { call: { isVideo: true } }))
    await connection.receive(
      ended(id, 'missed'),
      ended(id, 'refused', { byItself: true }),
      ended(id, 'refused', { byItself: true }),
      ended(id, 'missed'),
    )
    const { messages } = await conversation()
    expect(messages).toMatchObject([
      { body: 'Chamada de vídeo recusada às 14:05' },
      { fromMe: true, body: expect.stringContaining('As chamadas de voz e vídeo estão desabilitadas') },
    ])
    await eventually(() => expect(world.network.arrived.filter(({ address }) => address === number)).toHaveLength(1))
  })

  test('is refused in the language of the company', async () => {
    const abroad = await world.company()
    await abroad.sql("update companies set language = 'es' where id = $1", [abroad.id])
    const id = randomUUID()

    const far = await abroad.connection()
    await far.receive(ringing(id), ended(id, 'refused', { byItself: true }))

    await eventually(() =>
      expect(world.network.arrived.filter(({ connectionId }) => connectionId === far.id)).toMatchObject([
        { body: expect.stringContaining('Las llamadas de voz y video están desactivadas') },
      ]),
    )
  })

  test('is answered automatically at most twenty times in ten minutes', async () => {
    for (let nth = 0; nth < 22; nth++) {
      const id = randomUUID()
      await connection.receive(ringing(id), ended(id, 'refused', { byItself: true }))
    }
    const [said] = await company.sql(
      "select count(*)::int as count from messages where connection_id = $1 and origin = 'bot'",
      [connection.id],
    )
    expect(said).toEqual({ count: 20 })
  })

  test('that is answered on the phone needs no answer', async () => {
    const id = randomUUID()
    await connection.receive(ringing(id), ended(id, 'answered'))
    expect((await conversation()).ticket).toMatchObject({
      unreadMessages: 0,
      waitingSince: null,
      lastMessage: 'Chamada de voz atendida às 14:05',
    })
  })

  test('of a group is never answered automatically', async () => {
    const groups = await company.connection({ allowsGroups: true })
    const group: Identity = { kind: 'group', value: `12036${numbers}` }
    const id = randomUUID()
    await groups.receive(
      ringing(id, { from: group, isGroup: true, author: { identity: customer(), name: 'Rita' } }),
      ended(id, 'refused', { from: group, byItself: true }),
    )
    const rows = await company.sql('select body, from_me from messages where connection_id = $1', [groups.id])
    expect(rows).toEqual([{ body: 'Chamada de voz recusada às 14:05', from_me: false }])
  })

  test('whose end comes first shows that end', async () => {
    const id = randomUUID()
    await connection.receive(ringing(randomUUID()))
    await connection.receive(ended(id, 'missed'))
    await connection.receive(ringing(id))
    expect((await conversation()).messages.at(-1).body).toBe('Chamada de voz perdida às 14:05')
  })

  test('cannot be ended by somebody else', async () => {
    const id = randomUUID()
    await connection.receive(ringing(id))
    await connection.receive(ended(id, 'refused', { from: { kind: 'phone', value: '5511900000009' }, byItself: true }))
    expect((await conversation()).messages).toMatchObject([{ body: 'Chamada de voz recebida às 14:05' }])
  })
})
