import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, createWorld, eventually } from '#test/world'
import { type ShowPresence, createCustomerPresence } from './customer-presence.ts'

let world: World
let company: Company
let admin: Person
let connection: TestConnection
let show: ShowPresence

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  connection = await company.connection()
  show = createCustomerPresence(world.app.deps, { lasts: 30 })
})
afterAll(() => world.close())

describe('the presence of a customer', () => {
  test('ends by itself when their network is silent', async () => {
    const number = someNumber()
    await connection.receive(said(number, 'Oi'))
    const listener = await admin.listen({ lists: ['pending'] })
    await show({ companyId: company.id, connectionId: connection.id }, { kind: 'phone', value: number }, 'composing')
    await eventually(() =>
      expect(listener.of('presence').map(({ payload }) => payload.presence)).toEqual(['composing', 'paused']),
    )
  })

  test('is not shown if they are blocked or have no ticket', async () => {
    const [blocked, gone, other] = [someNumber(), someNumber(), someNumber()]
    await connection.receive(said(blocked, 'Oi'), said(other, 'Oi'))
    await company.sql('update contacts set is_active = false where company_id = $1 and phone = $2', [
      company.id,
      blocked,
    ])
    const listener = await admin.listen({ lists: ['pending'] })
    const at = { companyId: company.id, connectionId: connection.id }
    for (const value of [blocked, gone, other]) await show(at, { kind: 'phone', value }, 'recording')
    await eventually(() => expect(listener.of('presence')).toHaveLength(2))
    expect(new Set(listener.of('presence').map(({ payload }) => payload.ticketId)).size).toBe(1)
  })
})
