import { randomUUID } from 'node:crypto'
import type { Identity } from '@guiche/channel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

let lids = 0
const newLid = (): Identity => ({ kind: 'lid', value: `77000000${(lids += 1)}` })

/** Creates two contacts for one person, who wrote with a number and with a LID. */
async function duplicates(connection: TestConnection, order: 'number first' | 'id first' = 'number first') {
  const [number, lid] = [phone(someNumber()), newLid()]
  const [first, second] = order === 'number first' ? [number, lid] : [lid, number]
  await connection.receive(said(first, 'primeira', { name: 'Rita' }))
  await connection.receive(said(second, 'segunda', { name: 'Rita M.' }))
  const ids = await company.sql(
    `select i.contact_id, t.id from contact_identities i join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id
     where i.company_id = $1 and i.value in ($2, $3) order by i.contact_id`,
    [company.id, number.value, lid.value],
  )
  expect(ids).toHaveLength(2)
  const [older, newer] = ids.map(({ contact_id, id }) => ({ contactId: Number(contact_id), ticketId: Number(id) }))
  if (!older || !newer) throw new Error('expected two contacts')
  return { number, lid, older, newer }
}

/** Receives a message by which the network says that both identities belong to one person. */
const receiveWithBoth = (
  connection: TestConnection,
  { number, lid }: { number: Identity; lid: Identity },
  body = 'terceira',
) => connection.receive(said(lid, body, { aliases: [number] }))

const rowsOf = (connection: TestConnection) =>
  company.sql(
    `select t.id, t.contact_id, t.status, t.user_id, t.unread_count, t.is_latest, t.last_message,
            (select array_agg(m.body order by m.sent_at, m.id) from messages m where m.company_id = t.company_id and m.ticket_id = t.id) as said
     from tickets t where t.company_id = $1 and t.connection_id = $2 order by t.id`,
    [company.id, connection.id],
  )

describe('two contacts that the network says are one person', () => {
  test.each(['number first', 'id first'] as const)(
    'are merged into the older one, with all messages in one ticket (%s)',
    async (order) => {
      const connection = await company.connection()
      const both = await duplicates(connection, order)

      await receiveWithBoth(connection, both)

      expect(await rowsOf(connection)).toMatchObject([
        {
          id: both.older.ticketId,
          contact_id: both.older.contactId,
          status: 'pending',
          said: ['primeira', 'segunda', 'terceira'],
          unread_count: 3,
          is_latest: true,
        },
        { id: both.newer.ticketId, contact_id: both.older.contactId, status: 'closed', said: null, is_latest: false },
      ])
      const [kept] = await company.sql('select phone from contacts where id = $1', [both.older.contactId])
      expect(kept.phone).toBe(both.number.value)
      expect(
        await company.sql('select kind from contact_identities where contact_id = $1 order by kind', [
          both.older.contactId,
        ]),
      ).toEqual([{ kind: 'lid' }, { kind: 'phone' }])
    },
  )

  test('keep tags, notes, drafts and the ticket that is served', async () => {
    const connection = await company.connection()
    const both = await duplicates(connection)
    const admin = await company.admin()
    const ana = await company.attendant({ allTicket: 'enable' })
    const queue = await company.queue()
    const tag = (await admin.post('/tags', { name: `VIP ${randomUUID()}`, color: '#123456', kanban: 0 })).body
    await admin.post('/tags/sync', { contactId: both.newer.contactId, tags: [tag] })
    await ana.put(`/tickets/${both.newer.ticketId}`, { status: 'open', userId: ana.id, queueId: queue.id })
    await ana.post('/ticket-notes', {
      note: 'Prefere à tarde',
      ticketId: both.older.ticketId,
      contactId: both.older.contactId,
    })
    await ana.put(`/drafts/${both.older.ticketId}`, { body: 'Cliente antiga', isPrivate: true })
    await ana.put(`/drafts/${both.newer.ticketId}`, { body: 'Já volto' })

    await receiveWithBoth(connection, both)

    expect(await rowsOf(connection)).toMatchObject([
      { id: both.older.ticketId, status: 'closed', said: null },
      { id: both.newer.ticketId, status: 'open', user_id: ana.id, said: ['primeira', 'segunda', 'terceira'] },
    ])
    const stays = both.newer.ticketId
    expect(await company.sql('select note from ticket_notes where ticket_id = $1', [stays])).toEqual([
      { note: 'Prefere à tarde' },
    ])
    expect((await ana.get('/drafts')).body).toEqual([
      { ticketId: stays, body: 'Já volto\nCliente antiga', isPrivate: true },
    ])
    expect(
      await company.sql('select tag_id from contact_tags where contact_id = $1', [both.older.contactId]),
    ).toMatchObject([{ tag_id: tag.id }])
    expect((await ana.get(`/messages/${stays}`)).body.messages).toHaveLength(3)
  })

  test('are merged on every connection, and a conversation of the newer one alone moves to the older one', async () => {
    const [connection, other] = [await company.connection(), await company.connection()]
    const both = await duplicates(connection)
    await other.receive(said(both.lid, 'na outra loja'))

    await receiveWithBoth(connection, both)

    expect(await rowsOf(other)).toMatchObject([
      { contact_id: both.older.contactId, status: 'pending', said: ['na outra loja'], is_latest: true },
    ])
    await other.receive(said(both.number, 'de novo'))
    expect(await rowsOf(other)).toMatchObject([{ said: ['na outra loja', 'de novo'] }])
  })

  test('are shown as one in every browser, and the merge is recorded', async () => {
    const connection = await company.connection()
    const both = await duplicates(connection)
    const ana = await company.attendant({ allTicket: 'enable' })
    const screen = await ana.listen({ lists: ['pending'], tickets: [both.newer.ticketId] })

    await receiveWithBoth(connection, both)

    await eventually(() => {
      expect(screen.of('contact').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({
          action: 'delete',
          contactId: String(both.newer.contactId),
          mergedIntoId: both.older.contactId,
        }),
      )
      expect(screen.of('ticket').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'delete', ticketId: both.newer.ticketId, status: 'pending' }),
      )
    })
    const [ticket] = (await ana.get('/tickets?status=pending&showAll=false')).body.tickets.filter(
      ({ whatsappId }: { whatsappId: number }) => whatsappId === connection.id,
    )
    expect(ticket).toMatchObject({ id: both.older.ticketId, lastMessage: 'terceira', unreadMessages: 3 })
    expect((await ana.get(`/contacts/${both.newer.contactId}`)).status).toBe(404)
    expect(
      await company.sql(
        "select detail->'mergedId' as merged from audit_log where action = 'contact.merged' and object_id = $1",
        [String(both.older.contactId)],
      ),
    ).toEqual([{ merged: both.newer.contactId }])
    expect(await company.sql('select 1 from contact_merges where kept_id = $1', [both.older.contactId])).toHaveLength(1)
  })

  test('are merged only once, and edits still find their message', async () => {
    const connection = await company.connection()
    const [number, lid] = [phone(someNumber()), newLid()]
    const early = said(lid, 'ás dez')
    await connection.receive(said(number, 'Oi'), early)

    await receiveWithBoth(connection, { number, lid })
    await receiveWithBoth(connection, { number, lid }, 'quarta')
    await connection.receive({
      kind: 'edit',
      externalId: early.externalId,
      body: 'às dez',
      from: number,
      aliases: [lid],
    })

    expect((await rowsOf(connection)).filter(({ status }) => status !== 'closed')).toMatchObject([
      { said: ['Oi', 'às dez', 'terceira', 'quarta'] },
    ])
  })

  test('are not merged if the number has passed to another person', async () => {
    const connection = await company.connection()
    const [number, old, next] = [phone(someNumber()), newLid(), newLid()]
    await connection.receive(said(number, 'Sou a Rita', { aliases: [old] }), said(next, 'Sou o Rui'))

    await receiveWithBoth(connection, { number, lid: next })

    expect(
      await company.sql(
        'select 1 from contact_merges m join contact_identities i on i.contact_id = m.kept_id where i.value = $1',
        [old.value],
      ),
    ).toEqual([])
    expect(await rowsOf(connection)).toHaveLength(2)
  })

  test('keep a name that a user chose, and take the other name if they had none', async () => {
    const connection = await company.connection()
    const [named, nameless] = [await duplicates(connection), { number: phone(someNumber()), lid: newLid() }]
    await company.sql("update contacts set name = 'Visitante' where company_id = $1 and id = $2", [
      company.id,
      named.older.contactId,
    ])
    await connection.receive(said(nameless.number, 'primeira', { name: '' }))
    await connection.receive(said(nameless.lid, 'segunda', { name: 'Rita M.' }))

    await receiveWithBoth(connection, named)
    await connection.receive(said(nameless.lid, 'terceira', { name: '', aliases: [nameless.number] }))

    const names = await company.sql(
      `select distinct c.name from contacts c join contact_identities i on i.company_id = c.company_id and i.contact_id = c.id
       where c.company_id = $1 and i.value = any ($2) order by c.name`,
      [company.id, [named.lid.value, nameless.lid.value]],
    )
    expect(names).toEqual([{ name: 'Rita M.' }, { name: 'Visitante' }])
  })

  test('leave contacts of other companies alone', async () => {
    const stranger = await world.company()
    const [connection, foreign] = [await company.connection(), await stranger.connection()]
    const both = await duplicates(connection)
    await foreign.receive(said(both.lid, 'Outra empresa'))

    await receiveWithBoth(connection, both)

    expect(await stranger.sql('select merged_into_id from contacts where company_id = $1', [stranger.id])).toEqual([
      { merged_into_id: null },
    ])
  })
})
