import { said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, createWorld, eventually } from '#test/world'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let world: World
let company: Company
let connection: TestConnection
let ana: Person
let outsider: Person
let contactId: number
let number: string

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const queue = await company.queue()
  ana = await company.attendant({ queues: [queue] })
  outsider = await company.attendant()
  connection = await company.connection({ queues: [queue] })
})
afterAll(() => world.close())

beforeEach(async () => {
  number = someNumber()
  await connection.receive(said(number, 'Bom dia'))
  const [row] = await company.sql('select id::int from contacts where phone = $1', [number])
  contactId = row.id
})

const stored = async () => {
  const [row] = await company.sql(
    `select c.phone, c.is_active, v.address from contacts c join conversations v on v.contact_id = c.id where c.id = $1`,
    [contactId],
  )
  return row
}
const audited = () =>
  company.sql(
    `select action, actor_user_id::int as who, detail from audit_log
     where company_id = $1 and object = 'contact' and object_id = $2 order by id`,
    [company.id, String(contactId)],
  )

describe('a user outside the queue that serves a contact', () => {
  test('does not change the number, so the conversation is not redirected', async () => {
    const before = await stored()

    const answer = await outsider.put(`/contacts/${contactId}`, { name: 'Trocado', number: someNumber() })

    expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect(await stored()).toEqual(before)
    expect(await audited()).toEqual([])
  })

  test('neither blocks nor unblocks the contact', async () => {
    for (const active of [false, true])
      expect(await outsider.put(`/contacts/block/${contactId}`, { active })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })

    expect(await stored()).toMatchObject({ is_active: true })
  })

  test('can change the name and send the number back as it was shown', async () => {
    const answer = await outsider.put(`/contacts/${contactId}`, { name: 'Mariana Souza', number })

    expect(answer).toMatchObject({ status: 200, body: { name: 'Mariana Souza', number } })
    expect(await stored()).toMatchObject({ phone: number, address: number })
  })

  test('may do both after the conversation is closed', async () => {
    const [{ id }] = await company.sql('select id::int from tickets where contact_id = $1', [contactId])
    await ana.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
    const other = someNumber()

    expect((await outsider.put(`/contacts/${contactId}`, { number: other })).status).toBe(200)
    expect((await outsider.put(`/contacts/block/${contactId}`, { active: false })).status).toBe(200)

    expect(await stored()).toMatchObject({ phone: other, is_active: false })
  })
})

test('a user who sees only one of two open tickets of a contact cannot change the number', async () => {
  const elsewhere = await company.connection({ queues: [await company.queue()] })
  await elsewhere.receive(said(number, 'Bom dia'))

  expect((await ana.put(`/contacts/${contactId}`, { number: someNumber() })).status).toBe(403)
  expect((await (await company.supervisor()).put(`/contacts/${contactId}`, { number: someNumber() })).status).toBe(200)
})

test('a changed number and a block are in the audit log, with the user and the numbers before and after', async () => {
  const other = someNumber()
  expect((await ana.put(`/contacts/${contactId}`, { number: other })).status).toBe(200)
  expect((await ana.put(`/contacts/block/${contactId}`, { active: false })).status).toBe(200)

  await eventually(async () =>
    expect(await audited()).toEqual([
      { action: 'contact.number', who: ana.id, detail: { before: number, after: other } },
      { action: 'contact.blocked', who: ana.id, detail: {} },
    ]),
  )
})
