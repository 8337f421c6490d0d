import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let connection: TestConnection
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  connection = await company.connection({ queues: [await company.queue()] })
})
afterAll(() => world.close())

// Random, because the database would compress other data.
const endless = randomBytes(2500).toString('hex')

async function ticketOf(number: string): Promise<number> {
  const [ticket] = await company.sql(
    `select t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
     where t.company_id = $1 and c.phone = $2`,
    [company.id, number],
  )
  return Number(ticket.id)
}

const bodiesIn = async (ticket: number) =>
  (await admin.get(`/messages/${ticket}`)).body.messages.map(({ body }: { body: string }) => body)

const refused = async () =>
  (await company.sql('select id from inbox where company_id = $1 and attempts > 0', [company.id])).length

test.each([
  ['a deletion', { kind: 'delete' as const }],
  ['an edit', { kind: 'edit' as const, body: 'outra coisa' }],
  ['a reaction', { kind: 'reaction' as const, emoji: '👍' }],
])('%s with a huge id does not block other entries', async (_what, change) => {
  const number = someNumber()
  await connection.receive(said(number, 'antes'))
  await connection.receive({ ...change, externalId: endless, from: phone(number) }, said(number, 'depois'))
  expect(await bodiesIn(await ticketOf(number))).toEqual(['antes', 'depois'])
  expect(await refused()).toBe(0)
})

test('a picture with an impossible size and messages with an impossible id are stored, repeated ones once', async () => {
  const number = someNumber()
  const source = { type: 'image', directPath: '/a', key: 'a', sha256: null }
  const media = { source, mime: 'image/jpeg', name: '', bytes: 2 ** 64 - 1 }
  const odd = said(number, 'id sem fim', { externalId: endless })
  await connection.receive(
    said(number, 'foto', { mediaType: 'image', media }),
    odd,
    said(number, 'resposta', { quotedExternalId: endless }),
  )
  await connection.receive(odd)
  expect(await bodiesIn(await ticketOf(number))).toEqual(['foto', 'id sem fim', 'resposta'])
  expect(await refused()).toBe(0)
})

test('a message that always fails is logged in its ticket and shown to the operator, who can retry it', async () => {
  const number = someNumber()
  await connection.receive(said(number, 'Oi'))
  const ticket = await ticketOf(number)
  const screen = await admin.listen({ lists: ['pending'] })
  await connection.deliver(said(number, 'mensagem ilegível', { sentAt: 'ontem' }), said(number, 'e agora?'))

  await eventually(async () => {
    await company.sql('update inbox set not_before = now() where company_id = $1 and dead_at is null', [company.id])
    world.app.inbox.wake(company.id)
    expect(await bodiesIn(ticket)).toEqual(['Oi', 'e agora?'])
  })
  const logged = async () =>
    (await admin.get(`/tickets-log/${ticket}`)).body.filter(({ type }: { type: string }) => type === 'unreadable')
  await eventually(async () => expect(await logged()).toHaveLength(1))
  await eventually(() =>
    expect(screen.of('ticket').filter(({ payload }) => payload.ticket?.id === ticket)).not.toEqual([]),
  )

  const operator = await world.operator()
  const letters = async () =>
    (await operator.get('/operations/dead-letters')).body.filter(
      ({ companyId }: { companyId: number }) => companyId === company.id,
    )
  const [letter] = await letters()
  expect(letter).toMatchObject({ kind: 'inbox', attempts: 8, reason: expect.stringContaining('ontem') })

  await company.sql(`update inbox set payload = payload - 'sentAt' where company_id = $1`, [company.id])
  expect((await operator.post(`/operations/dead-letters/inbox/${letter.id}/retry`)).body).toEqual({ retried: true })
  await eventually(async () => expect(await bodiesIn(ticket)).toContain('mensagem ilegível'))
  expect(await letters()).toEqual([])
})
