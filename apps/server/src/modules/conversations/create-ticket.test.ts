import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, type World, createWorld } from '#test/world'

let world: World
let company: Company

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

test('no ticket is created for a visitor on a web chat that they have not visited', async () => {
  const other = await company.webChat()
  const admin = await company.admin()
  const { id, connection } = await company.ticket()
  const { body: ticket } = await admin.get(`/tickets/${id}`)
  expect((await admin.put(`/tickets/${id}`, { status: 'closed' })).status).toBe(200)

  const begin = (whatsappId: number) =>
    admin.post('/tickets', { contactId: ticket.contactId, whatsappId, queueId: null, userId: null })

  expect(await begin(other.id)).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
  expect(await begin(connection.id)).toMatchObject({ status: 200, body: { whatsappId: connection.id } })
})
