import { describe, expect, test } from 'vitest'
import { whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const whatsApp = whatsAppOfFile()

/** Waits for the picture query of a contact, so that a refusal set up next hits another query. */
async function pictureAsked(contactId: number): Promise<void> {
  await eventually(async () =>
    expect(
      await whatsApp.company.sql(
        'select from contact_pictures where contact_id = $1 and looked_at is not null and not_before is null',
        [contactId],
      ),
    ).toHaveLength(1),
  )
}

async function ticketsOf(connectionId: number): Promise<number> {
  const [row] = await whatsApp.company.sql('select count(*)::int as count from tickets where connection_id = $1', [
    connectionId,
  ])
  return row.count
}

describe('a number that an attendant types', () => {
  test('is stored in the form that WhatsApp has, and refused if nobody on WhatsApp has it', async () => {
    await whatsApp.paired()
    const ana = await whatsApp.company.attendant()
    const rita = whatsApp.server.contact('553188887711', 'Rita', { aliases: ['5531988887711'] })

    const made = await ana.post('/contacts', { name: 'Rita', number: '+55 (31) 98888-7711' })
    expect(made).toMatchObject({ status: 200, body: { number: rita.number } })
    expect(await ana.post('/contacts', { name: 'Ninguém', number: '5531977776666' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_INVALID_CONTACT' },
    })
    expect(await ana.put(`/contacts/${made.body.id}`, { number: '5531977776665' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_INVALID_CONTACT' },
    })
    expect((await ana.put(`/contacts/${made.body.id}`, { name: 'Rita Moura', number: rita.number })).status).toBe(200)
  })

  test('is checked before a ticket is created with it', async () => {
    const connection = await whatsApp.paired()
    const [ghost] = await whatsApp.company.sql(
      "insert into contacts (company_id, name, phone) values ($1, 'Fantasma', '5531977770000') returning id::int",
      [whatsApp.company.id],
    )
    await whatsApp.company.sql(
      "insert into contact_identities (company_id, contact_id, kind, value) values ($1, $2, 'phone', '5531977770000')",
      [whatsApp.company.id, ghost.id],
    )
    const begin = () =>
      whatsApp.admin.post('/tickets', { contactId: ghost.id, whatsappId: connection.id, status: 'open' })
    expect(await begin()).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
    expect(await ticketsOf(connection.id)).toBe(0)

    const there = whatsApp.server.contact('5531977770000', 'Fantasma')
    const begun = await begin()
    expect(begun.status).toBe(200)
    await whatsApp.admin.post(`/messages/${begun.body.id}`, { body: 'Bom dia' })
    await there.waitForMessage(({ text }) => text?.includes('Bom dia') === true)
  })

  test('is reported as unchecked if WhatsApp does not answer, and stored unchecked if no session is connected', async () => {
    await whatsApp.paired()
    // Newly linked sessions send other queries, too; these are rejected as well.
    whatsApp.server.faults.rejectQueries(500, { times: 100 })
    const unanswered = await whatsApp.admin.post('/contacts', { name: 'Sem resposta', number: '5531977778888' })
    whatsApp.server.faults.acceptQueries()
    expect(unanswered).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_CHECK_CONTACT' } })
    const company = await whatsApp.world.company()
    const boss = await company.admin()
    expect((await boss.post('/contacts', { name: 'Sem conexão', number: '5531977779999' })).status).toBe(200)
  })

  test('is limited in how often it can be tried', async () => {
    await whatsApp.paired()
    const ana = await whatsApp.company.attendant()
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, nth) =>
        ana.post('/contacts', { name: 'Tentativa', number: `55319555500${String(nth).padStart(2, '0')}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect(answers.find(({ status }) => status === 429)?.body.error).toBe('ERR_TOO_MANY_REQUESTS')
  })
})

describe('blocking', () => {
  test('is set and removed at WhatsApp; meanwhile messages of the contact are dropped', async () => {
    const connection = await whatsApp.paired()
    const rita = whatsApp.customer()
    await rita.chat(connection.phone).text('Oi')
    const { id, contact_id } = await whatsApp.ticketOf(connection)
    const block = (active: boolean) => whatsApp.admin.put(`/contacts/block/${contact_id}`, { active })

    expect(await block(false)).toMatchObject({ status: 200, body: { active: false } })
    expect([...connection.phone.blocked]).toEqual([rita.number])
    expect((await block(false)).status).toBe(200)

    // As for a message that was in flight, or comes over a session that does not know of the block.
    connection.phone.blocked.clear()
    await rita.chat(connection.phone).text('Ainda estou aqui')
    await rita.chat(connection.phone).call()
    const other = whatsApp.customer('Bruno')
    await other.chat(connection.phone).text('E eu')
    await eventually(async () => expect(await ticketsOf(connection.id)).toBe(2))
    expect((await whatsApp.admin.get(`/messages/${id}`)).body.messages).toHaveLength(1)

    connection.phone.blocked.add(rita.number)
    expect(await block(true)).toMatchObject({ status: 200, body: { active: true } })
    expect([...connection.phone.blocked]).toEqual([])
    await rita.chat(connection.phone).text('Voltei')
    await eventually(async () =>
      expect((await whatsApp.admin.get(`/messages/${id}`)).body.messages).toMatchObject([{}, { body: 'Voltei' }]),
    )
  })

  test('fails and changes nothing if WhatsApp refuses it', async () => {
    const connection = await whatsApp.paired()
    const rita = whatsApp.customer()
    await rita.chat(connection.phone).text('Oi')
    const { contact_id } = await whatsApp.ticketOf(connection)
    whatsApp.server.faults.rejectQueries(500, { phone: connection.phone })
    expect(await whatsApp.admin.put(`/contacts/block/${contact_id}`, { active: false })).toMatchObject({
      status: 502,
      body: { error: 'ERR_BLOCKING_WAPP_CONTACT' },
    })
    expect((await whatsApp.admin.get(`/contacts/${contact_id}`)).body.active).toBe(true)
  })

  test('is undone on other connections if WhatsApp refuses it on one', async () => {
    const [first, second] = [await whatsApp.paired(), await whatsApp.paired()]
    const rita = whatsApp.customer()
    await rita.chat(first.phone).text('Oi')
    const { contact_id } = await whatsApp.ticketOf(first)
    await rita.chat(second.phone).text('Oi também')
    expect(await whatsApp.ticketOf(second)).toMatchObject({ contact_id })
    await pictureAsked(contact_id)
    const block = (active: boolean) => whatsApp.admin.put(`/contacts/block/${contact_id}`, { active })
    const refused = { status: 502, body: { error: 'ERR_BLOCKING_WAPP_CONTACT' } }

    whatsApp.server.faults.rejectQueries(500, { phone: second.phone })
    expect(await block(false)).toMatchObject(refused)
    expect([...first.phone.blocked, ...second.phone.blocked]).toEqual([])
    expect((await whatsApp.admin.get(`/contacts/${contact_id}`)).body.active).toBe(true)

    expect(await block(false)).toMatchObject({ status: 200, body: { active: false } })
    expect([...first.phone.blocked, ...second.phone.blocked]).toEqual([rita.number, rita.number])
    whatsApp.server.faults.rejectQueries(500, { phone: second.phone })
    expect(await block(true)).toMatchObject(refused)
    expect([...first.phone.blocked, ...second.phone.blocked]).toEqual([rita.number, rita.number])
    expect((await whatsApp.admin.get(`/contacts/${contact_id}`)).body.active).toBe(false)
  })

  test('is sent to a phone that was offline when it is back', async () => {
    const connection = await whatsApp.paired()
    const rita = whatsApp.customer()
    await rita.chat(connection.phone).text('Oi')
    const { contact_id } = await whatsApp.ticketOf(connection)
    await whatsApp.company.sql("update connections set status = 'opening' where id = $1", [connection.id])
    expect((await whatsApp.admin.put(`/contacts/block/${contact_id}`, { active: false })).status).toBe(200)
    await eventually(() => expect([...connection.phone.blocked]).toEqual([rita.number]))
  })

  test('is refused for users of other companies', async () => {
    const connection = await whatsApp.paired()
    const rita = whatsApp.customer()
    await rita.chat(connection.phone).text('Oi')
    const { contact_id } = await whatsApp.ticketOf(connection)
    const stranger = await (await whatsApp.world.company()).admin()
    expect((await stranger.put(`/contacts/block/${contact_id}`, { active: false })).status).toBe(404)
    expect([...connection.phone.blocked]).toEqual([])
  })
})
