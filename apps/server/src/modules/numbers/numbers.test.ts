import { numberNames } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importMessages } from '#modules/inbound'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let admin: Person
let ana: Person
beforeAll(async () => {
  world = await createWorld()
  world.network.answer(() => ({ status: 'sent' }))
  company = await world.company()
  queue = await company.queue('Vendas')
  admin = await company.admin()
  ana = await company.attendant({ queues: [queue], showDashboard: 'enabled', name: 'Ana' })
})
afterAll(() => world.close())

const calls = [
  '/dashboard',
  '/dashboard/numbers',
  '/dashboard/series/started',
  '/dashboard/list/started',
  '/dashboard/hidden/started',
  '/dashboard/total-atendimentos',
  '/dashboard/ticketsDay',
  '/dashboard/queues',
  '/dashboard/ticketsUsers',
  '/dashboard/user-info',
  '/dashboard/nps-info',
  '/dashboard/atendimentos-encerrados',
]

/** In the time zone of a new company. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())

async function arrive(queues: { id: number }[], of: Company = company) {
  const connection = await of.connection({ queues })
  await connection.receive(said(someNumber(), 'Bom dia'))
  const [{ id }] = await of.sql('select id::int from tickets where connection_id = $1', [connection.id])
  return id as number
}

const accept = (who: Person, id: number) => who.put(`/tickets/${id}`, { status: 'open', userId: who.id })
const numberOf = async (who: Person, name: string, query = '') => {
  const { status, body } = await who.get(`/dashboard/numbers?${query}`)
  expect(status).toBe(200)
  return body.numbers.find((one: { name: string }) => one.name === name)
}

describe('a company without tickets', () => {
  test('has honest zeros, and no mean of nothing', async () => {
    const empty = await world.company()
    const boss = await empty.admin()

    const { counters, attendants } = (await boss.get('/dashboard')).body
    expect(Object.entries(counters).filter(([, value]) => value !== 0)).toEqual([])
    expect(attendants).toEqual([
      {
        id: boss.id,
        name: boss.name,
        online: true,
        isArchived: false,
        avgWaitTime: 0,
        avgSupportTime: 0,
        tickets: 0,
        rating: 0,
        countRating: 0,
      },
    ])
    const { numbers } = (await boss.get('/dashboard/numbers?days=30')).body
    expect(numbers.map(({ name }: { name: string }) => name)).toEqual(numberNames)
    for (const { now } of numbers) expect(now).toMatchObject({ count: 0, value: now.value === null ? null : 0 })
    expect((await boss.get('/dashboard/nps-info')).body).toEqual([{ total_notas: 0, ruim: 0, media: 0, boa: 0 }])
    expect((await boss.get('/dashboard/atendimentos-encerrados')).body).toBe(0)
    expect((await boss.get('/dashboard/user-info')).body).toEqual([])
    expect((await boss.get('/dashboard/queues')).body).toEqual([])
    expect((await boss.get('/dashboard/ticketsUsers')).body).toEqual({ data: [{ nome: boss.name, quantidade: 0 }] })
    expect((await boss.get('/dashboard/list/waitTime')).body).toEqual({ count: 0, rows: [], next: null })
  })
})

describe('a period', () => {
  test('is the current month without dates, and as many days as are asked for', async () => {
    const month = today().slice(0, 7)
    const { body } = await admin.get('/dashboard/numbers')
    expect(body.period).toMatchObject({ from: `${month}-01`, to: expect.stringMatching(`^${month}-(28|29|30|31)$`) })
    expect((await admin.get('/dashboard/numbers?days=0')).body.period).toEqual(body.period)
    expect((await admin.get('/dashboard/numbers?days=1')).body.period).toEqual({ from: today(), to: today() })
    const days = (await admin.get('/dashboard/total-atendimentos?days=7')).body.data
    expect(days).toHaveLength(7)
    expect(days.at(-1).data).toBe(today().split('-').toReversed().join('/'))
  })

  test('stands beside the one before, of which no more days are compared than it has had', async () => {
    const of = async (query: string) => {
      const { period, before } = (await admin.get(`/dashboard/numbers?${query}`)).body
      return { period, before }
    }
    expect(await of('date_from=2026-03-01&date_to=2026-03-31')).toEqual({
      period: { from: '2026-03-01', to: '2026-03-31' },
      before: { from: '2026-01-29', to: '2026-02-28' },
    })
    expect((await of('date_from=2026-02-10')).period).toEqual({ from: '2026-02-10', to: '2026-02-28' })
    expect((await of('date_to=2024-02-10')).period).toEqual({ from: '2024-02-01', to: '2024-02-10' })
    const tomorrow = new Date(Date.parse(today()) + 86_400_000).toISOString().slice(0, 10)
    const { before } = await of(`date_from=${today()}&date_to=${tomorrow}`)
    expect(before.from).toBe(before.to)
  })

  test.each(calls)('is refused by %s if it ends before it begins, is too long or no date at all', async (path) => {
    const [from, to] =
      ['list', 'hidden', 'series', 'numbers'].some((part) => path.includes(part)) || path === '/dashboard'
        ? ['date_from', 'date_to']
        : ['initialDate', 'finalDate']
    const ask = async (query: string) => {
      const { status, body } = await admin.get(`${path}?${query}`)
      return { status, error: body.error }
    }
    expect(await ask(`${from}=2026-02-02&${to}=2026-02-01`)).toEqual({ status: 400, error: 'ERR_PERIOD_ORDER' })
    expect(await ask(`${from}=2006-01-01&${to}=2026-01-01`)).toEqual({ status: 400, error: 'ERR_PERIOD_TOO_LONG' })
    for (const query of [`${from}=0001-01-01`, `${to}=0001-01-01`, `${from}=0001-01-01&${to}=0001-01-02`])
      expect(await ask(query)).toEqual({ status: 400, error: 'ERR_VALIDATION' })
    expect((await ask(`${from}=9999-12-01&${to}=9999-12-31`)).status).toBe(200)
    expect((await ask(`${from}=2026-01-01' OR 1=1--`)).status).toBe(400)
    expect((await ask(`queueIds=[1) OR (1=1]`)).status).toBe(400)
    expect(await ask(`${from}=2026-02-01&${to}=2026-02-01`)).toMatchObject({ status: 200 })
  })

  test('of one day is shown by hour', async () => {
    const { body } = await admin.get(`/dashboard/total-atendimentos?initialDate=${today()}&finalDate=${today()}`)
    expect(body.data).toHaveLength(24)
    expect(body.data[13]).toEqual({ total: 0, horario: 13 })
  })
})

describe('who may see numbers', () => {
  test('are admins and people with showDashboard; nobody else', async () => {
    const others = [await company.supervisor(), await company.attendant({ queues: [queue], allTicket: 'enable' })]
    for (const path of [...calls, '/numbers']) {
      for (const who of others) expect({ path, status: (await who.get(path)).status }).toEqual({ path, status: 403 })
      for (const who of [admin, ana])
        expect({ path, status: (await who.get(path)).status }).toEqual({ path, status: 200 })
      expect((await world.anonymous.get(path)).status).toBe(401)
    }
  })

  test('see what a number is made of as far as they see the tickets, and how many more there are', async () => {
    const house = await world.company()
    const [sales, help] = [await house.queue(), await house.queue()]
    const viewer = await house.attendant({ queues: [sales], showDashboard: 'enabled' })
    const seen = await arrive([sales], house)
    await arrive([help], house)

    const { body } = await viewer.get('/dashboard/list/started')

    expect(body).toMatchObject({ count: 2, rows: [{ ticketId: seen }], next: null })
    expect((await viewer.get('/dashboard/hidden/started')).body).toEqual({ hidden: 1 })
    expect((await numberOf(viewer, 'started')).now.count).toBe(2)
    const boss = await house.admin()
    expect((await boss.get('/dashboard/list/started')).body.rows).toHaveLength(2)
    expect((await boss.get('/dashboard/hidden/started')).body).toEqual({ hidden: 0 })
  })

  test('see masked numbers where the company hides them', async () => {
    const house = await world.company()
    const sales = await house.queue()
    const connection = await house.connection({ queues: [sales] })
    const number = someNumber()
    await connection.receive(said(number, 'Oi', { name: '' }))
    await house.setting('lgpdHideNumber', 'enabled')
    const viewer = await house.attendant({ queues: [sales], showDashboard: 'enabled' })

    const { rows } = (await viewer.get('/dashboard/list/started')).body

    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(number)
  })

  test('see nothing of another company, whatever they filter by', async () => {
    const strange = await world.company()
    const theirs = await strange.queue()
    const id = await arrive([theirs], strange)
    await accept(await strange.admin(), id)
    const boss = await (await world.company()).admin()
    const filter = `queueIds=[${theirs.id}]&userIds=[${(await strange.admin()).id}]`
    for (const query of ['', filter]) {
      for (const name of ['started', 'openNow', 'leads'])
        expect((await boss.get(`/dashboard/list/${name}?${query}`)).body).toMatchObject({ count: 0, rows: [] })
      expect((await boss.get(`/dashboard?${query}`)).body.counters).toMatchObject({ supportHappening: 0, leads: 0 })
    }
  })
})

describe('a day lived', () => {
  test('has the same numbers in counters, attendants, charts and lists', async () => {
    const house = await world.company()
    const sales = await house.queue('Vendas')
    const boss = await house.admin()
    const rui = await house.attendant({ queues: [sales], name: 'Rui' })
    await house.setting('userRating', 'enabled')
    const connection = await house.connection({ queues: [sales], settings: { ratingMessage: 'De 0 a 10?' } })
    const number = someNumber()
    await connection.receive(said(number, 'Bom dia'))
    const [{ id }] = await house.sql('select id::int from tickets where connection_id = $1', [connection.id])
    await accept(rui, id)
    await rui.post(`/messages/${id}`, { body: 'Pois não' })
    // Ten minutes of waiting, and four of service.
    await house.sql(
      "update ticket_waits set seconds = 600, began_at = ended_at - interval '10 minutes' where ticket_id = $1",
      [id],
    )
    await rui.put(`/tickets/${id}`, { status: 'closed' })
    await house.sql("update ticket_turns set started_at = closed_at - interval '4 minutes' where ticket_id = $1", [id])
    expect((await numberOf(boss, 'ratingNow')).now.count).toBe(1)
    await connection.receive(said(number, '9'))

    const { counters, attendants } = (await boss.get('/dashboard')).body
    expect(counters).toEqual({
      avgSupportTime: 4,
      avgWaitTime: 10,
      supportHappening: 0,
      supportPending: 0,
      supportFinished: 1,
      leads: 1,
      tickets: 1,
      waitRating: 0,
      withoutRating: 0,
      withRating: 1,
      percRating: 100,
      npsPromotersPerc: 100,
      npsPassivePerc: 0,
      npsDetractorsPerc: 0,
      npsScore: 100,
    })
    expect(attendants).toContainEqual({
      id: rui.id,
      name: 'Rui',
      online: true,
      isArchived: false,
      avgWaitTime: 10,
      avgSupportTime: 4,
      tickets: 1,
      rating: 4.5,
      countRating: 1,
    })
    expect((await boss.get('/dashboard/queues')).body).toEqual([
      { quantidade: 1, queue: { id: sales.id, name: 'Vendas' } },
    ])
    expect((await boss.get('/dashboard/user-info')).body).toEqual([{ userId: rui.id, name: 'Rui', quantidade: 1 }])
    expect((await boss.get('/dashboard/nps-info')).body).toEqual([{ total_notas: 1, ruim: 0, media: 0, boa: 1 }])
    expect((await boss.get('/dashboard/atendimentos-encerrados')).body).toBe(1)
    expect((await boss.get('/dashboard/ticketsUsers')).body.data).toContainEqual({ nome: 'Rui', quantidade: 1 })
    expect((await boss.get('/dashboard/list/waitTime')).body).toMatchObject({
      count: 1,
      rows: [{ ticketId: id, value: 600, user: { id: rui.id }, queue: { id: sales.id }, status: 'closed' }],
    })
  })

  test('keeps the names of people and queues that are archived', async () => {
    const house = await world.company()
    const sales = await house.queue('Vendas')
    const boss = await house.admin()
    const leaver = await house.attendant({ queues: [sales], name: 'Lia' })
    const id = await arrive([sales], house)
    await accept(leaver, id)
    await leaver.put(`/tickets/${id}`, { status: 'closed' })
    await boss.delete(`/users/${leaver.id}`)
    await boss.delete(`/queue/${sales.id}`)

    expect((await boss.get('/dashboard/user-info')).body).toEqual([{ userId: leaver.id, name: 'Lia', quantidade: 1 }])
    expect((await boss.get('/dashboard/queues')).body).toEqual([
      { quantidade: 1, queue: { id: sales.id, name: 'Vendas' } },
    ])
    expect((await boss.get('/dashboard')).body.attendants).toContainEqual(
      expect.objectContaining({ id: leaver.id, isArchived: true, online: false, tickets: 1 }),
    )
    expect((await boss.get('/dashboard/list/finished')).body.rows).toMatchObject([
      { user: { name: 'Lia' }, queue: { name: 'Vendas' } },
    ])
  })

  test('has a ticket of an import as soon as its customer writes or somebody serves them', async () => {
    const house = await world.company()
    const sales = await house.queue()
    const boss = await house.admin()
    const connection = await house.connection({ queues: [sales] })
    const number = someNumber()
    for (const from of [number, someNumber()]) await connection.receive(said(from, 'Mensagem antiga'))
    const [talk, other] = await house.sql(
      `update tickets set imported_at = now(), last_message_at = now() - interval '1 day', waiting_since = null
       where company_id = $1 returning id::int`,
      [house.id],
    )
    const now = async (name: string, query = '') => (await numberOf(boss, name, query)).now.count
    expect([await now('pendingNow'), await now('pendingNow', 'imports=true')]).toEqual([0, 2])

    await connection.receive(said(number, 'Bom dia'))
    expect([await now('pendingNow'), await now('waitingNow')]).toEqual([1, 1])
    for (const { id } of [talk, other]) await accept(boss, id)

    expect([await now('pendingNow'), await now('openNow')]).toEqual([0, 2])
    expect((await boss.get('/dashboard/list/openNow')).body).toMatchObject({ count: 2 })
  })

  test('loses a ticket that is deleted, and the audit says so', async () => {
    const house = await world.company()
    const boss = await house.admin()
    const id = await arrive([await house.queue()], house)
    expect((await numberOf(boss, 'started')).now.count).toBe(1)

    await boss.delete(`/tickets/${id}`)

    for (const name of ['started', 'leads', 'pendingNow']) expect((await numberOf(boss, name)).now.count).toBe(0)
    const audit = await house.sql(
      "select object_id::int as id from audit_log where company_id = $1 and action = 'ticket.delete'",
      [house.id],
    )
    expect(audit).toEqual([{ id }])
  })
})

test('tickets of imported messages are counted only where the filter says so, in cards, charts and lists', async () => {
  const house = await world.company()
  const boss = await house.admin()
  const connection = await house.connection({ queues: [await house.queue()] })
  const actor = { kind: 'import', companyId: house.id, connectionId: connection.id } as const
  const old = { ...said(someNumber(), 'De antes'), sentAt: new Date().toISOString(), ack: 3 as const }
  await world.app.deps.units.run(actor, (ctx) => importMessages(ctx, connection.id, [old]))
  await connection.receive(said(someNumber(), 'Bom dia'))

  for (const [query, count] of [
    ['', 1],
    ['imports=true', 2],
    ['imports=true&userIds=[0]', 2],
  ] as const) {
    for (const name of ['started', 'leads', 'pendingNow'] as const) {
      expect((await numberOf(boss, name, query)).now.count).toBe(count)
      expect((await boss.get(`/dashboard/list/${name}?${query}`)).body.rows).toHaveLength(count)
    }
    const { rows } = (await boss.get(`/dashboard/series/started?by=connection&${query}`)).body
    expect(rows).toMatchObject([{ key: String(connection.id), count }])
    expect((await boss.get(`/dashboard?${query}`)).body.counters).toMatchObject({ leads: count, supportPending: count })
  }
})

test('an attendance of imported messages counts once its customer writes or somebody serves them', async () => {
  const house = await world.company()
  const boss = await house.admin()
  const sales = await house.queue()
  const connection = await house.connection({ queues: [sales] })
  const actor = { kind: 'import', companyId: house.id, connectionId: connection.id } as const
  const writer = someNumber()
  const before = (number: string) => ({
    ...said(number, 'De antes'),
    sentAt: new Date().toISOString(),
    ack: 3 as const,
  })
  const past = [before(someNumber()), before(writer), before(someNumber())]
  await world.app.deps.units.run(actor, (ctx) => importMessages(ctx, connection.id, past))
  const tickets = await house.sql('select id::int from tickets where company_id = $1 order by id', [house.id])
  const [served = 0, written = 0] = tickets.map(({ id }) => Number(id))
  const counts = async () => ({
    started: (await numberOf(boss, 'started')).now.count,
    finished: (await numberOf(boss, 'finished')).now.count,
  })
  expect(await counts()).toEqual({ started: 0, finished: 0 })

  await accept(boss, served)
  await boss.put(`/tickets/${served}`, { status: 'closed' })
  expect(await counts()).toEqual({ started: 1, finished: 1 })

  await connection.receive(said(writer, 'Bom dia'))
  await boss.put(`/tickets/${written}`, { status: 'closed' })
  expect(await counts()).toEqual({ started: 2, finished: 2 })

  expect(await boss.post(`/closedimported/${connection.id}`)).toMatchObject({ status: 200 })
  expect(await counts()).toEqual({ started: 2, finished: 2 })
})

test('the list behind a number comes in pages, each row once', async () => {
  const house = await world.company()
  const boss = await house.admin()
  await arrive([await house.queue()], house)
  await house.sql(
    `insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, created_at, finished_at)
     select company_id, ticket_id, contact_id, connection_id, created_at - (n / 3) * interval '1 microsecond', now()
     from ticket_turns, generate_series(1, 120) n where company_id = $1`,
    [house.id],
  )
  const ids: number[] = []
  let after = ''
  for (let page = 0; page < 3; page += 1) {
    const { body } = await boss.get(`/dashboard/list/started?days=2${after}`)
    expect(body.count).toBe(121)
    ids.push(...body.rows.map((row: { id: number }) => row.id))
    after = `&after=${body.next}`
    expect(body.next === null).toBe(page === 2)
  }
  expect(new Set(ids).size).toBe(121)
  for (const wrong of ['1', 'x-1', '1-', "1-1' or true"])
    expect((await boss.get(`/dashboard/list/started?after=${encodeURIComponent(wrong)}`)).status).toBe(400)
})

test.each(['pt', 'en', 'es', 'tr'])('each number says in %s what it means', async (language) => {
  const { status, body } = await ana.get(`/numbers?language=${language}`)
  expect(status).toBe(200)
  expect(body.map(({ name }: { name: string }) => name)).toEqual(numberNames)
  for (const { label, sentence } of body)
    expect([label, sentence]).toEqual([expect.stringMatching(/.../), expect.stringMatching(/.{20}/)])
  expect(
    body.filter(({ hasPeriod }: { hasPeriod: boolean }) => !hasPeriod).map(({ name }: { name: string }) => name),
  ).toEqual(numberNames.filter((name) => name.endsWith('Now')))
  expect((await ana.get('/numbers?language=xx')).status).toBe(400)
})
