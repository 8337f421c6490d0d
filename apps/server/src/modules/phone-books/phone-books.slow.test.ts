import { describe, expect, test } from 'vitest'
import { whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const whatsApp = whatsAppOfFile()

const storedOf = (connectionId: number) =>
  whatsApp.company.sql('select number, name from phone_contacts where connection_id = $1 order by number', [
    connectionId,
  ])

const byNumber = async (number: string) => {
  const { contactId } = (await whatsApp.admin.get(`/contacts/profile/${number}`)).body
  return contactId === 0 ? undefined : (await whatsApp.admin.get(`/contacts/${contactId}`)).body
}

/** A connection whose phone has these people in its phone book. */
async function pairedWith(people: Record<string, string>) {
  const connection = await whatsApp.paired()
  for (const [number, name] of Object.entries(people))
    await connection.phone.saveContact(whatsApp.server.contact(number, 'Nome próprio'), name)
  await eventually(async () => expect(await storedOf(connection.id)).toHaveLength(Object.keys(people).length))
  return connection
}

const importFrom = (whatsappId?: number) =>
  whatsApp.admin.post('/contacts/import', whatsappId === undefined ? undefined : { whatsappId })

describe('an import from the phone', () => {
  test('adds who is in its phone book, once, and leaves the names of known contacts alone', async () => {
    const made = await whatsApp.admin.post('/contacts', { name: 'Dona Rita', number: '5531988870001' })
    expect(made.status).toBe(200)
    // The same number without the ninth digit.
    const { id } = await pairedWith({ '553188870001': 'Rita Padaria', '5511988870002': 'Bia Nunes' })

    expect(await importFrom(id)).toMatchObject({ status: 200, body: { created: 1, known: 1 } })
    expect(await byNumber('5511988870002')).toMatchObject({ name: 'Bia Nunes', number: '5511988870002' })
    expect(await byNumber('5531988870001')).toMatchObject({ id: made.body.id, name: 'Dona Rita' })
    expect(await importFrom(id)).toMatchObject({ status: 200, body: { created: 0, known: 2 } })
  })

  test('gives a contact without a name its name, and one without a number its number', async () => {
    const { company } = whatsApp
    const { id, phone } = await pairedWith({ '5511988870011': 'Carla Dias' })
    const davi = whatsApp.server.contact('5511988870012', 'Davi')
    await phone.saveContact(davi, 'Davi Melo')
    await eventually(async () => expect(await storedOf(id)).toHaveLength(2))
    const [nameless] = await company.sql(
      "insert into contacts (company_id, name, is_nameless, phone) values ($1, '5511988870011', true, '5511988870011') returning id::int",
      [company.id],
    )
    const [hidden] = await company.sql(
      "insert into contacts (company_id, name) values ($1, 'Davi') returning id::int",
      [company.id],
    )
    await company.sql(
      "insert into contact_identities (company_id, contact_id, kind, value) values ($1, $2, 'phone', '5511988870011'), ($1, $3, 'lid', $4)",
      [company.id, nameless.id, hidden.id, davi.lid],
    )

    expect((await importFrom(id)).body).toMatchObject({ created: 0, known: 2 })
    expect(await byNumber('5511988870011')).toMatchObject({ id: nameless.id, name: 'Carla Dias' })
    expect(await byNumber('5511988870012')).toMatchObject({ id: hidden.id, name: 'Davi', number: '5511988870012' })
  })

  test('takes a number in two notations for one person, also for a contact without a number', async () => {
    const { company } = whatsApp
    const { id } = await whatsApp.paired()
    await company.sql(
      `insert into phone_contacts (company_id, connection_id, number, lid, name)
       values ($1, $2, '551187650051', null, 'Ivo'), ($1, $2, '5511987650051', '900000000051', 'Ivo Reis')`,
      [company.id, id],
    )
    const [hidden] = await company.sql("insert into contacts (company_id, name) values ($1, 'Ivo') returning id::int", [
      company.id,
    ])
    await company.sql(
      "insert into contact_identities (company_id, contact_id, kind, value) values ($1, $2, 'lid', '900000000051')",
      [company.id, hidden.id],
    )

    expect(await importFrom(id)).toMatchObject({ status: 200, body: { created: 0 } })
    expect(await byNumber('5511987650051')).toMatchObject({ id: hidden.id, number: '5511987650051' })
  })

  test('makes the contact to whom a message with only a LID belongs', async () => {
    const { id, phone } = await pairedWith({ '5511988870021': 'Eva Lima' })
    await importFrom(id)
    const eva = whatsApp.server.directory.byNumber('5511988870021')
    expect(
      await whatsApp.company.sql(
        "select i.contact_id::int as contact from contact_identities i where i.kind = 'lid' and i.value = $1",
        [eva?.lid],
      ),
    ).toEqual([{ contact: (await byNumber('5511988870021')).id }])
    expect(phone.number).not.toBe('')
  })

  test('asks the phone for contacts that it told before they were stored here', async () => {
    const { id } = await pairedWith({ '5511988870031': 'Fabi Reis' })
    await whatsApp.company.sql('delete from phone_contacts where connection_id = $1', [id])
    expect((await importFrom(id)).body).toMatchObject({ created: 1, known: 0 })
  })

  test('takes what is stored if WhatsApp does not answer', async () => {
    const { id } = await pairedWith({ '5511988870041': 'Gil Prado' })
    whatsApp.server.faults.rejectQueries(500, { times: 100 })
    const answer = await importFrom(id)
    whatsApp.server.faults.acceptQueries()
    expect(answer).toMatchObject({ status: 200, body: { created: 1, known: 0 } })
  })

  test('is done in batches, and browsers are told that their lists are old', async () => {
    const { id } = await whatsApp.paired()
    await whatsApp.company.sql(
      `insert into phone_contacts (company_id, connection_id, number, name)
       select $1, $2, '55219' || (70000000 + n), 'Pessoa ' || n from generate_series(1, 1201) n`,
      [whatsApp.company.id, id],
    )
    const screen = await whatsApp.admin.listen()
    expect((await importFrom(id)).body).toMatchObject({ created: 1201, known: 0 })
    await eventually(() =>
      expect(screen.of('contact').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'reload', records: [] }),
      ),
    )
    expect(await byNumber('5521970001201')).toMatchObject({ name: 'Pessoa 1201' })
  })

  test('is for admins and supervisors, and refused without a connected phone and for the phone of another company', async () => {
    const { id } = await whatsApp.paired()
    const ana = await whatsApp.company.attendant()
    expect(await ana.post('/contacts/import', { whatsappId: id })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    const other = await whatsApp.world.company()
    const stranger = await other.admin()
    expect(await stranger.post('/contacts/import', { whatsappId: id })).toMatchObject({ status: 404 })
    expect(await stranger.post('/contacts/import')).toMatchObject({
      status: 400,
      body: { error: 'ERR_NO_DEF_WAPP_FOUND' },
    })
    const lost = (await stranger.post('/whatsapp', { name: 'Loja', channel: 'whatsapp' })).body
    expect(await stranger.post('/contacts/import', { whatsappId: lost.id })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
    })
  })

  test('is forgotten when the phone is unlinked', async () => {
    const { id } = await pairedWith({ '5511988870051': 'Hugo Reis' })
    await whatsApp.admin.delete(`/whatsappsession/${id}`)
    await eventually(async () => expect(await storedOf(id)).toEqual([]))
  })
})
