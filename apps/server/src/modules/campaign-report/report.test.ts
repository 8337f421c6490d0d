import type { RecipientState } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { campaignIn, contactList, runCampaign } from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { beginChange } from '#test/lock-table'
import { rowsRead } from '#test/rows-read'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'
import { nextPeople } from './people.repository.ts'

let world: World
let company: Company
let admin: Person
let connection: TestConnection
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  ;[admin, connection] = await Promise.all([company.admin(), company.connection()])
})
afterAll(() => world.close())

interface Listed {
  name?: string
  number?: string
  state: RecipientState
  reason?: string
  variant?: number
  connection?: TestConnection
  /** Minutes after 9:00, where the company is. */
  requested?: number
  confirmed?: number
  reached?: number
  answered?: number
}

interface Options {
  status?: string
  connections?: TestConnection[]
  confirmation?: boolean
}

/** A campaign that was started on 20 March 2026 at 9:00, with these people. */
async function campaignOf(
  people: readonly Listed[],
  { status = 'FINALIZADA', connections = [connection], confirmation = false }: Options = {},
): Promise<number> {
  const { body } = await admin.post('/campaigns', {
    name: 'Inverno',
    message1: 'Oi {nome}',
    message2: 'Olá {nome}',
    confirmation,
    confirmationMessage1: 'Posso contar?',
    contactListId: await contactList(company, []),
    whatsappId: connections.map(({ id }) => id).join(','),
  })
  await company.sql(
    `update campaigns set status = $2, started_at = '2026-03-20 12:00Z',
       completed_at = case when $2 = 'FINALIZADA' then timestamptz '2026-03-20 13:00Z' end where id = $1`,
    [body.id, status],
  )
  for (const one of people)
    await company.sql(
      `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, state, reason, variant, connection_id,
         requested_at, confirmed_at, reached_at, answered_at, variables)
       select $1, $2, $3, $4, $3, $5, $6, $7, $8, t.at + make_interval(mins => $9), t.at + make_interval(mins => $10),
         t.at + make_interval(mins => $11), t.at + make_interval(mins => $12), '{"cidade": "Recife"}'
       from (select timestamptz '2026-03-20 12:00Z' as at) t`,
      [
        company.id,
        body.id,
        one.number ?? someNumber(),
        one.name ?? 'Rita Souza',
        one.state,
        one.reason ?? null,
        one.variant ?? null,
        one.connection?.id ?? null,
        one.requested ?? null,
        one.confirmed ?? null,
        one.reached ?? null,
        one.answered ?? null,
      ],
    )
  return body.id
}

const reportOf = async (id: number) => (await admin.get(`/campaigns/${id}/report`)).body

describe('the report of a campaign', () => {
  test('counts people by what became of them, by text and by number', async () => {
    const other = await company.connection()
    const [{ name }] = await company.sql('select name from connections where id = $1', [other.id])
    const id = await campaignOf(
      [
        { state: 'sent', variant: 1, connection, reached: 1 },
        { state: 'read', variant: 1, connection: other, reached: 2 },
        { state: 'answered', variant: 2, connection: other, reached: 3, answered: 9 },
        { state: 'failed', reason: 'ERR_WAPP_INVALID_CONTACT', variant: 2, connection: other },
        { state: 'failed', reason: 'ERR_WAPP_INVALID_CONTACT', variant: 1, connection },
        { state: 'uncertain', reason: 'ERR_SENDING_WAPP_MSG', variant: 1, connection },
        { state: 'skipped', reason: 'optedOut' },
        { state: 'skipped', reason: 'invalid' },
        { state: 'waiting' },
      ],
      { connections: [connection, other] },
    )

    const report = await reportOf(id)
    expect(report.campaign).toMatchObject({ id, name: 'Inverno', status: 'FINALIZADA' })
    expect(report.counts).toMatchObject({
      total: 9,
      valid: 7,
      reached: 3,
      states: { failed: 2, skipped: 2, waiting: 1 },
    })
    expect(report.reasons).toEqual([
      { state: 'failed', reason: 'ERR_WAPP_INVALID_CONTACT', count: 2 },
      expect.objectContaining({ count: 1 }),
      expect.objectContaining({ count: 1 }),
      expect.objectContaining({ count: 1 }),
    ])
    expect(report.reasons).toContainEqual({ state: 'skipped', reason: 'optedOut', count: 1 })
    expect(report.reasons).toContainEqual({ state: 'uncertain', reason: 'ERR_SENDING_WAPP_MSG', count: 1 })
    expect(report.variants).toEqual([
      { variant: 1, people: 4, sent: 2, delivered: 1, read: 1, answered: 0, failed: 1 },
      { variant: 2, people: 2, sent: 1, delivered: 1, read: 1, answered: 1, failed: 1 },
    ])
    expect(report.connections).toContainEqual(
      expect.objectContaining({ id: other.id, name, people: 3, sent: 2, answered: 1, failed: 1 }),
    )
  })

  test('shows messages and answers over time, in steps that fit', async () => {
    const id = await campaignOf(
      [
        { state: 'sent', variant: 1, requested: 0, confirmed: 31, reached: 32 },
        { state: 'sent', variant: 1, requested: 1, confirmed: 61, reached: 74 },
        { state: 'answered', variant: 1, requested: 4, confirmed: 30, reached: 31, answered: 44 },
        { state: 'skipped', reason: 'declined', requested: 5, answered: 7 },
      ],
      { confirmation: true },
    )

    const { pace, answers, counts, startedAt } = await reportOf(id)
    expect(startedAt).toBe('2026-03-20T12:00:00.000Z')
    expect(counts).toMatchObject({ requested: 4, confirmed: 3, reached: 3, valid: 4 })
    // 74 minutes: in steps of five.
    expect(pace.step).toBe(300)
    expect(pace.points).toHaveLength(15)
    expect(pace.points.filter(({ count }: { count: number }) => count > 0)).toEqual([
      { at: '2026-03-20T12:00:00.000Z', count: 3 },
      { at: '2026-03-20T12:05:00.000Z', count: 1 },
      { at: '2026-03-20T12:30:00.000Z', count: 2 },
      { at: '2026-03-20T13:10:00.000Z', count: 1 },
    ])
    expect(answers.points.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(5)
  })

  test('of days has steps that begin at midnight of the company', async () => {
    const days = 60 * 24
    const id = await campaignOf([
      { state: 'sent', reached: 1 },
      { state: 'sent', reached: 40 * days },
    ])
    const { pace } = await reportOf(id)
    expect(pace.step).toBe(24 * 3600)
    expect(pace.points[0]).toEqual({ at: '2026-03-20T03:00:00.000Z', count: 1 })
    expect(pace.points.at(-1)).toEqual({ at: '2026-04-29T03:00:00.000Z', count: 1 })
  })

  test('says what interrupted it: a stop, a phone that was offline, a limit of the network', async () => {
    const phone = await company.connection()
    const [{ name }] = await company.sql('select name from connections where id = $1', [phone.id])
    const id = await campaignOf([{ state: 'sent', reached: 55 }], { connections: [phone] })
    for (const [kind, minutes, detail] of [
      ['connected', -600, {}],
      ['lost', -20, {}],
      ['connected', 5, {}],
      // Too short to be seen.
      ['lost', 10, {}],
      ['connected', 10.5, {}],
      ['limited', 20, { scope: 'new_chats', until: '2026-03-20T12:40:00.000Z' }],
      ['resumed', 30, {}],
      ['lost', 500, {}],
    ] as const)
      await company.sql(
        `insert into connection_events (company_id, connection_id, kind, detail, created_at)
         values ($1, $2, $3, $4, timestamptz '2026-03-20 12:00Z' + make_interval(secs => $5::float8 * 60))`,
        [company.id, phone.id, kind, JSON.stringify(detail), minutes],
      )
    for (const [action, minutes] of [
      ['campaign.stopped', 45],
      ['campaign.continued', 50],
    ] as const)
      await company.sql(
        `insert into audit_log (company_id, action, object, object_id, created_at)
         values ($1, $2, 'campaign', $3, timestamptz '2026-03-20 12:00Z' + make_interval(mins => $4))`,
        [company.id, action, String(id), minutes],
      )

    expect((await reportOf(id)).interruptions).toEqual([
      { kind: 'offline', connection: name, since: '2026-03-20T12:00:00.000Z', until: '2026-03-20T12:05:00.000Z' },
      { kind: 'limited', connection: name, since: '2026-03-20T12:20:00.000Z', until: '2026-03-20T12:30:00.000Z' },
      { kind: 'stopped', connection: null, since: '2026-03-20T12:45:00.000Z', until: '2026-03-20T12:50:00.000Z' },
    ])
  })

  test('says what held it: quiet hours of all its numbers once, and what held one of them by its name', async () => {
    const [one, other] = await Promise.all([company.connection(), company.connection()])
    const id = await campaignOf([{ state: 'sent', reached: 55 }], { connections: [one, other] })
    for (const [phone, reason, since, until] of [
      [one, 'quietHours', 10, 20],
      [other, 'quietHours', 10, 20],
      [other, 'strangers', 30, 40],
      // Its connection tells that.
      [one, 'offline', 41, 45],
      [one, 'failures', 50, null],
    ] as const)
      await company.sql(
        `insert into campaign_holds (company_id, campaign_id, connection_id, reason, since, until)
         select $1, $2, $3, $4, t.at + make_interval(mins => $5), t.at + make_interval(mins => $6)
         from (select timestamptz '2026-03-20 12:00Z' as at) t`,
        [company.id, id, phone.id, reason, since, until],
      )
    const nameOf = async ({ id: phone }: TestConnection) =>
      (await company.sql('select name from connections where id = $1', [phone]))[0].name

    expect((await reportOf(id)).interruptions).toEqual([
      { kind: 'quietHours', connection: null, since: '2026-03-20T12:10:00.000Z', until: '2026-03-20T12:20:00.000Z' },
      {
        kind: 'strangers',
        connection: await nameOf(other),
        since: '2026-03-20T12:30:00.000Z',
        until: '2026-03-20T12:40:00.000Z',
      },
      { kind: 'failures', connection: await nameOf(one), since: '2026-03-20T12:50:00.000Z', until: null },
    ])
  })

  test('of a running one tells when it ends at its pace', async () => {
    const id = await campaignOf([{ state: 'waiting' }, { state: 'waiting' }, { state: 'sent' }], {
      status: 'CANCELADA',
    })
    expect((await reportOf(id)).expectedAt).toBeNull()
    await company.sql(
      "update campaign_recipients set not_before = 'infinity', reached_at = case when state = 'sent' then now() end where campaign_id = $1",
      [id],
    )
    await company.sql(
      "update campaigns set status = 'EM_ANDAMENTO', started_at = now() - interval '10 minutes' where id = $1",
      [id],
    )
    const { expectedAt, pace } = await reportOf(id)
    // One in ten minutes, so two more in twenty.
    const minutes = (Date.parse(expectedAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(18)
    expect(minutes).toBeLessThan(22)
    expect(pace.points.at(-1).count).toBe(1)
    await admin.post(`/campaigns/${id}/cancel`)
  })

  test('is empty before the campaign has started', async () => {
    const { body } = await admin.post('/campaigns', {
      name: 'Verão',
      message1: 'Oi',
      whatsappId: String(connection.id),
    })
    expect(await reportOf(body.id)).toMatchObject({
      startedAt: null,
      expectedAt: null,
      counts: { total: 0 },
      pace: { points: [] },
      answers: { points: [] },
      interruptions: [],
      reasons: [],
      variants: [],
      connections: [],
    })
    expect((await admin.get(`/campaigns/${body.id}/people`)).body).toEqual({ people: [], hasMore: false })
  })
})

describe('the people of a campaign', () => {
  const peopleOf = async (id: number, query = '') => (await admin.get(`/campaigns/${id}/people${query}`)).body

  test('come in pages, each of them once, also while their states change', async () => {
    const id = await campaignOf([])
    await company.sql(
      `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, state)
       select $1, $2, '55118' || (20000000 + n), 'Pessoa ' || n, '55118' || (20000000 + n), case when n % 3 = 0 then 'sent' else 'read' end
       from generate_series(1, 130) n`,
      [company.id, id],
    )
    const seen: number[] = []
    for (let page = await peopleOf(id); ; page = await peopleOf(id, `?after=${seen.at(-1)}`)) {
      seen.push(...page.people.map((one: { id: number }) => one.id))
      expect(page.people).toHaveLength(page.hasMore ? 50 : 30)
      if (!page.hasMore) break
      await company.sql("update campaign_recipients set state = 'answered' where campaign_id = $1 and id % 2 = 0", [id])
    }
    expect(new Set(seen).size).toBe(130)
  })

  test.each(['', 'read'] as const)('are read once for a page, also with the state "%s"', async (state) => {
    const id = await campaignOf([])
    await company.sql(
      `insert into campaign_recipients (company_id, campaign_id, person_key, number, state)
       select $1, $2, '55118' || (30000000 + n), '55118' || (30000000 + n),
         (array['waiting', 'sent', 'delivered', 'read', 'answered', 'failed', 'skipped', 'uncertain', 'reserved'])[1 + n % 9]
       from generate_series(1, 9000) n`,
      [company.id, id],
    )
    await world.sql('analyze campaign_recipients')
    const filter = { searchParam: '', ...(state !== '' && { state }) }
    const read = await world.app.deps.units.read({ kind: 'system', companyId: company.id }, (ctx) =>
      rowsRead(ctx, 'campaign_recipients', async () => {
        expect(await nextPeople(ctx, id, filter, { after: 0, most: 100 })).toHaveLength(100)
      }),
    )
    // Those of other campaigns may come before them, if the planner prefers the key of the table.
    expect(read).toBeLessThan(300)
  })

  test('are found by state, name, e-mail and number', async () => {
    const number = someNumber()
    const id = await campaignOf([
      { name: 'Ágata Lima', state: 'failed', reason: 'ERR_WAPP_INVALID_CONTACT', number },
      { name: 'Bia Costa', state: 'read', connection, variant: 2, reached: 3 },
    ])
    const [{ name }] = await company.sql('select name from connections where id = $1', [connection.id])
    const namesOf = async (query: string) => (await peopleOf(id, query)).people.map((one: { name: string }) => one.name)
    expect(await namesOf('?state=failed')).toEqual(['Ágata Lima'])
    expect(await namesOf('?searchParam=agata')).toEqual(['Ágata Lima'])
    expect(await namesOf(`?searchParam=${number.slice(-6)}`)).toEqual(['Ágata Lima'])
    expect(await namesOf('?state=read&searchParam=agata')).toEqual([])
    expect((await peopleOf(id, '?state=read')).people[0]).toMatchObject({
      name: 'Bia Costa',
      state: 'read',
      variant: 2,
      connection: name,
      reachedAt: '2026-03-20T12:03:00.000Z',
    })
    expect((await admin.get(`/campaigns/${id}/people?state=gone`)).status).toBe(400)
  })

  test('are exported as workbook and as separated values, and nothing in them is a formula', async () => {
    const number = someNumber()
    const id = await campaignOf([
      { name: '=cmd|calc', state: 'failed', reason: 'ERR_WAPP_INVALID_CONTACT', number, variant: 1 },
      { name: 'Bia "B" Costa;', state: 'answered', reached: 3, answered: 4 },
    ])
    const csv = await world.app.http.inject({
      url: `/campaigns/${id}/people.csv`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(csv.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/csv/),
      'cache-control': 'no-store',
    })
    const [titles, first, second] = csv.payload.split('\r\n')
    expect(titles).toBe(
      '\uFEFF"Nome";"Número";"E-mail";"Situação";"Motivo";"Texto";"Conexão";"Confirmação solicitada em";"Confirmada em";"Enviada em";"Respondida em"',
    )
    expect(first).toBe(`"'=cmd|calc";"${number}";"";"Falhou";"Número sem WhatsApp";"1";"";"";"";"";""`)
    expect(second).toContain('"Bia ""B"" Costa;"')
    expect(second).toContain('"2026-03-20 09:03:00";"2026-03-20 09:04:00"')

    // `workbookOf` makes it, which guards every cell too.
    const xlsx = await world.app.http.inject({
      url: `/campaigns/${id}/people.xlsx?state=failed`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(xlsx.headers['content-disposition']).toBe('attachment; filename="campaign.xlsx"')
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(
      await company.sql(
        "select count(*)::int from audit_log where action = 'contacts.exported' and object = 'campaign' and object_id = $1",
        [String(id)],
      ),
    ).toEqual([{ count: 2 }])
  })
})

describe('the failed of a campaign', () => {
  test('get a new campaign without a date, and nobody else is in its list', async () => {
    const failed = [
      { state: 'failed', name: 'Rita Souza', number: someNumber() },
      { state: 'failed', name: '', number: someNumber() },
    ] as const
    const gone = await company.connection()
    const id = await campaignOf(
      [
        ...failed,
        { state: 'uncertain', reason: 'ERR_SENDING_WAPP_MSG' },
        { state: 'sent' },
        { state: 'skipped', reason: 'invalid' },
      ],
      { connections: [gone, connection] },
    )
    await company.sql('update connections set archived_at = now() where id = $1', [gone.id])

    const { status, body } = await admin.post(`/campaigns/${id}/failed`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Inverno (falhas)',
      status: 'INATIVA',
      scheduledAt: null,
      message1: 'Oi {nome}',
      message2: 'Olá {nome}',
      whatsappId: String(connection.id),
      contactList: { name: 'Inverno (falhas)' },
    })
    expect(body.id).not.toBe(id)
    const { body: items } = await admin.get(`/contact-list-items?contactListId=${body.contactListId}&pageNumber=1`)
    expect(items.contacts).toHaveLength(2)
    expect(items.contacts).toContainEqual(
      expect.objectContaining({
        name: 'Rita Souza',
        number: failed[0].number,
        variables: [{ key: 'cidade', value: 'Recife' }],
      }),
    )
    expect(items.contacts).toContainEqual(expect.objectContaining({ name: failed[1].number }))
    expect((await admin.get(`/contact-lists/${body.contactListId}`)).body.contactsCount).toBe(2)
    expect((await reportOf(id)).counts.states.failed).toBe(2)
  })

  test('may be very many: the call answers with the first of them, and a campaign starts when a job has added all', async () => {
    const last = '5511850000000'
    const id = await campaignOf([])
    await company.sql(
      `insert into campaign_recipients (company_id, campaign_id, person_key, number, state)
       select $1::integer, $2::bigint, '55118' || (40000000 + n), '55118' || (40000000 + n), 'failed' from generate_series(1, 5000) n
       union all select $1, $2, $3::text, $3, 'failed'`,
      [company.id, id, last],
    )
    // Whoever adds the last person waits for this transaction.
    await world.sql(
      `create function wait_for_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`,
    )
    await world.sql(
      `create trigger wait_for_test before insert on contact_list_items for each row when (new.number = '${last}') execute function wait_for_test()`,
    )
    onTestFinished(async () => {
      await world.sql('drop function wait_for_test cascade')
    })
    const holder = await beginChange(world.databases.admin, [
      { text: 'select pg_advisory_xact_lock(4711)', values: [] },
    ])

    const { status, body } = await admin.post(`/campaigns/${id}/failed`)
    expect(status).toBe(200)
    const countOf = async () => (await admin.get(`/contact-lists/${body.contactListId}`)).body.contactsCount
    expect(await countOf()).toBe(5000)
    await admin.put(`/sending-guard/${connection.id}`, { strangersPerDay: 0 })
    onTestFinished(async () => {
      await admin.put(`/sending-guard/${connection.id}`, { strangersPerDay: null })
    })
    await admin.put(`/campaigns/${body.id}`, { scheduledAt: new Date().toISOString() })
    // The engine has looked at all campaigns when this one has started.
    const other = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number: someNumber() }]),
    })
    await campaignIn(admin, other, 'EM_ANDAMENTO')
    expect((await admin.get(`/campaigns/${body.id}`)).body.status).toBe('PROGRAMADA')

    await holder.commit()
    await eventually(async () => expect(await countOf()).toBe(5001))
    expect((await campaignIn(admin, body.id, 'EM_ANDAMENTO')).counts.total).toBe(5001)
    for (const one of [body.id, other]) await admin.post(`/campaigns/${one}/cancel`)
  })

  test('get none if nobody failed, and nothing is left behind', async () => {
    const id = await campaignOf([{ state: 'sent' }, { state: 'uncertain' }])
    const lists = async () => (await admin.get('/contact-lists/list')).body.length
    const before = await lists()
    expect(await admin.post(`/campaigns/${id}/failed`)).toMatchObject({
      status: 400,
      body: { error: 'ERR_CAMPAIGN_NOBODY_FAILED' },
    })
    expect(await lists()).toBe(before)
  })
})

describe('opt-outs', () => {
  test('that answer the campaign are counted apart from those who were left out because of an earlier one', async () => {
    world.network.answer(() => ({ status: 'sent' }))
    const shop = await world.company()
    const owner = await shop.admin()
    const phone = await shop.connection({ queues: [await shop.queue()] })
    const [leaves, returns, stays] = [someNumber(), someNumber(), someNumber()]
    const reach = async () => {
      const people = [leaves, returns, stays].map((number) => ({ number }))
      const id = await runCampaign(owner, { connections: [phone], contactListId: await contactList(shop, people) })
      await campaignIn(owner, id, 'FINALIZADA')
      return id
    }
    const counted = async (id: number) => {
      const { optOuts, reasons } = (await owner.get(`/campaigns/${id}/report`)).body
      return { optOuts, reasons }
    }

    const first = await reach()
    // All numbers of a person are in the ledger, and the person counts once.
    await shop.sql(
      `insert into contact_identities (company_id, contact_id, kind, value)
       select c.company_id, c.id, 'phone', $2 from contacts c where c.company_id = $1 and c.phone = $3`,
      [shop.id, someNumber(), leaves],
    )
    await phone.receive(said(leaves, 'Parar'))
    await phone.receive(said(returns, 'Sair'))
    await phone.receive(said(returns, 'Voltar'))

    await eventually(async () => expect(await counted(first)).toEqual({ optOuts: 2, reasons: [] }))
    const second = await reach()
    const leftOut = { state: 'skipped', reason: 'optedOut', count: 1 }
    expect(await counted(second)).toEqual({ optOuts: 0, reasons: [leftOut] })
    expect(await counted(first)).toEqual({ optOuts: 2, reasons: [] })
  })
})

test('a report is of admins and supervisors of its company only', async () => {
  const id = await campaignOf([{ state: 'failed' }])
  const attendant = await company.attendant()
  const stranger = await (await world.company()).admin()
  for (const [method, path] of [
    ['get', 'report'],
    ['get', 'people'],
    ['get', 'people.csv'],
    ['get', 'people.xlsx'],
    ['post', 'failed'],
  ] as const) {
    expect({ path, ...(await attendant[method](`/campaigns/${id}/${path}`)) }).toMatchObject({ status: 403 })
    expect({ path, ...(await stranger[method](`/campaigns/${id}/${path}`)) }).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CAMPAIGN_FOUND' },
    })
  }
  expect((await (await company.supervisor()).get(`/campaigns/${id}/report`)).status).toBe(200)
})
