import { beforeAll, describe, expect, test } from 'vitest'
import { campaignIn, contactList, runCampaign, startCampaign, withoutPauses } from '#test/campaigns/campaigns'
import { someNumber } from '#test/inbound'
import { type Person, eventually } from '#test/world'
import { metaOfFile } from '#test/world/meta-world'

const meta = metaOfFile()
type Shop = Awaited<ReturnType<typeof meta.numberShop>>
let shop: Shop
beforeAll(async () => {
  shop = await meta.numberShop()
})

let count = 0
async function approved({ admin, number, connectionId }: Shop = shop, change: object = {}) {
  const { body, status } = await admin.post('/message-templates', {
    whatsappId: connectionId,
    name: `campanha_${++count}`,
    language: 'pt_BR',
    category: 'marketing',
    body: 'Olá {{nome}}, a loja de {{cidade}} tem novidades.',
    examples: { 'body:nome': 'Ana', 'body:cidade': 'Recife' },
    ...change,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const template = number.account.template(body.name)
  await template.approve()
  await eventually(async () =>
    expect((await admin.get(`/message-templates/${body.id}`)).body).toMatchObject({ status: 'approved' }),
  )
  return { id: Number(body.id), template }
}

const values = { 'body:nome': '{firstName}', 'body:cidade': '{cidade}' }
const choiceOf = ({ id }: { id: number }) => ({ templateId: id, values })

/** People with a phone and a city. */
const crowd = (size: number, variables: Record<string, string> = { cidade: 'Olinda' }) =>
  Array.from({ length: size }, () => {
    const person = meta.customer()
    return { person, name: person.name, number: person.number ?? '', variables }
  })

const textsOf = (people: ReturnType<typeof crowd>) =>
  people.map(({ person }) => person.inbox.messages.map(({ text }) => text))

const bodyFor = async (place: Shop, people: ReturnType<typeof crowd>, fields: object) => ({
  connections: [{ id: place.connectionId }],
  contactListId: await contactList(place.company, people),
  message1: null,
  ...fields,
})

const run = async (place: Shop, people: ReturnType<typeof crowd>, fields: object) =>
  runCampaign(place.admin, await bodyFor(place, people, fields))

const refused = async (place: Shop, fields: object) => {
  const { status, body } = await place.admin.post('/campaigns', {
    name: 'Recusada',
    whatsappId: place.connectionId,
    ...fields,
  })
  return [status, body.error]
}

const states = ({ company }: Shop, id: number) =>
  company.sql('select state, reason, variant from campaign_recipients where campaign_id = $1 order by id', [id])

const askAgain = ({ company }: Shop) =>
  company.sql("update campaign_paces set asked_at = asked_at - interval '1 minute' where company_id = $1", [company.id])

const held = (place: Shop, id: number, reason: string) =>
  eventually(async () => {
    const { status, holds } = (await place.admin.get(`/campaigns/${id}`)).body
    expect({ status, holds }).toMatchObject({ status: 'EM_ANDAMENTO', holds: [{ reason }] })
    return holds[0]
  })

const runs = (place: Shop, id: number) =>
  eventually(async () => {
    await askAgain(place)
    return campaignIn(place.admin, id, 'FINALIZADA')
  })

describe('a campaign on an official connection', () => {
  test('sends each person one of its templates, filled in for them', async () => {
    const [one, other] = [
      await approved(),
      await approved(shop, { body: 'Oi {{nome}}, já viu o que a loja de {{cidade}} tem hoje?' }),
    ]
    const people = crowd(10)
    const id = await run(shop, people, { template1: choiceOf(one), template3: choiceOf(other) })
    const { counts, template1, template2, template3, message1 } = await campaignIn(shop.admin, id, 'FINALIZADA')
    expect(counts).toMatchObject({ total: 10, reached: 10 })
    expect([template1, template2, template3, message1]).toEqual([choiceOf(one), null, choiceOf(other), null])
    await eventually(() =>
      expect(textsOf(people)).toEqual(
        people.map(() => [expect.stringMatching(/^(Olá|Oi) Ana, (a|já viu o que a) loja de Olinda tem/)]),
      ),
    )
    for (const { variant } of await states(shop, id)) expect([1, 3]).toContain(variant)
    const [kept] = await shop.company.sql(
      `select raw->'template'->>'category' as category from messages where company_id = $1 and origin = 'campaign' limit 1`,
      [shop.company.id],
    )
    expect(kept).toEqual({ category: 'marketing' })
  })

  test('sends nothing to who lacks a value, and says why', async () => {
    const template = await approved()
    const [whole, lacking] = [crowd(1), crowd(1, {})]
    const id = await run(shop, [...whole, ...lacking], { template1: choiceOf(template) })
    await campaignIn(shop.admin, id, 'FINALIZADA')
    expect(await states(shop, id)).toMatchObject([{ reason: null }, { state: 'skipped', reason: 'templateValues' }])
    expect(textsOf([...whole, ...lacking]).map(({ length }) => length)).toEqual([1, 0])
    const { body } = await shop.admin.get(`/campaigns/${id}/report`)
    expect(body.reasons).toContainEqual({ state: 'skipped', reason: 'templateValues', count: 1 })
  })

  test('gives who lacks a value of one template another one that needs none', async () => {
    const [needy, plain] = [await approved(), await approved(shop, { body: 'Temos novidades.', examples: {} })]
    const people = crowd(4, {})
    const id = await run(shop, people, { template1: choiceOf(needy), template2: { templateId: plain.id } })
    await campaignIn(shop.admin, id, 'FINALIZADA')
    await eventually(() => expect(textsOf(people)).toEqual(people.map(() => ['Temos novidades.'])))
  })

  test('asks first with a template, and sends the other to who agrees', async () => {
    const question = await approved(shop, { body: 'Podemos enviar as ofertas?', examples: {} })
    const content = await approved()
    const [agrees] = crowd(1)
    if (!agrees) throw new Error('nobody')
    const id = await run(shop, [agrees], {
      confirmation: true,
      template1: choiceOf(content),
      confirmationTemplate2: { templateId: question.id },
    })
    await eventually(() => expect(textsOf([agrees])).toEqual([['Podemos enviar as ofertas?']]))
    await agrees.person.chat(shop.number).text('Sim')
    await campaignIn(shop.admin, id, 'FINALIZADA')
    await eventually(() => expect(textsOf([agrees]).flat()).toHaveLength(2))
  })

  test('leaves out who has opted out, also at WhatsApp itself', async () => {
    const template = await approved()
    const [out, stays] = crowd(2)
    if (!out || !stays) throw new Error('nobody')
    await out.person.chat(shop.number).text('Oi')
    await out.person.chat(shop.number).changeMarketing('stop')
    await eventually(async () =>
      expect(
        await shop.company.sql(`select from opt_outs where company_id = $1 and source = 'network' and is_out`, [
          shop.company.id,
        ]),
      ).not.toHaveLength(0),
    )
    const id = await run(shop, [out, stays], { template1: choiceOf(template) })
    await campaignIn(shop.admin, id, 'FINALIZADA')
    expect(await states(shop, id)).toMatchObject([{ state: 'skipped', reason: 'optedOut' }, { reason: null }])
  })

  test('takes what Meta holds back or has stopped as a result of that person, and sends it not again', async () => {
    const template = await approved()
    // More than as many failures as pause a number.
    const people = crowd(8)
    const [heldBack, stopped, ...others] = people
    if (!heldBack || !stopped) throw new Error('nobody')
    heldBack.person.marketingFailsWith = 131049
    stopped.person.marketingFailsWith = 131050
    for (const { person } of others.slice(0, 5)) person.marketingFailsWith = 131049
    const id = await run(shop, people, { template1: choiceOf(template) })
    await campaignIn(shop.admin, id, 'FINALIZADA')
    await eventually(async () =>
      expect(await states(shop, id)).toMatchObject([
        { state: 'failed', reason: 'ERR_MARKETING_HELD_BACK' },
        { state: 'failed', reason: 'ERR_MARKETING_STOPPED' },
        ...Array.from({ length: 5 }, () => ({ state: 'failed', reason: 'ERR_MARKETING_HELD_BACK' })),
        { reason: null },
      ]),
    )
    // Meta had taken them all.
    expect((await shop.admin.get(`/campaigns/${id}`)).body.counts).toMatchObject({ total: 8, reached: 1 })
    expect((await shop.admin.get('/sending-guard')).body[0].hold).toBeNull()
    expect(
      await shop.company.sql(
        `select o.source from opt_outs o where o.company_id = $1 and o.is_out and o.is_current and o.source = 'network' order by id desc limit 1`,
        [shop.company.id],
      ),
    ).toEqual([{ source: 'network' }])
  })
})

describe('what a connection does not take is refused', () => {
  test('texts and files on an official connection, templates on a paired phone, and both together', async () => {
    const template = await approved()
    const phone = await shop.company.connection({ queues: [shop.queue] })
    expect(await refused(shop, { message1: 'Oi' })).toEqual([400, 'ERR_CAMPAIGN_NEEDS_TEMPLATE'])
    expect(await refused(shop, { message1: 'Oi', template1: choiceOf(template) })).toEqual([
      400,
      'ERR_CAMPAIGN_NEEDS_TEMPLATE',
    ])
    expect(await refused(shop, { whatsappId: phone.id, template1: choiceOf(template) })).toEqual([
      400,
      'ERR_CAMPAIGN_TAKES_NO_TEMPLATE',
    ])
    expect(
      await refused(shop, { whatsappId: `${phone.id},${shop.connectionId}`, template1: choiceOf(template) }),
    ).toEqual([400, 'ERR_CAMPAIGN_CONNECTIONS_MIXED'])
  })

  test('a template of another account or company, one that is not approved, and one without all values', async () => {
    const other = await meta.numberShop()
    const theirs = await approved(other)
    const paused = await approved()
    await paused.template.pause()
    await eventually(async () =>
      expect(await refused(shop, { template1: choiceOf(paused) })).toEqual([400, 'ERR_TEMPLATE_NOT_USABLE']),
    )
    expect(await refused(shop, { template1: choiceOf(theirs) })).toEqual([404, 'ERR_NO_TEMPLATE_FOUND'])
    const { connection } = await meta.connectNumber(shop.admin)
    const ours = await approved()
    expect(await refused(shop, { whatsappId: connection.id, template1: choiceOf(ours) })).toEqual([
      404,
      'ERR_NO_TEMPLATE_FOUND',
    ])
    const { body } = await shop.admin.post('/campaigns', {
      name: 'Sem valores',
      whatsappId: shop.connectionId,
      template2: { templateId: ours.id, values: { 'body:nome': 'Ana' } },
    })
    expect([body.error, body.details.issues]).toEqual([
      'ERR_TEMPLATE_VALUES',
      [{ path: 'body.template2.values.body:cidade', message: 'required' }],
    ])
  })

  test('another connection of a saved campaign, unless its templates go with it', async () => {
    const template = await approved()
    const phone = await shop.company.connection({ queues: [shop.queue] })
    const { body } = await shop.admin.post('/campaigns', {
      name: 'Muda',
      whatsappId: shop.connectionId,
      template1: choiceOf(template),
    })
    const moved = await shop.admin.put(`/campaigns/${body.id}`, { whatsappId: phone.id })
    expect([moved.status, moved.body.error]).toEqual([400, 'ERR_CAMPAIGN_TAKES_NO_TEMPLATE'])
    const whole = await shop.admin.put(`/campaigns/${body.id}`, {
      whatsappId: phone.id,
      template1: null,
      message1: 'Oi',
    })
    expect([whole.status, whole.body.template1, whole.body.message1]).toEqual([200, null, 'Oi'])
  })
})

describe('a template that cannot be sent any more', () => {
  test('pauses the campaign, which goes on by itself when Meta lets it', async () => {
    const place = await meta.numberShop()
    const { template, ...chosen } = await approved(place)
    const people = crowd(3)
    await template.pause()
    await eventually(async () =>
      expect((await place.admin.get(`/message-templates/${chosen.id}`)).body.status).toBe('paused'),
    )
    await place.company.sql(`update message_templates set status = 'approved' where id = $1`, [chosen.id])
    // Meta refuses it before its word that it is paused has come.
    const id = await run(place, people, { template1: choiceOf(chosen) })
    await held(place, id, 'template')
    expect(textsOf(people).flat()).toEqual([])
    await eventually(async () =>
      expect(await states(place, id)).toEqual(people.map(() => ({ state: 'waiting', reason: null, variant: null }))),
    )
    expect((await place.admin.get(`/message-templates/${chosen.id}`)).body.status).toBe('paused')
    expect((await place.admin.post(`/message-templates/${chosen.id}/unpause`)).status).toBe(200)
    await runs(place, id)
    await eventually(() => expect(textsOf(people).map(({ length }) => length)).toEqual([1, 1, 1]))
  })

  test.each([
    ['a payment that is missing', 131042, 'templates'],
    ['a limit because of spam', 131048, 'campaigns'],
  ])('so does %s, and nobody is lost', async (_name, code, scope) => {
    const place = await meta.numberShop()
    const template = await approved(place)
    const people = crowd(3)
    place.number.refusedWith = code
    const id = await run(place, people, { template1: choiceOf(template) })
    const { until } = await held(place, id, 'limited')
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(30 * 60_000)
    await eventually(async () =>
      expect((await states(place, id)).map(({ state, reason }) => [state, reason])).toEqual(
        people.map(() => ['waiting', null]),
      ),
    )
    place.number.refusedWith = undefined
    await place.company.sql('update connection_limits set until = now() where company_id = $1 and scope = $2', [
      place.company.id,
      scope,
    ])
    const { counts } = await runs(place, id)
    expect(counts).toMatchObject({ total: 3, reached: 3 })
    await eventually(() => expect(textsOf(people).map(({ length }) => length)).toEqual([1, 1, 1]))
  })

  test('is the result of its people if Meta says so after the end', async () => {
    const place = await meta.numberShop()
    const template = await approved(place)
    const people = crowd(1)
    const told = meta.server.webhooks.hold()
    for (const { person } of people) person.failsWith = 131042
    const id = await run(place, people, { template1: choiceOf(template) })
    await campaignIn(place.admin, id, 'FINALIZADA')
    await told.release()
    await eventually(async () =>
      expect(await states(place, id)).toMatchObject([{ state: 'failed', reason: 'ERR_PAYMENT_MISSING' }]),
    )
  })

  test('because it has another variable since holds the campaign, and leaves nobody out', async () => {
    const place = await meta.numberShop()
    const chosen = await approved(place)
    const people = crowd(2)
    const { contactListId } = await bodyFor(place, people, { template1: choiceOf(chosen) })
    await place.admin.post('/campaign-settings', { settings: withoutPauses })
    const { body: saved } = await place.admin.post('/campaigns', {
      name: 'Mudou',
      whatsappId: place.connectionId,
      contactListId,
      template1: choiceOf(chosen),
    })
    const components = [{ type: 'BODY', text: 'Olá {{nome}}, a loja de {{cidade}} abre às {{hora}} amanhã.' }]
    Object.assign(chosen.template, { components })
    await place.admin.post('/message-templates/sync', { whatsappId: place.connectionId })
    await place.company.sql(`update campaigns set status = 'PROGRAMADA', scheduled_at = now() where id = $1`, [
      saved.id,
    ])
    await held(place, saved.id, 'template')
    expect(await states(place, saved.id)).toEqual(people.map(() => ({ state: 'waiting', reason: null, variant: null })))
    await place.admin.post(`/campaigns/${saved.id}/cancel`)
    const { body } = await place.admin.post(`/campaigns/${saved.id}/restart`)
    expect(body.error).toBe('ERR_TEMPLATE_VALUES')
  })

  test('lets somebody choose another one', async () => {
    const place = await meta.numberShop()
    const gone = await approved(place)
    const people = crowd(2)
    const list = await bodyFor(place, people, { template1: choiceOf(gone) })
    await place.admin.post('/campaign-settings', { settings: withoutPauses })
    const { body: saved } = await place.admin.post('/campaigns', {
      name: 'Troca',
      whatsappId: place.connectionId,
      contactListId: list.contactListId,
      template1: choiceOf(gone),
    })
    await place.admin.delete(`/message-templates/${gone.id}`)
    await place.company.sql(`update campaigns set status = 'PROGRAMADA', scheduled_at = now() where id = $1`, [
      saved.id,
    ])
    await held(place, saved.id, 'template')
    await place.admin.post(`/campaigns/${saved.id}/cancel`)
    const before = await place.admin.post(`/campaigns/${saved.id}/restart`)
    expect([before.status, before.body.error]).toEqual([404, 'ERR_NO_TEMPLATE_FOUND'])
    const other = await approved(place)
    await place.admin.put(`/campaigns/${saved.id}`, { template1: choiceOf(other) })
    expect((await place.admin.post(`/campaigns/${saved.id}/restart`)).status).toBe(204)
    await runs(place, saved.id)
    await eventually(() => expect(textsOf(people).map(({ length }) => length)).toEqual([1, 1]))
  })
})

/** So many others, before it is known which portfolio the account belongs to. */
const reachedLately = ({ company, connectionId }: Shop, size: number) =>
  company.sql(
    `with added as (
       insert into contacts (company_id, name) select $1, 'Pessoa ' || n from generate_series(1, $3::int) n returning id)
     insert into portfolio_people (company_id, portfolio, contact_id, message_id)
     select s.company_id, s.portfolio, a.id, -a.id from added a join number_standings s on s.company_id = $1 and s.connection_id = $2`,
    [company.id, connectionId, size],
  )

describe('what Meta allows', () => {
  test('stops campaigns over all numbers of a portfolio, and lets them go on when people count no more', async () => {
    const place = await meta.numberShop()
    const { number: sister } = await meta.connectNumber(place.admin, {
      number: place.number.account.number(`5511944${String(100_000 + ++count)}`),
    })
    const connections = (await place.admin.get('/whatsapp')).body.map(({ id }: { id: number }) => ({ id }))
    // Four more people, and the tier is used.
    await reachedLately(place, 246)
    const template = await approved(place)
    const people = crowd(7)
    await place.admin.post('/campaign-settings', { settings: withoutPauses })
    const id = await startCampaign(place.admin, {
      ...(await bodyFor(place, people, { template1: choiceOf(template) })),
      connections,
    })
    await eventually(async () => {
      const { holds } = (await place.admin.get(`/campaigns/${id}`)).body
      expect(holds).toMatchObject([{ reason: 'tier' }, { reason: 'tier' }])
    })
    await eventually(() => expect(textsOf(people).flat()).toHaveLength(4))
    const guards = (await place.admin.get('/sending-guard')).body
    expect(guards.map(({ network }: { network: object }) => network)).toMatchObject([
      { tier: 'TIER_250', limit: 250, used: 250, connections: 2 },
      { tier: 'TIER_250', limit: 250, used: 250, connections: 2 },
    ])
    expect(sister.account).toBe(place.number.account)
    await place.company.sql(
      `update portfolio_people set reached_at = reached_at - interval '25 hours' where company_id = $1`,
      [place.company.id],
    )
    await runs(place, id)
    await eventually(() => expect(textsOf(people).flat()).toHaveLength(7))
  })

  test('counts nobody to whom an answer is open, and everybody whom an attendant writes to', async () => {
    const place = await meta.numberShop()
    const template = await approved(place, { body: 'Temos novidades.', examples: {} })
    const talk = await meta.chat(place)
    const used = async () => (await place.admin.get('/sending-guard')).body[0].network.used
    const send = () => place.attendant.post(`/tickets/${talk.ticketId}/message-templates`, { templateId: template.id })
    await send()
    expect(await used()).toBe(0)
    await place.company.sql(
      `update conversations set last_inbound_at = now() - interval '2 days' where company_id = $1`,
      [place.company.id],
    )
    await send()
    await send()
    expect(await used()).toBe(1)
  })

  test('a bad quality pauses the number until Meta rates it better, or an admin lets it go on', async () => {
    const place = await meta.numberShop()
    const template = await approved(place)
    const guard = async () => (await place.admin.get('/sending-guard')).body[0]
    await place.number.rate('YELLOW')
    await eventually(async () =>
      expect(await guard()).toMatchObject({ hold: { reason: 'quality' }, network: { quality: 'FLAGGED' } }),
    )
    const people = crowd(1)
    const id = await run(place, people, { template1: choiceOf(template) })
    await held(place, id, 'quality')
    await place.number.rate('GREEN')
    await eventually(async () => expect((await guard()).hold).toBeNull())
    await runs(place, id)
    await place.number.rate('RED')
    await eventually(async () => expect((await guard()).hold).toMatchObject({ reason: 'quality' }))
    const resumed = await place.admin.post(`/sending-guard/${place.connectionId}/resume`)
    expect([resumed.status, resumed.body.hold]).toEqual([200, null])
  })

  test('is asked of Meta, and a change of the tier reaches all numbers of the portfolio', async () => {
    const place = await meta.numberShop()
    await meta.connectNumber(place.admin, {
      number: place.number.account.number(`5511945${String(100_000 + ++count)}`),
    })
    const networks = async () =>
      (await place.admin.get('/sending-guard')).body.map(({ network }: { network: { limit: number } }) => network.limit)
    expect(await networks()).toEqual([250, 250])
    await place.number.changeTier('TIER_2K')
    await eventually(async () => expect(await networks()).toEqual([2000, 2000]))
    const preview = await place.admin.post('/campaigns/preview', { whatsappId: place.connectionId })
    expect(preview.status).toBe(200)
    expect(
      await place.company.sql('select distinct portfolio from number_standings where connection_id = $1', [
        place.connectionId,
      ]),
    ).toEqual([{ portfolio: place.number.account.business.id }])
  })
})

describe('prices', () => {
  const table = {
    currency: 'USD',
    prices: [
      { category: 'marketing', prefix: '55', millionths: 62_500 },
      { category: 'utility', prefix: '', millionths: 8000 },
    ],
  }

  test('tell before the start what the variants cost, and in the report what Meta has billed', async () => {
    const place = await meta.numberShop()
    const [dear, cheap] = [await approved(place), await approved(place, { category: 'utility' })]
    const people = crowd(4)
    const planned = {
      whatsappId: place.connectionId,
      contactListId: await contactList(place.company, people),
      template1: choiceOf(dear),
      template2: choiceOf(cheap),
    }
    const cost = async () => (await place.admin.post('/campaigns/preview', planned)).body.cost
    expect(await cost()).toMatchObject({ cents: null, unpriced: 4 })
    await place.admin.post('/campaign-settings', { settings: { ...withoutPauses, ...table } })
    // 2 × 0.0625 + 2 × 0.008
    expect(await cost()).toMatchObject({ cents: 14, currency: 'USD', unpriced: 0 })
    const id = await startCampaign(place.admin, {
      ...planned,
      connections: [{ id: place.connectionId }],
      message1: null,
    })
    await campaignIn(place.admin, id, 'FINALIZADA')
    await meta.settled()
    await eventually(async () => {
      const { spending, variants } = (await place.admin.get(`/campaigns/${id}/report`)).body
      const dearOnes = variants.find(({ variant }: { variant: number }) => variant === 1)?.people ?? 0
      expect(spending.currency).toBe('USD')
      const billed = (category: string) =>
        spending.categories.find((one: { category: string }) => one.category === category)?.billed ?? 0
      expect([billed('marketing'), billed('utility')]).toEqual([dearOnes, 4 - dearOnes])
      expect(spending.cents).toBe(Math.round((dearOnes * 62_500 + (4 - dearOnes) * 8000) / 10_000))
    })
  })

  test('are changed by admins alone, which the log says', async () => {
    const company = await meta.world.company()
    const admin = await company.admin()
    const supervisor = await company.supervisor()
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, ...table } })
    const refusal = await supervisor.post('/campaign-settings', {
      settings: { ...withoutPauses, ...table, prices: [] },
    })
    expect([refusal.status, refusal.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await supervisor.post('/campaign-settings', { settings: { ...withoutPauses, ...table } })).status).toBe(200)
    expect((await supervisor.post('/campaign-settings', { settings: withoutPauses })).status).toBe(200)
    expect(
      await company.sql(
        `select action, detail->'changed' as changed from audit_log where company_id = $1 and action = 'messagePrices.changed'`,
        [company.id],
      ),
    ).toEqual([{ action: 'messagePrices.changed', changed: ['prices', 'currency'] }])
  })
})

describe('a price table', () => {
  const row = { category: 'marketing', prefix: '55', millionths: 62_500 }
  const save = (admin: Person, prices: unknown, rest: object = {}) =>
    admin.post('/campaign-settings', { settings: { ...withoutPauses, prices, ...rest } })

  test('of values that are no prices is refused whole, and the table stays', async () => {
    const admin = await (await meta.world.company()).admin()
    expect((await save(admin, [row])).status).toBe(200)
    const stored = (await admin.get('/campaign-settings')).body
    const wrong = [
      [{ ...row, millionths: -1 }],
      [{ ...row, millionths: 0.5 }],
      [{ ...row, millionths: 1_000_000_001 }],
      // As 1e400 is read.
      [{ ...row, millionths: '9'.repeat(400) }],
      [{ ...row, millionths: 'NaN' }],
      [{ ...row, millionths: 'doze' }],
      [{ ...row, millionths: null }],
      [{ ...row, prefix: '55\n' }],
      [{ ...row, prefix: '5555555' }],
      [{ ...row, category: 'constructor' }],
      Array.from({ length: 5000 }, (_, nth) => ({ ...row, prefix: String(nth) })),
      { 0: row },
    ]
    for (const prices of wrong) {
      const { status, body } = await save(admin, prices)
      expect({ prices, answer: [status, body.error] }).toEqual({ prices, answer: [400, 'ERR_VALIDATION'] })
    }
    for (const currency of ['reais', 'R$', '', 'BRL\n'])
      expect((await save(admin, [row], { currency })).body.error).toBe('ERR_VALIDATION')
    const raw = await meta.world.app.http.inject({
      method: 'POST',
      url: '/campaign-settings',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ settings: { ...withoutPauses, prices: [row] } }).replace('62500', '1e400'),
    })
    expect(raw.statusCode).toBe(400)
    expect((await admin.get('/campaign-settings')).body).toEqual(stored)
  })

  test('of one company is none of another', async () => {
    const [one, other] = [await meta.world.company(), await meta.world.company()]
    await save(await one.admin(), [row])
    expect(JSON.stringify((await (await other.admin()).get('/campaign-settings')).body)).not.toContain('62500')
  })
})

test('an own number is shown what a person gets, as the template reads', async () => {
  const template = await approved()
  const people = crowd(1)
  const planned = {
    whatsappId: shop.connectionId,
    contactListId: await contactList(shop.company, [...people, { name: 'Sem cidade', number: someNumber() }]),
    template1: choiceOf(template),
  }
  const { body: preview } = await shop.admin.post('/campaigns/preview', planned)
  expect(preview.lacking).toEqual([{ variable: 'cidade', count: 1 }])
  const { body: found } = await shop.admin.post('/campaigns/preview/people', {
    ...planned,
    group: 'to',
    searchParam: '',
    pageNumber: 1,
  })
  const texts = await Promise.all(
    found.people.map(({ key }: { key: string }) => shop.admin.post('/campaigns/preview/texts', { ...planned, key })),
  )
  const shown = texts.map(({ body }) => body.messages[0].template.values)
  expect(shown).toContainEqual({ 'body:nome': 'Ana', 'body:cidade': 'Olinda' })
  expect(shown).toContainEqual({ 'body:nome': 'Sem' })
})
