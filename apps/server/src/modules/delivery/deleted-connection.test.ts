import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let attendant: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  attendant = await company.attendant({ queues: [queue] })
})
afterAll(() => world.close())

async function webChat() {
  const { id, connection } = await company.ticket({ queues: [queue] })
  return { ticket: id, connection: connection.id }
}

async function telephone() {
  const connection = await company.connection({ queues: [queue] })
  await connection.receive(said(someNumber(), 'Olá'))
  const [{ id }] = await company.sql('select id from tickets where connection_id = $1', [connection.id])
  return { ticket: Number(id), connection: connection.id }
}

test.each([
  ['a web chat', webChat],
  ['a telephone', telephone],
])('a message to a customer of %s that was deleted fails with the reason', async (_what, open) => {
  const { ticket, connection } = await open()
  await attendant.put(`/tickets/${ticket}`, { status: 'open', userId: attendant.id })
  expect((await (await company.admin()).delete(`/whatsapp/${connection}`)).status).toBe(200)

  const { body: message } = await attendant.post(`/messages/${ticket}`, { body: 'Ainda está aí?' })
  await eventually(async () => {
    const { messages } = (await attendant.get(`/messages/${ticket}`)).body
    expect(messages.at(-1)).toMatchObject({ id: message.id, ack: 0, failure: 'ERR_CONNECTION_DELETED' })
  })
})
