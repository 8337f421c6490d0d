import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

const token = 'f3c9a1d4-77e2-4b1c-9a55-8c1e5ad0aa42'
const hint = '••••aa42'

/** A ticket on a connection, served by an attendant. */
async function served(settings: object = { wavoip: token }) {
  const queue = await company.queue()
  const ana = await company.attendant({ queues: [queue] })
  const connection = await company.connection({ queues: [queue] })
  await admin.put(`/whatsapp/${connection.id}`, settings)
  const number = someNumber()
  await connection.receive(said(number, 'Podem me ligar?'))
  const [ticket] = await eventually(async () => {
    const found = await company.sql('select id::int, uuid from tickets where connection_id = $1', [connection.id])
    expect(found).toHaveLength(1)
    return found
  })
  await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id, queueId: queue.id })
  return { queue, ana, connection, number, ...ticket }
}

const unavailable = { status: 400, body: { error: 'ERR_CALL_NOT_AVAILABLE' } }

test('who serves a ticket calls the customer on the page of the service, and the audit log says so', async () => {
  const { ana, id, number } = await served()
  const answer = await ana.post(`/tickets/${id}/call`)
  expect(answer.status).toBe(200)
  const url = new URL(answer.body.url)
  expect(url.origin + url.pathname).toBe('https://app.wavoip.com/call')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    token,
    phone: number,
    start_if_ready: 'true',
    close_after_call: 'true',
  })
  expect(
    await company.sql(
      "select actor_user_id::int as by from audit_log where action = 'ticket.called' and object_id = $1",
      [String(id)],
    ),
  ).toEqual([{ by: ana.id }])
})

test('existing clients read the token from the ticket that they serve, and nobody else does', async () => {
  const { ana, queue, id, uuid } = await served()
  const bia = await company.attendant({ queues: [queue], allTicket: 'enable' })
  const whatsapp = async (person: Person, path: string) => (await person.get(path)).body.whatsapp

  expect(await whatsapp(ana, `/tickets/u/${uuid}`)).toMatchObject({ wavoip: token, hasCalls: true })
  expect(await whatsapp(ana, `/tickets/${id}`)).toMatchObject({ wavoip: token })
  expect(await whatsapp(admin, `/tickets/${id}`)).toMatchObject({ wavoip: null, hasCalls: true })
  expect(await admin.post(`/tickets/${id}/call`)).toMatchObject(unavailable)
  expect((await bia.get(`/tickets/${id}`)).body).toMatchObject({ id, whatsapp: { wavoip: null } })
  for (const list of ['/tickets?status=open&showAll=true', '/whatsapp'])
    for (const person of [admin, ana]) expect(JSON.stringify((await person.get(list)).body)).not.toContain(token)

  await ana.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
  expect(await ana.post(`/tickets/${id}/call`)).toMatchObject(unavailable)
})

test('that an existing client was told the token is in the audit log, once an hour', async () => {
  const { ana, connection, id, uuid } = await served()
  await ana.get(`/tickets/u/${uuid}`)
  await ana.get(`/tickets/${id}`)
  await admin.get(`/tickets/${id}`)

  const told = await company.sql(
    `select actor_user_id::int as by, detail from audit_log where action = 'connection.callTokenRead' and object_id = $1`,
    [String(connection.id)],
  )
  expect(told).toEqual([{ by: ana.id, detail: { ticketId: id } }])
})

test('live events leave the token to who has opened a ticket that they serve, and tell it to nobody else', async () => {
  const { ana, id, queue } = await served()
  const bia = await company.attendant({ queues: [queue] })
  const opened = { tickets: [id] }
  const [ofAna, ofBia, ofAdmin] = [await ana.listen(opened), await bia.listen(opened), await admin.listen(opened)]
  const lists = [await ana.listen({ lists: ['open'], notification: true }), await admin.listen({ lists: ['open'] })]
  const tokens = (listener: Listener) =>
    listener
      .of('ticket')
      .flatMap(({ payload }) => (payload.action === 'update' ? [payload.ticket.whatsapp.wavoip] : []))

  await ana.put(`/tickets/${id}`, { isBot: false })
  await eventually(() => {
    expect([ofAna, ofBia, ofAdmin].map(tokens)).toEqual([[token], [null], [null]])
    expect(lists.map(tokens)).toEqual([[null], [null]])
  })

  await ana.put(`/tickets/${id}`, { userId: bia.id, queueId: queue.id, transferNote: 'É com você' })
  await eventually(() => {
    expect(tokens(ofBia).at(-1)).toBe(token)
    expect(tokens(ofAna).at(-1)).toBeNull()
  })
  expect(new Set(tokens(ofAdmin))).toEqual(new Set([null]))
})

test('without a token or a number there is no call', async () => {
  const tokenless = await served({})
  expect((await tokenless.ana.get(`/tickets/${tokenless.id}`)).body.whatsapp).toMatchObject({ hasCalls: false })
  expect(await tokenless.ana.post(`/tickets/${tokenless.id}/call`)).toMatchObject(unavailable)

  const numberless = await served()
  await company.sql('update contacts set phone = null where company_id = $1 and phone = $2', [
    company.id,
    numberless.number,
  ])
  expect((await numberless.ana.get(`/tickets/${numberless.id}`)).body.whatsapp).toMatchObject({ hasCalls: false })
  expect(await numberless.ana.post(`/tickets/${numberless.id}/call`)).toMatchObject(unavailable)
})

test('who must not see numbers gets neither the token nor the page with the number', async () => {
  const hiding = await world.company()
  const boss = await hiding.admin()
  await boss.put('/companySettings', { column: 'lgpdHideNumber', data: 'enabled' })
  const queue = await hiding.queue()
  const ana = await hiding.attendant({ queues: [queue] })
  const connection = await hiding.connection({ queues: [queue] })
  await boss.put(`/whatsapp/${connection.id}`, { wavoip: token })
  await connection.receive(said(someNumber(), 'Oi'))
  const [ticket] = await eventually(async () => {
    const found = await hiding.sql('select id::int from tickets where connection_id = $1', [connection.id])
    expect(found).toHaveLength(1)
    return found
  })
  await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id, queueId: queue.id })
  expect((await ana.get(`/tickets/${ticket.id}`)).body.whatsapp).toMatchObject({ hasCalls: false, wavoip: null })
  expect(await ana.post(`/tickets/${ticket.id}/call`)).toMatchObject(unavailable)
})

test('the token is stored sealed, shown masked, kept when its mask is sent back, and removed', async () => {
  const { connection } = await served()
  const stored = await company.sql('select ciphertext from connection_call_tokens where connection_id = $1', [
    connection.id,
  ])
  expect(stored).toHaveLength(1)
  expect(Buffer.from(stored[0].ciphertext).toString('latin1')).not.toContain(token)
  expect((await admin.get(`/whatsapp/${connection.id}`)).body.wavoip).toBe(hint)

  const count = async () =>
    (await company.sql('select from connection_call_tokens where connection_id = $1', [connection.id])).length
  expect((await admin.put(`/whatsapp/${connection.id}`, { wavoip: hint })).body.wavoip).toBe(hint)
  const behindTheMask = await admin.put(`/whatsapp/${connection.id}`, { wavoip: `${hint}nova-ficha` })
  expect(behindTheMask).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  expect((await admin.put(`/whatsapp/${connection.id}`, { wavoip: 'curto' })).body.wavoip).toBe('••••')
  expect((await admin.put(`/whatsapp/${connection.id}`, { wavoip: '' })).body.wavoip).toBeNull()
  expect(await count()).toBe(0)
  expect(await admin.put(`/whatsapp/${connection.id}`, { wavoip: hint })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: { issues: [{ path: 'body.wavoip' }] } },
  })
  expect(await count()).toBe(0)
  await admin.put(`/whatsapp/${connection.id}`, { wavoip: token })
  await company.connection({})
  await admin.delete(`/whatsapp/${connection.id}`)
  expect(await count()).toBe(0)
})
