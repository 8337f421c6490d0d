import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

const messagesOf = async (person: Person, ticketId: number) => (await person.get(`/messages/${ticketId}`)).body.messages

test('a message names its chat as existing clients do, ours too, and in events', async () => {
  const queue = await company.queue()
  const connection = await company.connection({ queues: [queue] })
  const number = someNumber()
  await connection.receive(said(number, 'Oi'))
  const [ticket] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
  await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
  const screen = await admin.listen({ tickets: [ticket.id] })
  await admin.post(`/messages/${ticket.id}`, { body: 'Bom dia' })

  const remoteJid = `${number}@s.whatsapp.net`
  expect(await messagesOf(admin, ticket.id)).toMatchObject([
    { body: 'Oi', remoteJid },
    { body: 'Bom dia', remoteJid },
  ])
  await eventually(() =>
    expect(screen.of('message').map(({ payload }) => payload.message)).toContainEqual(
      expect.objectContaining({ body: 'Bom dia', remoteJid }),
    ),
  )
})

test('it is masked for who must not see numbers, and a chat of the site has none', async () => {
  const hiding = await world.company()
  const boss = await hiding.admin()
  await boss.put('/companySettings', { column: 'lgpdHideNumber', data: 'enabled' })
  const queue = await hiding.queue()
  const ana = await hiding.attendant({ queues: [queue] })
  const connection = await hiding.connection({ queues: [queue] })
  await connection.receive(said('5511987654321', 'Oi'))
  const [ticket] = await hiding.sql('select id::int from tickets where connection_id = $1', [connection.id])
  expect(await messagesOf(ana, ticket.id)).toMatchObject([{ remoteJid: '*****87654321@s.whatsapp.net' }])
  expect(await messagesOf(boss, ticket.id)).toMatchObject([{ remoteJid: '5511987654321@s.whatsapp.net' }])

  const chat = await company.ticket({ queues: [await company.queue()], body: 'Pelo site' })
  expect(await messagesOf(admin, chat.id)).toMatchObject([{ remoteJid: null }])
})
