import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

test('a page has the messages of the chosen queues, and always those of the open ticket and of own ones', async () => {
  const [sales, support] = [await company.queue(), await company.queue()]
  const admin = await company.admin()
  const [ana, bia] = [
    await company.attendant({ queues: [sales] }),
    await company.attendant({ queues: [sales, support] }),
  ]
  const connection = await company.connection({ queues: [sales] })
  await connection.receive(said(someNumber(), 'Sobre a compra'))
  const [first] = (await ana.get('/tickets?status=pending')).body.tickets
  const close = (person: Person, id: number) =>
    person.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
  // Who closes a ticket that waits has it afterwards.
  await close(ana, first.id)
  const begin = async (person: Person, queueId: number, body: string): Promise<number> => {
    const ticket = { contactId: first.contactId, whatsappId: connection.id, queueId, status: 'open' }
    const { id } = (await person.post('/tickets', ticket)).body
    expect(await person.post(`/messages/${id}`, { body })).toMatchObject({ status: 200 })
    return id
  }
  await close(bia, await begin(bia, support.id, 'Sobre o defeito'))
  const open = await begin(admin, sales.id, 'Sobre a troca')

  const read = async (person: Person, queues?: { id: number }[]) => {
    const chosen = queues ? `?selectedQueues=${JSON.stringify(queues.map(({ id }) => id))}` : ''
    const { messages } = (await person.get(`/messages/${open}${chosen}`)).body
    return messages.map(({ body }: { body: string }) => body)
  }

  expect(await read(admin)).toEqual(['Sobre a compra', 'Sobre o defeito', 'Sobre a troca'])
  expect(await read(admin, [sales])).toEqual(['Sobre a compra', 'Sobre a troca'])
  expect(await read(admin, [support])).toEqual(['Sobre o defeito', 'Sobre a troca'])
  expect(await read(admin, [])).toEqual(['Sobre a troca'])
  expect(await read(bia, [sales])).toEqual(['Sobre a compra', 'Sobre o defeito', 'Sobre a troca'])
})
