import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Shop, arrivedTexts, campaignIn, contactList, runCampaign, shopIn } from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const shop = () => shopIn(world)

const contactOf = async ({ admin }: Shop, number: string): Promise<number> =>
  (await admin.get(`/contacts/profile/${number}`)).body.contactId

const recipients = ({ company }: Shop, campaignId: number) =>
  company.sql(
    'select name, number, email, variables, state, reason from campaign_recipients where campaign_id = $1 order by id',
    [campaignId],
  )

const nobody = { name: '', number: '', email: '', variables: {} }

/** Everything that the database knows of the company, as one text. */
async function allOf({ company }: Shop): Promise<string> {
  const tables = await world.sql(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      JSON.stringify(
        await world.sql(`select row_to_json(t) as row from ${name} t where company_id = $1`, [company.id]),
      ),
    ),
  )
  return texts.join('\n')
}

describe('a contact to whom only a campaign has written', () => {
  test('is erased with its messages; lists and campaigns know neither name nor number any more', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const [gone, stays] = [someNumber(), someNumber()]
    const people = [
      { name: 'Zenaide Quintanilha', number: gone, email: 'zenaide@example.com', variables: { cidade: 'Quixadá' } },
      { name: 'Ivo Prado', number: stays },
    ]
    const listId = await contactList(company, people)
    await company.sql('update contact_lists set contacts_count = 2 where id = $1', [listId])
    const id = await runCampaign(admin, { connections: [connection], contactListId: listId, message1: 'Oi {nome}' })
    await campaignIn(admin, id, 'FINALIZADA')
    const window = await admin.listen()

    const contactId = await contactOf(place, gone)
    expect((await admin.delete(`/contacts/${contactId}`)).status).toBe(200)

    expect((await admin.get(`/contacts/${contactId}`)).status).toBe(404)
    expect(await recipients(place, id)).toEqual([
      { ...nobody, state: 'sent', reason: null },
      expect.objectContaining({ name: 'Ivo Prado', number: stays, state: 'sent' }),
    ])
    const { body: campaign } = await admin.get(`/campaigns/${id}`)
    expect(campaign.counts).toMatchObject({ total: 2, reached: 2, states: { sent: 2 } })
    const { body: list } = await admin.get(`/contact-list-items?contactListId=${listId}`)
    expect(list).toMatchObject({ count: 1, contacts: [{ number: stays }] })
    await eventually(() =>
      expect(window.of('contactListItem').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'delete', contactListId: listId }),
      ),
    )
    const left = await allOf(place)
    expect(left).not.toMatch(/zenaide|quintanilha|quixadá/i)
    expect(left).not.toContain(gone.slice(-8))
    expect(left).toContain(stays.slice(-8))
  })

  test('is in no export, and its page of the report has no name', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const gone = someNumber()
    const listId = await contactList(company, [{ name: 'Zenaide Quintanilha', number: gone }])
    const id = await runCampaign(admin, { connections: [connection], contactListId: listId })
    await campaignIn(admin, id, 'FINALIZADA')
    await admin.delete(`/contacts/${await contactOf(place, gone)}`)

    const { body } = await admin.get(`/campaigns/${id}/people`)
    expect(body.people).toMatchObject([{ name: '', number: '', email: '', state: 'sent' }])
    // Nobody can be written to again who has no number.
    const { body: preview } = await admin.post('/campaigns/preview', {
      name: 'Outra',
      message1: 'Oi',
      whatsappId: String(connection.id),
      audience: { kind: 'answers', campaignId: id, hasAnswered: false },
    })
    expect(JSON.stringify(preview)).not.toContain(gone)
  })

  test('who waits for a message gets none, and one that waits in the outbox is taken back', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const [waits, reserved] = [someNumber(), someNumber()]
    await company.sql("update connections set status = 'disconnected' where id = $1", [connection.id])
    const { body: known } = await admin.post('/contacts', { name: 'Zenaide', number: waits })
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number: reserved }, { number: waits }]),
    })
    await campaignIn(admin, id, 'EM_ANDAMENTO')
    await admin.post(`/campaigns/${id}/pause`, {})
    await eventually(async () =>
      expect(
        await company.sql("select from campaign_recipients where campaign_id = $1 and state = 'waiting'", [id]),
      ).toHaveLength(2),
    )
    expect((await admin.delete(`/contacts/${known.id}`)).status).toBe(200)
    await company.sql("update connections set status = 'connected' where id = $1", [connection.id])
    await admin.post(`/campaigns/${id}/resume`, {})

    await campaignIn(admin, id, 'FINALIZADA')
    expect(arrivedTexts(world, connection).map(([number]) => number)).toEqual([reserved])
    expect(await recipients(place, id)).toEqual([
      expect.objectContaining({ number: reserved, state: 'sent' }),
      { ...nobody, state: 'skipped', reason: 'erased' },
    ])
  })

  test('gives their number the day back for a message that has never left', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const [gone, stays] = [someNumber(), someNumber()]
    // Another process owns the number, and sends nothing.
    await company.sql(
      `insert into connection_leases (company_id, connection_id, owner, expires_at)
       values ($1, $2, 'another', now() + interval '1 hour')`,
      [company.id, connection.id],
    )
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number: gone }, { number: stays }]),
    })
    const used = async () => (await admin.get('/sending-guard')).body[0].strangers.used
    await eventually(async () => expect(await used()).toBe(2))

    expect((await admin.delete(`/contacts/${await contactOf(place, gone)}`)).status).toBe(200)

    expect(await recipients(place, id)).toEqual([
      { ...nobody, state: 'skipped', reason: 'erased' },
      expect.objectContaining({ number: stays, state: 'reserved' }),
    ])
    expect(await used()).toBe(1)
  })

  test('whose answer a campaign waits for is not waited for any more', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const number = someNumber()
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }]),
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
    })
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(1))
    await eventually(async () => expect(await recipients(place, id)).toMatchObject([{ state: 'sent' }]))

    expect((await admin.delete(`/contacts/${await contactOf(place, number)}`)).status).toBe(200)

    const { counts } = await campaignIn(admin, id, 'FINALIZADA')
    expect(counts).toMatchObject({ total: 1, requested: 1, reached: 0 })
  })

  test('stays opted out', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const number = someNumber()
    const { body: contact } = await admin.post('/contacts', { name: 'Zenaide', number })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: 'Pediu' })
    expect((await admin.delete(`/contacts/${contact.id}`)).status).toBe(200)

    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }]),
    })
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await recipients(place, id)).toMatchObject([{ state: 'skipped', reason: 'optedOut' }])
  })

  test('keeps everything when it has answered, and so has a ticket', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const number = someNumber()
    const listId = await contactList(company, [{ name: 'Rita Souza', number }])
    const id = await runCampaign(admin, { connections: [connection], contactListId: listId })
    await campaignIn(admin, id, 'FINALIZADA')
    await connection.receive(said(number, 'Quero ver'))

    expect(await admin.delete(`/contacts/${await contactOf(place, number)}`)).toMatchObject({
      status: 400,
      body: { error: 'ERR_CONTACT_HAS_TICKETS' },
    })
    expect(await recipients(place, id)).toMatchObject([{ name: 'Rita Souza', number }])
    expect(await company.sql('select from contact_list_items where list_id = $1', [listId])).toHaveLength(1)
  })
})

describe('erasing', () => {
  test('takes the contacts along that were merged into it', async () => {
    const { company, admin } = await shop()
    const { body: kept } = await admin.post('/contacts', { name: 'Rita', number: someNumber() })
    const { body: merged } = await admin.post('/contacts', { name: 'Rita Souza', number: someNumber() })
    expect((await admin.post(`/contacts/${kept.id}/merge`, { contactId: merged.id })).status).toBe(200)

    expect((await admin.delete(`/contacts/${kept.id}`)).status).toBe(200)
    expect(await company.sql('select from contacts where company_id = $1', [company.id])).toEqual([])
  })

  test('changes nothing for other companies, and nothing by attendants', async () => {
    const [ours, theirs] = [await shop(), await shop()]
    const number = someNumber()
    const { body: contact } = await ours.admin.post('/contacts', { name: 'Rita', number })
    const [listId, theirList] = [
      await contactList(ours.company, [{ number }]),
      await contactList(theirs.company, [{ number }]),
    ]
    const ana = await ours.company.attendant()
    expect((await ana.delete(`/contacts/${contact.id}`)).status).toBe(403)
    expect((await theirs.admin.delete(`/contacts/${contact.id}`)).status).toBe(404)
    expect(await ours.company.sql('select from contact_list_items where list_id = $1', [listId])).toHaveLength(1)

    expect((await ours.admin.delete(`/contacts/${contact.id}`)).status).toBe(200)
    expect(await theirs.company.sql('select from contact_list_items where list_id = $1', [theirList])).toHaveLength(1)
  })
})
