import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

interface Known {
  contactId: number
  ticketId: number
  number: string
}

/** A customer who has written on the connection. */
async function customer(connection: TestConnection, body: string, name = 'Rita'): Promise<Known> {
  const number = someNumber()
  await connection.receive(said(phone(number), body, { name }))
  const [row] = await company.sql(
    `select i.contact_id, t.id from contact_identities i join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id
     where i.company_id = $1 and i.value = $2 and t.connection_id = $3`,
    [company.id, number, connection.id],
  )
  return { contactId: Number(row.contact_id), ticketId: Number(row.id), number }
}

const ticketsOn = (connection: TestConnection) =>
  company.sql(
    `select t.id, t.contact_id, t.conversation_id = first_value(t.conversation_id) over (order by t.id) as is_first,
            t.status, t.unread_count, t.is_latest, t.last_message,
            (select array_agg(m.body order by m.sent_at, m.id) from messages m where m.company_id = t.company_id and m.ticket_id = t.id) as said,
            (select bool_and(m.conversation_id = t.conversation_id) from messages m where m.company_id = t.company_id and m.ticket_id = t.id) as fits
     from tickets t where t.company_id = $1 and t.connection_id = $2 order by t.id`,
    [company.id, connection.id],
  )

const merge = (kept: Known, gone: Known, person = admin) =>
  person.post(`/contacts/${kept.contactId}/merge`, { contactId: gone.contactId })

async function part(kept: Known, person = admin) {
  const [{ id: mergeId }] = (await person.get(`/contacts/${kept.contactId}/merges`)).body
  return person.post(`/contacts/${kept.contactId}/part`, { mergeId })
}

describe('two contacts that somebody merges', () => {
  test('are one: the kept one has both numbers, the messages in one ticket, tags, fields, and what it lacked', async () => {
    const connection = await company.connection()
    const [kept, gone] = [await customer(connection, 'primeira'), await customer(connection, 'segunda', 'Rita M.')]
    const tag = (await admin.post('/tags', { name: `VIP ${randomUUID()}` })).body
    await admin.post('/tags/sync', { contactId: gone.contactId, tags: [tag] })
    await admin.put(`/contacts/${gone.contactId}`, {
      email: 'rita@cliente.example',
      extraInfo: [{ name: 'CPF', value: '123' }],
    })
    const screen = await admin.listen()

    const { status, body } = await merge(kept, gone)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: kept.contactId,
      name: 'Rita',
      number: kept.number,
      email: 'rita@cliente.example',
      tags: [{ id: tag.id }],
      extraInfo: [{ name: 'CPF', value: '123' }],
    })
    expect(await ticketsOn(connection)).toMatchObject([
      { contact_id: kept.contactId, status: 'pending', said: ['primeira', 'segunda'], unread_count: 2 },
      { contact_id: kept.contactId, status: 'closed', said: null },
    ])
    expect((await admin.get(`/contacts/${gone.contactId}`)).status).toBe(404)
    for (const number of [kept.number, gone.number])
      expect((await admin.get(`/contacts/profile/${number}`)).body.contactId).toBe(kept.contactId)
    await eventually(() =>
      expect(screen.of('contact').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'delete', mergedIntoId: kept.contactId }),
      ),
    )
    await connection.receive(said(phone(gone.number), 'terceira'))
    expect((await ticketsOn(connection))[0]).toMatchObject({ said: ['primeira', 'segunda', 'terceira'] })
    expect((await admin.get(`/contacts/${kept.contactId}/merges`)).body).toMatchObject([
      { contact: { id: gone.contactId, name: 'Rita M.', number: gone.number }, user: { id: admin.id } },
    ])
  })

  test('are parted again: each has its own numbers, tickets, messages, notes, tags, fields and data', async () => {
    const [connection, other] = [await company.connection(), await company.connection()]
    const [kept, gone] = [await customer(connection, 'primeira'), await customer(connection, 'segunda', 'Rita M.')]
    await other.receive(said(phone(gone.number), 'na outra loja', { name: 'Rita M.' }))
    const tag = (await admin.post('/tags', { name: `VIP ${randomUUID()}` })).body
    await admin.post('/tags/sync', { contactId: gone.contactId, tags: [tag] })
    await admin.put(`/contacts/${gone.contactId}`, {
      email: 'rita@cliente.example',
      extraInfo: [{ name: 'CPF', value: '123' }],
    })
    await admin.put(`/contacts/block/${gone.contactId}`, { active: false })
    await admin.post('/ticket-notes', { note: 'Dela mesma', ticketId: gone.ticketId, contactId: gone.contactId })
    const [before, otherBefore] = [await ticketsOn(connection), await ticketsOn(other)]
    const views = async () =>
      Promise.all([kept, gone].map(async ({ contactId }) => (await admin.get(`/contacts/${contactId}`)).body))
    const viewsBefore = await views()
    await merge(kept, gone)
    expect((await admin.get(`/contacts/${kept.contactId}`)).body.active).toBe(false)
    const screen = await admin.listen()

    const { status, body } = await part(kept)

    expect(status).toBe(200)
    expect(body.id).toBe(gone.contactId)
    expect(await ticketsOn(connection)).toEqual(before)
    expect(await ticketsOn(other)).toEqual(otherBefore)
    const withoutTimes = (view: object) => ({ ...view, updatedAt: null })
    expect((await views()).map(withoutTimes)).toEqual(viewsBefore.map(withoutTimes))
    expect(await company.sql('select note from ticket_notes where ticket_id = $1', [gone.ticketId])).toEqual([
      { note: 'Dela mesma' },
    ])
    await eventually(() =>
      expect(screen.of('contact').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'create', partedFromId: kept.contactId }),
      ),
    )
    expect((await admin.get(`/contacts/${kept.contactId}/merges`)).body).toEqual([])
    expect(
      (
        await company.sql(
          "select action from audit_log where company_id = $1 and object_id = $2 and action like 'contact.%' order by id",
          [company.id, String(kept.contactId)],
        )
      ).map(({ action }) => action),
    ).toEqual(['contact.merged', 'contact.parted'])
    await admin.put(`/contacts/block/${gone.contactId}`, { active: true })
    await connection.receive(said(phone(gone.number), 'quarta'))
    expect((await ticketsOn(connection))[1]).toMatchObject({ contact_id: gone.contactId, said: ['segunda', 'quarta'] })
  })

  test('keep what was changed and written since, when they are parted', async () => {
    const connection = await company.connection()
    const [kept, gone] = [await customer(connection, 'primeira'), await customer(connection, 'segunda', 'Rita M.')]
    await admin.put(`/contacts/${gone.contactId}`, { email: 'rita@cliente.example' })
    await merge(kept, gone)
    await admin.put(`/contacts/${kept.contactId}`, { email: 'nova@cliente.example', name: 'Rita Moura' })
    await connection.receive(said(phone(gone.number), 'depois'))

    await part(kept)

    expect((await admin.get(`/contacts/${kept.contactId}`)).body).toMatchObject({
      name: 'Rita Moura',
      email: 'nova@cliente.example',
    })
    expect((await admin.get(`/contacts/${gone.contactId}`)).body).toMatchObject({ email: 'rita@cliente.example' })
    expect(await ticketsOn(connection)).toMatchObject([
      { contact_id: kept.contactId, status: 'pending', said: ['primeira', 'depois'], fits: true },
      { contact_id: gone.contactId, status: 'pending', said: ['segunda'], fits: true, last_message: 'segunda' },
    ])
  })

  test('keep the ticket that is served, and it goes back to its contact', async () => {
    const connection = await company.connection()
    const queue = await company.queue()
    const [kept, gone] = [await customer(connection, 'primeira'), await customer(connection, 'segunda')]
    await admin.put(`/tickets/${gone.ticketId}`, { status: 'open', userId: admin.id, queueId: queue.id })

    await merge(kept, gone)
    expect(await ticketsOn(connection)).toMatchObject([
      { id: kept.ticketId, status: 'closed', said: null },
      { id: gone.ticketId, contact_id: kept.contactId, status: 'open', said: ['primeira', 'segunda'] },
    ])
    await part(kept)

    expect(await ticketsOn(connection)).toMatchObject([
      { id: kept.ticketId, contact_id: kept.contactId, status: 'pending', said: ['primeira'], is_latest: true },
      { id: gone.ticketId, contact_id: gone.contactId, status: 'open', said: ['segunda'], is_latest: true },
    ])
  })

  test('may be three, and are parted one by one', async () => {
    const connection = await company.connection()
    const people = [
      await customer(connection, 'um'),
      await customer(connection, 'dois'),
      await customer(connection, 'três'),
    ]
    const [one, two, three] = people
    if (!one || !two || !three) throw new Error('expected three')
    const before = await ticketsOn(connection)
    await merge(one, two)
    await merge(one, three)
    expect((await ticketsOn(connection))[0]).toMatchObject({ said: ['um', 'dois', 'três'] })

    const merges = (await admin.get(`/contacts/${one.contactId}/merges`)).body
    // The first merge is undone first.
    for (const { id } of merges.toReversed())
      expect((await admin.post(`/contacts/${one.contactId}/part`, { mergeId: id })).status).toBe(200)

    expect(await ticketsOn(connection)).toEqual(before)
  })

  test('are parted only once, not while the kept one is merged itself, and not if the network told', async () => {
    const connection = await company.connection()
    const [one, two, three] = [
      await customer(connection, 'um'),
      await customer(connection, 'dois'),
      await customer(connection, 'três'),
    ]
    await merge(one, two)
    const [{ id: mergeId }] = (await admin.get(`/contacts/${one.contactId}/merges`)).body
    await merge(three, one)
    expect((await admin.post(`/contacts/${one.contactId}/part`, { mergeId })).status).toBe(404)
    await part(three)
    const answers = await Promise.all([1, 2].map(() => admin.post(`/contacts/${one.contactId}/part`, { mergeId })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])

    const lid = { kind: 'lid', value: `88000000${randomUUID().replace(/\D/g, '').slice(0, 6)}` } as const
    await connection.receive(said(lid, 'sou eu', { name: 'Rita' }))
    await connection.receive(said(lid, 'mesmo', { aliases: [phone(two.number)] }))
    const [told] = await company.sql(
      'select id, kept_id from contact_merges where company_id = $1 order by id desc limit 1',
      [company.id],
    )
    expect((await admin.get(`/contacts/${told.kept_id}/merges`)).body).toEqual([])
    expect((await admin.post(`/contacts/${told.kept_id}/part`, { mergeId: Number(told.id) })).status).toBe(404)
  })
})

describe('who may merge', () => {
  test('admins and supervisors who see the tickets of both; nobody a group, oneself, or contacts of others', async () => {
    const connection = await company.connection()
    const [kept, gone] = [await customer(connection, 'primeira'), await customer(connection, 'segunda')]
    const queue = await company.queue()
    await admin.put(`/tickets/${gone.ticketId}`, { status: 'open', userId: admin.id, queueId: queue.id })
    const [ana, wide] = [await company.attendant({ allTicket: 'enable' }), await company.supervisor()]
    const stranger = await (await world.company()).admin()
    const [group] = await company.sql(
      `insert into contacts (company_id, name, is_group) values ($1, 'Grupo', true) returning id`,
      [company.id],
    )

    expect((await merge(kept, gone, ana)).status).toBe(403)
    expect((await merge(kept, gone, stranger)).status).toBe(404)
    expect((await merge(kept, kept)).status).toBe(400)
    expect((await merge(kept, { ...gone, contactId: Number(group.id) })).status).toBe(400)
    expect((await merge(kept, { ...gone, contactId: 999_999_999 })).status).toBe(404)
    expect((await merge(kept, gone, wide)).status).toBe(200)

    const [{ id: mergeId }] = (await wide.get(`/contacts/${kept.contactId}/merges`)).body
    for (const [person, status] of [
      [ana, 403],
      [stranger, 404],
    ] as const)
      expect((await person.post(`/contacts/${kept.contactId}/part`, { mergeId })).status).toBe(status)
    expect((await stranger.get(`/contacts/${kept.contactId}/merges`)).status).toBe(404)
  })
})
