import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MachineActor } from '#platform/context'
import { closeTicket, lockTicket } from '#modules/tickets'
import { said, someNumber } from '#test/inbound'
import { type Company, type World, createWorld } from '#test/world'
import { createTicket } from './create-ticket.ts'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

test('a ticket that a machine creates without a user waits, on the connection of the machine', async () => {
  const [, connection] = [await company.connection(), await company.connection()]
  await connection.receive(said(someNumber(), 'Olá'))
  const [{ id, contact_id: contactId }] = await company.sql('select id, contact_id from tickets')
  const api: MachineActor = { kind: 'api', companyId: company.id, connectionId: connection.id }
  await world.app.deps.units.run(api, async (ctx) => {
    const ticket = await lockTicket(ctx, Number(id))
    if (ticket) await closeTicket(ctx, ticket)
  })

  const opened = await world.app.deps.units.run(api, (ctx) =>
    createTicket(ctx, { contactId: Number(contactId), queueId: null, whatsappId: null, userId: null, status: 'open' }),
  )

  expect(opened).toMatchObject({ status: 'pending', user_id: null, connection_id: connection.id })
})
