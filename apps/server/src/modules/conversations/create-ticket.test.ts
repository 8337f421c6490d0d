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

test('a contact who has an open ticket on the connection gets no second one: 409 says who has it', async () => {
  const admin = await company.admin()
  const { id, uuid, connection } = await company.ticket()
  const { contactId } = (await admin.get(`/tickets/${id}`)).body
  const answer = await admin.post('/tickets', { contactId, whatsappId: connection.id, queueId: null, userId: null })
  expect(answer.status).toBe(409)
  expect(JSON.parse(answer.body.error)).toMatchObject({ id, uuid })
})

test('a ticket that the database does not take is refused with its own code', async () => {
  const admin = await company.admin()
  const { id, connection } = await company.ticket()
  const { contactId } = (await admin.get(`/tickets/${id}`)).body
  await admin.put(`/tickets/${id}`, { status: 'closed' })
  await world.sql(`
    create function take_nothing() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger takes_nothing before insert on tickets for each row execute function take_nothing()`)

  const answer = await admin.post('/tickets', { contactId, whatsappId: connection.id, queueId: null, userId: null })
  await world.sql('drop trigger takes_nothing on tickets')
  expect(answer).toMatchObject({ status: 500, body: { error: 'ERR_CREATING_TICKET' } })
})

test('without a chosen connection a ticket needs one that is connected', async () => {
  const own = await world.company()
  const admin = await own.admin()
  const connection = await own.connection()
  const contact = (await admin.post('/contacts', { name: 'Rita Moura', number: '5511987650001' })).body
  const begin = () => admin.post('/tickets', { contactId: contact.id, queueId: null, userId: null })

  await own.sql("update connections set status = 'disconnected' where id = $1", [connection.id])
  expect(await begin()).toMatchObject({ status: 400, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } })
  await own.sql("update connections set status = 'connected' where id = $1", [connection.id])
  expect(await begin()).toMatchObject({ status: 200, body: { whatsappId: connection.id } })
})
