import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, createWorld } from '#test/world'
import { addToOutbox } from './add-to-outbox.ts'

let world: World
let company: Company
let connection: TestConnection
let attendant: Person
let ticket: { id: number; connection_id: number; conversation_id: number }
/** Companies for which the delivery was woken. It does not send in this test. */
const woken: number[] = []

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const queue = await company.queue()
  attendant = await company.attendant({ queues: [queue] })
  connection = await company.connection({ queues: [queue] })
  await connection.receive(said(someNumber(), 'Olá'))
  ;[ticket] = await company.sql('select id, connection_id, conversation_id from tickets where connection_id = $1', [
    connection.id,
  ])
  await attendant.put(`/tickets/${ticket.id}`, { status: 'open', userId: attendant.id })
  await world.app.delivery.stop()
  world.app.deps.wakes.on('outbox', (companyId) => woken.push(companyId))
})
afterAll(() => world.close())
beforeEach(() => void woken.splice(0))

const entry = () => ({
  connectionId: ticket.connection_id,
  conversationId: ticket.conversation_id,
  action: 'read' as const,
  messageId: null,
})
const act = (work: Parameters<typeof world.app.deps.units.run<{ kind: 'system'; companyId: number }, void>>[1]) =>
  world.app.deps.units.run({ kind: 'system', companyId: company.id }, work)

test('several entries of one unit of work wake the delivery once, after the commit', async () => {
  await act(async (ctx) => {
    await addToOutbox(ctx, entry()).execute(ctx.db)
    await addToOutbox(ctx, entry()).execute(ctx.db)
    expect(woken).toEqual([])
  })
  expect(woken).toEqual([company.id])
})

test('an entry that is rolled back does not wake the delivery', async () => {
  const broken = act(async (ctx) => {
    await addToOutbox(ctx, entry()).execute(ctx.db)
    throw new Error('on purpose')
  })
  await expect(broken).rejects.toThrow('on purpose')
  expect(woken).toEqual([])
})

test('each call that adds to the outbox wakes the delivery', async () => {
  const message = (await attendant.post(`/messages/${ticket.id}`, { body: 'Bom dia' })).body
  expect(woken.splice(0)).toEqual([company.id])

  await attendant.post('/react/messages', { ticketId: ticket.id, id: message.wid, text: '👍' })
  await attendant.post(`/messages/edit/${message.id}`, { body: 'Boa tarde' })
  await company.sql('update outbox set attempts = 1', [])
  await attendant.delete(`/messages/${message.id}`)
  expect(woken).toEqual([company.id, company.id, company.id])
})

test('a private note does not wake the delivery', async () => {
  await attendant.post(`/messages/${ticket.id}`, { body: 'só entre nós', isPrivate: true })
  expect(woken).toEqual([])
})
