import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  arrivedTexts,
  campaignIn,
  contactList,
  people,
  quietNow,
  runCampaign,
  savedCampaign,
  type Shop,
  shopIn,
  startCampaign,
  withoutPauses,
} from '#test/campaigns/campaigns'
import { campaignToRita, numbersIn, preview } from '#test/campaigns/previews'
import { samples } from '#test/files'
import { limitConnection } from '#modules/connections'
import { said, someNumber } from '#test/inbound'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const taggedContacts = async ({ admin, company }: Shop, name: string, numbers: readonly string[]) => {
  const { body: tag } = await admin.post('/tags', { name })
  for (const number of numbers) {
    const [known] = await company.sql('select id::int from contacts where company_id = $1 and phone = $2', [
      company.id,
      number,
    ])
    const { id } = known ?? (await admin.post('/contacts', { name: `Cliente ${number}`, number })).body
    await company.sql('insert into contact_tags (company_id, contact_id, tag_id) values ($1, $2, $3)', [
      company.id,
      id,
      tag.id,
    ])
  }
  return tag.id as number
}

describe('the preview of a campaign', () => {
  test('lists pages, and finds people by a part of name or number', async () => {
    const place = await shopIn(world)
    const list = people(25)
    const contactListId = await contactList(place.company, list)
    const page = async (body: object) =>
      (await place.admin.post('/campaigns/preview/people', { contactListId, group: 'to', ...body })).body
    const [first, second] = [await page({}), await page({ pageNumber: 2 })]
    expect([first.people.length, first.hasMore]).toEqual([20, true])
    expect([second.people.length, second.hasMore]).toEqual([5, false])
    expect((await page({ searchParam: 'pessoa 24' })).people).toMatchObject([{ name: 'Pessoa 24' }])
    expect((await page({ searchParam: list[7]?.number })).people).toMatchObject([{ name: 'Pessoa 7' }])
  })

  test('finds entries with the number of another one', async () => {
    const place = await shopIn(world)
    const number = someNumber()
    const tagListId = await taggedContacts(place, 'Fiéis', [number])
    const [other] = await place.company.sql(
      "insert into contacts (company_id, name, phone) values ($1, 'Outra vez', $2) returning id::int",
      [place.company.id, number],
    )
    await place.company.sql('insert into contact_tags (company_id, contact_id, tag_id) values ($1, $2, $3)', [
      place.company.id,
      other.id,
      tagListId,
    ])
    expect(await preview(place, { tagListId })).toMatchObject({ people: 1, leftOut: [{ reason: 'double', count: 1 }] })
    expect(await numbersIn(place, { tagListId, group: 'double' })).toEqual([number])
  })

  test('of a saved campaign is as it was saved, but for what the form has changed', async () => {
    const place = await shopIn(world)
    const { company, admin } = place
    const contactListId = await contactList(company, people(2))
    const saved = await savedCampaign(place, { contactListId })
    const shown = async (body: object) => (await admin.post('/campaigns/preview', body)).body
    expect(await shown({ campaignId: saved.id })).toMatchObject({ people: 2, end: { connections: [{ people: 2 }] } })
    const other = await contactList(company, people(3))
    expect(await shown({ campaignId: saved.id, contactListId: other })).toMatchObject({ people: 3 })
    expect(await shown({})).toMatchObject({ people: 0, leftOut: [], end: null, risks: [] })
  })

  test('shows the texts as a person gets them, and what arrives is the same', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    const number = someNumber()
    const text = 'Oi {nome|cliente}, {cidade|sua cidade}! {loja} {{number}} {nada} {conta}'
    await admin.post('/campaign-settings', {
      settings: { ...withoutPauses, variables: [{ key: 'loja', value: 'Centro {nome}' }] },
    })
    const contactListId = await contactList(company, [
      { name: 'Rita Souza', number, variables: { cidade: 'Recife {{name}}', Conta: '7' } },
    ])
    const body = { contactListId, whatsappId: String(connection.id), message1: text, message3: 'Olá {firstName}' }
    const [person] = (await admin.post('/campaigns/preview/people', { ...body, group: 'to' })).body.people
    const { body: shown } = await admin.post('/campaigns/preview/texts', { ...body, key: person.key })
    expect(shown).toEqual({
      person: { key: person.key, name: 'Rita Souza', number },
      messages: [
        { variant: 1, text: `Oi Rita Souza, Recife {{name}}! Centro {nome} ${number} {nada} 7`, template: null },
        { variant: 3, text: 'Olá Rita', template: null },
      ],
      confirmations: [],
    })
    const id = await startCampaign(admin, { connections: [connection], contactListId, message1: text })
    await campaignIn(admin, id, 'FINALIZADA')
    expect(arrivedTexts(world, connection)).toEqual([[number, shown.messages[0].text]])
  })

  test('counts who lacks a variable; one with a default is never lacking', async () => {
    const place = await shopIn(world)
    const { admin, company } = place
    await admin.post('/campaign-settings', {
      settings: {
        variables: [
          { key: 'loja', value: 'Centro' },
          { key: 'vazia', value: '' },
        ],
      },
    })
    const [known, nameless] = [someNumber(), someNumber()]
    const contactListId = await contactList(company, [
      { name: 'Rita', number: known, email: 'rita@loja.test', variables: { Cidade: 'Recife' } },
      { name: nameless, number: nameless, variables: { cidade: '' } },
    ])
    const shown = await preview(place, {
      contactListId,
      message1: 'Oi {nome}, {{email}} {cidade} {ms} {{date}} {loja} {número}',
      message2: '{nome|cliente} {cidade|aí} {outra} {vazia}',
    })
    expect(shown.lacking).toEqual([
      { variable: 'outra', count: 2 },
      { variable: 'vazia', count: 2 },
      { variable: 'cidade', count: 1 },
      { variable: 'email', count: 1 },
      { variable: 'nome', count: 1 },
    ])
    const lacking = { contactListId, message1: '{cidade}', group: 'lacking', variable: 'Cidade' }
    expect(await numbersIn(place, lacking)).toEqual([nameless])
  })

  test('of a stopped campaign is for those who wait, also when its list was deleted', async () => {
    const place = await shopIn(world)
    const { admin, company, connection } = place
    const contactListId = await contactList(company, [
      { name: 'Rita', number: someNumber(), variables: { cidade: 'Recife' } },
      ...people(2),
    ])
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
    const id = await startCampaign(admin, { connections: [connection], contactListId, message1: 'Oi de {cidade}' })
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(1))
    await admin.post(`/campaigns/${id}/cancel`)
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts.states).toMatchObject({ sent: 1, waiting: 2 }),
    )
    await admin.delete(`/contact-lists/${contactListId}`)

    const shown = async (body: object) => (await admin.post('/campaigns/preview', { campaignId: id, ...body })).body
    expect(await shown({})).toMatchObject({ people: 2, lacking: [{ variable: 'cidade', count: 2 }] })
    expect(await shown({ message1: 'Oi de {cidade|longe}' })).toMatchObject({ people: 2, lacking: [] })
    const other = await contactList(company, people(3))
    expect(await shown({ contactListId: other })).toMatchObject({ people: 3 })
  })

  test('of the failed of a campaign says which variables they lack', async () => {
    const place = await shopIn(world)
    const { admin, company, connection } = place
    const [known, other] = [someNumber(), someNumber()]
    world.network.answer(() => ({ status: 'rejected', reason: 'ERR_WAPP_INVALID_CONTACT' }))
    const contactListId = await contactList(company, [
      { number: known, variables: { cidade: 'Recife' } },
      { number: other },
    ])
    const id = await runCampaign(admin, { connections: [connection], contactListId, message1: 'Oi de {cidade}' })
    await campaignIn(admin, id, 'FINALIZADA')

    const { body: again } = await admin.post(`/campaigns/${id}/failed`)
    const { body } = await admin.post('/campaigns/preview', { campaignId: again.id })
    expect(body).toMatchObject({ people: 2, lacking: [{ variable: 'cidade', count: 1 }] })
  })

  test('says when it ends and what it risks', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', {
      settings: { messageInterval: 10, longerIntervalAfter: 0, greaterInterval: 0, variables: [] },
    })
    const known = someNumber()
    await connection.receive(said(known, 'Oi'))
    const contactListId = await contactList(company, [...people(60), { number: known }])
    const second = await company.connection()
    await company.sql(
      "update connections set created_at = now() - interval '100 days', status = 'disconnected' where id = $1",
      [second.id],
    )
    const shown = await preview(place, {
      contactListId,
      message1: 'Veja https://loja.test',
      whatsappId: `${connection.id},${second.id}`,
      scheduledAt: '2031-03-10T12:00:00Z',
    })
    expect(shown).toMatchObject({ people: 61, strangers: 60 })
    expect(shown.end).toMatchObject({
      startsAt: '2031-03-10T12:00:00.000Z',
      endsAt: '2031-03-10T12:04:55.000Z',
      perPerson: 10,
      hasQuestion: false,
    })
    expect(shown.risks).toMatchObject([
      { code: 'offline' },
      { code: 'strangers', value: 98 },
      { code: 'newNumber', value: 0 },
      { code: 'links', value: 1 },
      { code: 'oneText', value: 61 },
    ])
    expect(shown.cost).toEqual({
      cents: 0,
      currency: 'BRL',
      priced: [],
      unpriced: 0,
      hasPairedPhone: true,
    })
  })

  test('ends later if its number sends only in some hours, and to few strangers a day', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', {
      settings: { messageInterval: 10, longerIntervalAfter: 0, greaterInterval: 0, variables: [] },
    })
    const known = someNumber()
    await connection.receive(said(known, 'Oi'))
    const contactListId = await contactList(company, [...people(60), { number: known }])
    // A Monday, at 9:00 in São Paulo.
    const planned = { contactListId, scheduledAt: '2031-03-10T12:00:00Z' }
    expect((await preview(place, planned)).end).toMatchObject({ endsAt: '2031-03-10T12:10:00.000Z', limitedBy: null })

    const guard = { strangersPerDay: 25, quietHours: { from: '20:00', until: '08:00' } }
    expect(await admin.put(`/sending-guard/${connection.id}`, guard)).toMatchObject({ status: 200 })
    // On the third day ten are left.
    expect((await preview(place, planned)).end).toMatchObject({
      endsAt: '2031-03-12T11:01:30.000Z',
      limitedBy: 'both',
      unknown: null,
      connections: [{ people: 61, startsAt: '2031-03-10T12:00:00.000Z', isPaused: false }],
    })
    expect(await admin.put(`/sending-guard/${connection.id}`, { strangersPerDay: 0 })).toMatchObject({ status: 200 })
    expect((await preview(place, planned)).end).toMatchObject({ endsAt: null, unknown: 'tooLong' })

    await company.sql(
      "update number_guards set pause_reason = 'failures', paused_at = now() where company_id = $1 and connection_id = $2",
      [company.id, connection.id],
    )
    expect((await preview(place, planned)).end).toMatchObject({
      endsAt: null,
      unknown: 'paused',
      connections: [{ people: 0, startsAt: null, isPaused: true }],
    })
    const second = await company.connection()
    expect((await preview(place, { ...planned, whatsappId: `${connection.id},${second.id}` })).end).toMatchObject({
      endsAt: '2031-03-10T12:10:00.000Z',
      connections: [{ isPaused: true }, { people: 61 }],
    })
  })

  test('costs what the price table of the company says', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    await company.sql("update connections set channel = 'whatsapp_cloud' where id = $1", [connection.id])
    const prices = [
      { prefix: '55', millionths: 345_678 },
      { prefix: '5511', millionths: 400_000 },
    ]
    const category = 'marketing'
    await admin.post('/campaign-settings', { settings: { prices } })
    // Older clients save the pace only, and the prices stay.
    await admin.post('/campaign-settings', { settings: withoutPauses })
    const contactListId = await contactList(company, [
      ...people(3),
      { number: '5521987654321' },
      { number: '351912345678' },
    ])
    expect((await preview(place, { contactListId })).cost).toEqual({
      // 3 × 0.4 + 0.345678
      cents: 155,
      currency: 'BRL',
      priced: [
        { category, prefix: '55', count: 1, millionths: 345_678 },
        { category, prefix: '5511', count: 3, millionths: 400_000 },
      ],
      unpriced: 1,
      hasPairedPhone: false,
    })
  })

  test('is of admins and supervisors, and knows nothing of other companies', async () => {
    const place = await shopIn(world)
    const { admin, company } = place
    const attendant = await company.attendant()
    expect((await attendant.post('/campaigns/preview', {})).status).toBe(403)
    const other = await shopIn(world)
    const theirs = await contactList(other.company, people(2))
    const tagId = await taggedContacts(other, 'Deles', [someNumber()])
    const campaign = await savedCampaign(other, { contactListId: theirs })
    const foreign: object[] = [
      { contactListId: theirs },
      { tagListId: tagId },
      { campaignId: campaign.id },
      { whatsappId: String(other.connection.id) },
      { answerTagId: tagId },
      { audience: { kind: 'contacts', tagIds: [tagId] } },
      { audience: { kind: 'contacts', withoutTagIds: [tagId] } },
      { audience: { kind: 'answers', campaignId: campaign.id } },
    ]
    for (const body of foreign) {
      for (const path of ['/campaigns/preview', '/campaigns/preview/people', '/campaigns/preview/texts'])
        expect({ path, body, status: (await admin.post(path, { ...body, group: 'to', key: '5511' })).status }).toEqual({
          path,
          body,
          status: 404,
        })
    }
    for (const body of foreign.filter((one) => !('campaignId' in one)))
      expect(
        (await admin.post('/campaigns', { name: 'Nossa', whatsappId: String(place.connection.id), ...body })).status,
      ).toBe(404)
    expect((await admin.post(`/campaigns/${campaign.id}/test`, { number: someNumber(), variant: 1 })).status).toBe(404)
    const key = { contactListId: await contactList(company, people(1)), key: '551199999999' }
    expect((await admin.post('/campaigns/preview/texts', key)).status).toBe(404)
  })
})

describe('the cap per person and week', () => {
  test('leaves out who got messages of as many campaigns, and says so before', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    const number = someNumber()
    const contactListId = await contactList(company, [{ number }])
    for (let nth = 0; nth < 2; nth += 1)
      await campaignIn(admin, await runCampaign(admin, { connections: [connection], contactListId }), 'FINALIZADA')
    expect(await preview(place, { contactListId })).toMatchObject({ people: 0, leftOut: [{ reason: 'cap', count: 1 }] })
    const third = await runCampaign(admin, { connections: [connection], contactListId })
    expect((await campaignIn(admin, third, 'FINALIZADA')).counts.states).toMatchObject({ sent: 0, skipped: 1 })
    expect(await numbersIn(place, { contactListId, group: 'cap' })).toEqual([number])

    await admin.post('/campaign-settings', { settings: { weeklyCap: 3 } })
    expect(await preview(place, { contactListId })).toMatchObject({ people: 1 })
    await admin.post('/campaign-settings', { settings: { weeklyCap: -1 } })
    expect(await preview(place, { contactListId })).toMatchObject({ people: 0 })
    await company.sql(
      "update campaign_recipients set reached_at = now() - interval '8 days' where company_id = $1 and reached_at is not null",
      [company.id],
    )
    expect(await preview(place, { contactListId })).toMatchObject({ people: 1 })
  })

  test('is asked again before each message', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20, weeklyCap: 1 } })
    const [first, second] = people(2)
    const slow = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [first ?? { number: '' }, second ?? { number: '' }]),
    })
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${slow}`)).body.counts.states).toMatchObject({ sent: 1, waiting: 1 }),
    )
    const other = await startCampaign(admin, {
      connections: [await company.connection()],
      contactListId: await contactList(company, [second ?? { number: '' }]),
    })
    await campaignIn(admin, other, 'FINALIZADA')
    await company.sql("update campaign_paces set next_at = '-infinity' where campaign_id = $1", [slow])
    const { shipping, counts } = await campaignIn(admin, slow, 'FINALIZADA')
    expect(counts.states).toMatchObject({ sent: 1, skipped: 1 })
    expect(shipping).toHaveLength(1)
    const rows = await company.sql('select reason from campaign_recipients where campaign_id = $1 and state = $2', [
      slow,
      'skipped',
    ])
    expect(rows).toEqual([{ reason: 'cap' }])
  })
})

describe('a test to oneself', () => {
  test('is counted by no campaign, and goes out although the campaign has not started', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', { settings: { weeklyCap: 1 } })
    const { id } = await campaignToRita(place)
    const number = someNumber()
    await admin.post(`/campaigns/${id}/test`, { number, variant: 1 })
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(1))
    expect(await company.sql('select from campaign_recipients where company_id = $1', [company.id])).toEqual([])
    expect(await company.sql('select from campaign_messages where company_id = $1', [company.id])).toEqual([])
    expect(await company.sql('select from tickets where company_id = $1', [company.id])).toEqual([])
    const contactListId = await contactList(company, [{ number }])
    expect(await preview(place, { contactListId })).toMatchObject({ people: 1 })
  })

  test('sends a recording after its text', async () => {
    const place = await shopIn(world)
    const { admin, connection } = place
    const { id } = await campaignToRita(place)
    const file = { field: 'file', name: 'oferta.ogg', type: 'audio/ogg', data: samples.ogg }
    await admin.upload(`/campaigns/${id}/media-upload`, {}, [file])
    await admin.post(`/campaigns/${id}/test`, { number: someNumber(), variant: 1 })
    await eventually(() =>
      expect(
        world.network.arrived.filter(({ connectionId }) => connectionId === connection.id).map(({ kind }) => kind),
      ).toEqual(['text', 'media']),
    )
  })

  test('is refused for an empty text, a blocked person, a wrong number and an offline connection', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    const { id } = await campaignToRita(place)
    const post = (body: object) => admin.post(`/campaigns/${id}/test`, { number: someNumber(), variant: 1, ...body })
    expect(await post({ variant: 5 })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await post({ variant: 1, isQuestion: true })).toMatchObject({ status: 400 })
    expect(await post({ number: 'abcdefgh' })).toMatchObject({ body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
    const number = someNumber()
    const { body: contact } = await admin.post('/contacts', { name: 'Bloqueada', number })
    await company.sql('update contacts set is_active = false where id = $1', [contact.id])
    expect(await post({ number })).toMatchObject({ status: 400, body: { error: 'ERR_CONTACT_BLOCKED' } })
    await company.sql("update connections set status = 'disconnected' where id = $1", [connection.id])
    expect(await post({})).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } })
    expect(arrivedTexts(world, connection)).toEqual([])
  })

  test('is a send of its number: counted, and refused while the number is paused or limited, but not in quiet hours', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    const { id } = await campaignToRita(place)
    const post = () => admin.post(`/campaigns/${id}/test`, { number: someNumber(), variant: 1 })
    const guard = async () =>
      (await admin.get('/sending-guard')).body.find(
        ({ whatsappId }: { whatsappId: number }) => whatsappId === connection.id,
      )
    await admin.put(`/sending-guard/${connection.id}`, { strangersPerDay: 0, quietHours: quietNow() })
    expect((await guard()).hold).toMatchObject({ reason: 'quietHours' })
    expect((await post()).status).toBe(200)
    expect((await guard()).strangers).toMatchObject({ used: 1, today: 0 })
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(1))

    const until = new Date(Date.now() + 3_600_000).toISOString()
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) =>
      limitConnection(ctx, connection.id, { scope: 'new_chats', until }),
    )
    expect(await post()).toMatchObject({
      status: 409,
      body: { error: 'ERR_SENDING_PAUSED', details: { reason: 'limited' } },
    })
    await company.sql('delete from connection_limits where company_id = $1', [company.id])
    await company.sql("update number_guards set pause_reason = 'failures', paused_at = now() where company_id = $1", [
      company.id,
    ])
    expect(await post()).toMatchObject({ status: 409, body: { details: { reason: 'failures' } } })
    // What is refused uses none of the tests of the hour.
    await admin.post(`/sending-guard/${connection.id}/resume`, {})
    expect((await post()).status).toBe(200)
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(2))
  })

  test('is possible five times in an hour', async () => {
    const place = await shopIn(world)
    const { admin, connection } = place
    const { id } = await campaignToRita(place)
    const number = someNumber()
    const post = () => admin.post(`/campaigns/${id}/test`, { number, variant: 1 })
    for (let nth = 0; nth < 5; nth += 1) expect((await post()).status).toBe(200)
    expect((await post()).status).toBe(429)
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(5))
  })
})
