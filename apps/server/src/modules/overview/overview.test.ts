import type { CompanyFilter, Overview } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let operator: Person

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
})
afterAll(() => world.close())

const mark = () => crypto.randomUUID().slice(0, 8)
/** In the time zone of a new company, and of the platform's. */
const zone = 'America/Sao_Paulo'
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() + days * 86_400_000)
const thisMonth = () => inDays(0).slice(0, 7)
function lastMonth(): string {
  const [year = 0, month = 0] = thisMonth().split('-').map(Number)
  return new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7)
}

async function overview(): Promise<Overview> {
  const { status, body } = await operator.get('/overview')
  expect(status).toBe(200)
  return body
}

/** Ids of the companies that the list has for the filter, on all pages. */
async function listed(filter: CompanyFilter, query = ''): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await operator.get(`/companies?filter=${filter}&pageNumber=${page}${query}`)
    expect(status).toBe(200)
    ids.push(...body.companies.map(({ id }: { id: number }) => id))
    if (body.hasMore) continue
    expect(ids).toHaveLength(body.count)
    return ids
  }
}

/** A stranger signs up; returns the id of their company, which is on trial. */
async function signUp(document: string): Promise<number> {
  const limits = { users: 3, connections: 3, queues: 3 }
  const { body: plan } = await operator.post('/plans', { name: `Plano ${mark()}`, amount: '49.00', ...limits })
  const companyName = `Loja ${mark()}`
  const application = { name: 'Marina Alves', email: `${mark()}@loja.test`, password: 'Lua-de-Mel-9', document }
  const answer = await world.anonymous.post('/auth/signup', {
    ...application,
    phone: '11987654321',
    companyName,
    planId: plan.id,
    termo: true,
  })
  expect(answer.status).toBe(200)
  const [company] = await world.sql('select id from companies where name = $1', [companyName])
  return company.id
}

const due = (id: number, days: number) => operator.put(`/companies/${id}`, { dueDate: inDays(days) })

/** An invoice as the timer makes it, which may have been faster. */
async function invoice(
  { id }: Company,
  { days, cents = 4900, status = 'open' }: { days: number; cents?: number; status?: string },
) {
  const [made] = await world.sql(
    `insert into invoices (company_id, due_date, plan_id, detail, users, connections, queues, features, recurrence, amount_cents, status, paid_at)
     select c.id, $2, p.id, p.name, p.users, p.connections, p.queues, p.features, c.recurrence, $3, $4,
            case when $4 = 'paid' then now() end
     from companies c join plans p on p.id = c.plan_id where c.id = $1
     on conflict (company_id, due_date) do update
       set amount_cents = excluded.amount_cents, status = excluded.status, paid_at = excluded.paid_at
     returning id::int`,
    [id, inDays(days), cents, status],
  )
  return made.id as number
}

describe('companies by state', () => {
  test('are counted once each, and each number opens exactly these', async () => {
    expect(await operator.put('/billing/settings', { graceDays: 2 })).toMatchObject({ status: 200 })
    const before = (await overview()).states
    const made = async (dueDate: string | null) => (await world.company({ dueDate })).id
    const off = await made(inDays(30))
    const closed = await made(inDays(30))
    await operator.put(`/companies/${off}`, { status: false })
    await operator.delete(`/companies/${closed}`)
    const expired = await signUp('11144477735')
    await due(expired, -2)
    const ids = {
      trial: [await signUp('11222333000181')],
      active: [await made(null), await made(inDays(6))],
      dueSoon: [await made(inDays(5)), await made(inDays(1))],
      grace: [await made(inDays(0)), await made(inDays(-1))],
      blocked: [await made(inDays(-2)), expired],
      off: [off],
      closed: [closed],
    }

    const after = (await overview()).states
    for (const [state, some] of Object.entries(ids) as [keyof typeof ids, number[]][]) {
      const found = await listed(state)
      expect({ state, added: after[state] - before[state] }).toEqual({ state, added: some.length })
      expect({ state, found }).toMatchObject({ state, found: expect.arrayContaining(some) })
      expect(found).toHaveLength(after[state])
      const [first] = (await operator.get(`/companies?filter=${state}`)).body.companies
      expect(first.state).toBe(state)
    }
    const [{ count }] = await world.sql('select count(*)::int as count from companies where id <> 1')
    expect(Object.values(after).reduce((sum, one) => sum + one, 0)).toBe(count)
  })

  test('leave out the platform’s own company, which every list without a filter has', async () => {
    expect(await listed('active')).not.toContain(1)
    const { companies } = (await operator.get('/companies?sort=created&searchParam=')).body
    expect(companies.length).toBeGreaterThan(0)
    const own = (await operator.get('/companiesPlan?searchParam=guich')).body.companies
    expect(own).toMatchObject([{ id: 1, state: 'active' }])
  })

  test('no longer count a trial that was renewed', async () => {
    const id = await signUp('52998224725')
    expect(await listed('trial')).toContain(id)
    expect(await listed('trialEnding')).toContain(id)
    expect((await overview()).trialsEnding).toBe((await listed('trialEnding')).length)

    await operator.post(`/companies/${id}/renew`)

    expect(await listed('trial')).not.toContain(id)
    expect(await listed('active')).toContain(id)
  })
})

describe('what is owed', () => {
  test('is the sum of open invoices past their due date, of companies that are not closed', async () => {
    const before = (await overview()).overdue
    const [one, two, gone] = [await world.company(), await world.company(), await world.company()]
    await invoice(one, { days: -1, cents: 4990 })
    await invoice(one, { days: -31, cents: 10 })
    await invoice(one, { days: 0 })
    await invoice(two, { days: -3, cents: 5000 })
    await invoice(two, { days: -33, status: 'paid' })
    await invoice(gone, { days: -3 })
    await operator.delete(`/companies/${gone.id}`)

    const after = (await overview()).overdue

    expect(after.invoices - before.invoices).toBe(3)
    expect(after.companies - before.companies).toBe(2)
    expect(Number(after.amount) - Number(before.amount)).toBeCloseTo(100, 5)
    const found = await listed('overdue', '&sort=due')
    expect(found).toEqual(expect.arrayContaining([one.id, two.id]))
    expect(found).not.toContain(gone.id)
    expect(found).toHaveLength(after.companies)
  })
})

/** The company was closed, and its 30 days are over. */
async function erase({ id }: Company): Promise<void> {
  await operator.delete(`/companies/${id}`)
  await world.sql(`update companies set closed_at = now() - interval '31 days' where id = $1`, [id])
  const erased = async () => (await world.sql('select erase_closed_company($1, 1000) as count', [id]))[0]?.count
  while ((await erased()) > 0);
}

describe('the revenue of a month', () => {
  const revenueOf = async (month: string) => (await overview()).revenue.find((one) => one.month === month)?.amount
  const cents = (amount: string | undefined) => Math.round(Number(amount) * 100)

  test('is shown for the last twelve months, this one last', async () => {
    const { revenue } = await overview()
    expect(revenue).toHaveLength(12)
    expect(revenue.slice(-2).map(({ month }) => month)).toEqual([lastMonth(), thisMonth()])
  })

  test('is what was paid less what was given back; a credit counts neither when it is given nor when it is taken back', async () => {
    const before = cents(await revenueOf(thisMonth()))
    const company = await world.company({ dueDate: inDays(3) })
    const id = await invoice(company, { days: 3 })
    const record = async (kind: 'manual' | 'credit', amount: string) => {
      const body = { invoiceId: id, kind, amount, reason: 'Transferência', clientId: crypto.randomUUID() }
      const answer = await operator.post(`/billing/companies/${company.id}/payments`, body)
      expect(answer.status).toBe(200)
      return answer.body.id as number
    }
    const refund = async (payment: number, amount: string) => {
      const body = { amount, reason: 'Devolvido', clientId: crypto.randomUUID() }
      const path = `/billing/companies/${company.id}/payments/${payment}/refund`
      expect((await operator.post(path, body)).status).toBe(200)
    }
    const credit = await record('credit', '20.00')
    const paid = await record('manual', '49.00')
    await refund(paid, '9.10')
    await refund(credit, '5.00')

    expect(cents(await revenueOf(thisMonth())) - before).toBe(3990)
    expect(await listed('paid')).toContain(company.id)
    expect(await listed('paid', `&month=${lastMonth()}`)).not.toContain(company.id)

    await erase(company)
    expect(cents(await revenueOf(thisMonth())) - before).toBe(3990)
  })

  test('begins and ends at midnight of the platform’s time zone, and outlives the companies', async () => {
    const before = { now: cents(await revenueOf(thisMonth())), last: cents(await revenueOf(lastMonth())) }
    const first = `date_trunc('month', now() at time zone '${zone}') at time zone '${zone}'`
    await world.sql(
      `insert into payments (company_id, invoice_id, kind, amount_cents, paid_at)
       values (900000001, 1, 'payment', 700, ${first}), (900000001, 1, 'payment', 40, ${first} - interval '1 millisecond')`,
    )

    expect(cents(await revenueOf(thisMonth())) - before.now).toBe(700)
    expect(cents(await revenueOf(lastMonth())) - before.last).toBe(40)
  })
})

describe('who comes and goes', () => {
  test('is counted by month, and each number opens its list', async () => {
    const [now, last] = (await overview()).movement
    expect([now?.month, last?.month]).toEqual([thisMonth(), lastMonth()])
    const [young, old, gone] = [await world.company(), await world.company(), await world.company()]
    const lastDay = `(date_trunc('month', now() at time zone '${zone}') at time zone '${zone}') - interval '1 hour'`
    await world.sql(`update companies set created_at = ${lastDay} where id = any ($1)`, [[old.id, gone.id]])
    await operator.delete(`/companies/${young.id}`)
    await operator.delete(`/companies/${gone.id}`)
    await world.sql(`update companies set closed_at = ${lastDay} where id = $1`, [gone.id])

    const [after, afterLast] = (await overview()).movement

    expect(after).toEqual({ ...now, new: (now?.new ?? 0) + 1, gone: (now?.gone ?? 0) + 1 })
    expect(afterLast).toEqual({ ...last, new: (last?.new ?? 0) + 2, gone: (last?.gone ?? 0) + 1 })
    expect(await listed('new')).toContain(young.id)
    expect(await listed('new', `&month=${lastMonth()}`)).toEqual(expect.arrayContaining([old.id, gone.id]))
    expect(await listed('gone')).toContain(young.id)
    const goneLast = await listed('gone', `&month=${lastMonth()}`)
    expect(goneLast).toContain(gone.id)
    expect(goneLast).not.toContain(young.id)
  })

  test('includes companies that are erased already, which no list has', async () => {
    const [, last] = (await overview()).movement
    const lastDay = `(date_trunc('month', now() at time zone '${zone}') at time zone '${zone}') - interval '1 hour'`
    await world.sql(
      `insert into audit_log (company_id, action, object, object_id, detail)
       values (1, 'company.erased', 'company', '900000002', jsonb_build_object('name', 'Antiga', 'closedAt', to_json(${lastDay})))`,
    )

    const [, after] = (await overview()).movement

    expect(after).toEqual({ ...last, gone: (last?.gone ?? 0) + 1, erased: (last?.erased ?? 0) + 1 })
    expect(await listed('gone', `&month=${lastMonth()}`)).toHaveLength((after?.gone ?? 0) - (after?.erased ?? 0))
  })
})

describe('what a company uses', () => {
  let company: Company
  let admin: Person
  beforeEach(async () => {
    company = await world.company({ plan: { users: 4, connections: 5, queues: 6 } })
    admin = await company.admin()
  })

  const rowOf = async (query: string) => {
    const { companies } = (await operator.get(`/companies?searchParam=${admin.email}${query}`)).body
    expect(companies).toHaveLength(1)
    return companies[0]
  }

  test('is in the list when it is asked for, beside what its plan allows', async () => {
    expect(await rowOf('')).not.toHaveProperty('use')
    const idle = { queues: 0, connectionsUp: 0, messages: 0, storageBytes: 0, oldestUnsentAt: null, deadLetters: 0 }
    expect((await rowOf('&withUse=true')).use).toEqual(idle)

    const queue = await company.queue()
    const ticket = await company.ticket({ queues: [queue] })
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
    await admin.post(`/messages/${ticket.id}`, { body: 'Bom dia, Rita' })
    await admin.post(`/messages/${ticket.id}`, { body: 'Cliente antiga', isPrivate: true })
    const { id: line } = await company.connection()
    await world.sql(`update connections set status = 'disconnected' where company_id = $1 and id = $2`, [
      company.id,
      line,
    ])
    await world.sql(
      `insert into files (company_id, storage_key, mime, bytes, state)
       values ($1, 'a', 'image/png', 1000, 'ready'), ($1, 'b', 'image/png', 24, 'ready'), ($1, 'c', 'image/png', 5, 'waiting')`,
      [company.id],
    )
    await world.sql(
      `insert into inbox (company_id, connection_id, lane, payload, dead_at) values ($1, $2, 'l', '{}', now())`,
      [company.id, line],
    )
    await world.sql(
      `insert into pgboss.job (name, data, retry_limit, state, completed_on) values ('media.fetch', $1, 0, 'failed', now())`,
      [JSON.stringify({ companyId: company.id })],
    )
    const [sent] = await world.sql(
      `select count(*)::int as count from messages where company_id = $1 and not is_private and sent_at > now() - interval '1 day'`,
      [company.id],
    )
    await world.sql(
      `update messages set sent_at = now() - interval '25 hours' where company_id = $1 and body = 'Bom dia, Rita'`,
      [company.id],
    )

    const row = await rowOf('&withUse=true')

    expect(row).toMatchObject({
      numberAttendants: 1,
      numberConections: 2,
      plan: { users: 4, connections: 5, queues: 6 },
    })
    expect(row.use).toMatchObject({ queues: 1, connectionsUp: 1, storageBytes: 1024, deadLetters: 2 })
    expect(row.use.messages).toBe(sent.count - 1)
  })

  test('says since when its oldest message waits, and the longest wait is first', async () => {
    const ticket = await company.ticket()
    const [talk] = await world.sql(
      'select conversation_id as id, connection_id as line from tickets where company_id = $1 and id = $2',
      [company.id, ticket.id],
    )
    const wait = async (action: string, hours: number) => {
      const [entry] = await world.sql(
        `insert into outbox (company_id, connection_id, conversation_id, action, payload, created_at, not_before)
         values ($1, $2, $3, $4, '{}', date_trunc('second', now()) - make_interval(hours => $5), now() + interval '1 hour')
         returning created_at`,
        [company.id, talk.line, talk.id, action, hours],
      )
      return entry.created_at.toISOString()
    }
    await wait('read', 3)
    const oldest = await wait('send', 2)
    await wait('send', 1)

    expect((await rowOf('&withUse=true')).use.oldestUnsentAt).toBe(oldest)
    expect((await overview()).oldestUnsentAt).toBe(oldest)
    expect((await listed('unsent', '&sort=waiting'))[0]).toBe(company.id)
    await world.sql('delete from outbox where company_id = $1', [company.id])
    expect(await listed('unsent')).not.toContain(company.id)
  })
})

describe('the health of the installation', () => {
  test('counts connections of companies that work, and opens those with one that is not up', async () => {
    const before = (await overview()).connections
    const [works, blocked] = [await world.company(), await world.company()]
    const { id } = await works.connection()
    await works.connection()
    await blocked.connection()
    await world.sql(
      `update connections set status = 'disconnected' where company_id = any ($1) and (company_id <> $2 or id = $3)`,
      [[works.id, blocked.id], works.id, id],
    )
    await due(blocked.id, -30)

    expect((await overview()).connections).toEqual({ up: before.up + 1, all: before.all + 2 })
    const found = await listed('disconnected')
    expect(found).toContain(works.id)
    expect(found).not.toContain(blocked.id)
  })

  test('counts dead letters of the inbox and of the jobs, those of no company too', async () => {
    const before = (await overview()).deadLetters
    const [one, two] = [await world.company(), await world.company()]
    const { id } = await one.connection()
    await world.sql(
      `insert into inbox (company_id, connection_id, lane, payload, dead_at) values ($1, $2, 'l', '{}', now())`,
      [one.id, id],
    )
    for (const data of [{ companyId: one.id }, { companyId: two.id }, { companyId: 900_000_003 }, { companyId: 'abc' }])
      await world.sql(
        `insert into pgboss.job (name, data, retry_limit, state, completed_on) values ('media.fetch', $1, 0, 'failed', now())`,
        [JSON.stringify(data)],
      )

    expect((await overview()).deadLetters).toEqual({
      count: before.count + 5,
      companies: before.companies + 2,
      ofNone: before.ofNone + 2,
    })
    expect(await listed('deadLetters')).toEqual(expect.arrayContaining([one.id, two.id]))
  })
})

describe('the list of companies', () => {
  test('is sorted as it is asked for, and by name otherwise', async () => {
    const name = `Ordem ${mark()}`
    const made: number[] = []
    for (const [last, dueDate] of [
      ['B', '2031-05-01'],
      ['A', '2031-06-01'],
      ['C', null],
    ]) {
      const { id } = await world.company({ dueDate: dueDate ?? null })
      await operator.put(`/companies/${id}`, { name: `${name} ${last}` })
      made.push(id)
    }
    const [b, a, c] = made
    const sorted = async (sort: string) =>
      (await operator.get(`/companies?searchParam=${encodeURIComponent(name)}${sort}`)).body.companies.map(
        ({ id }: { id: number }) => id,
      )

    expect(await sorted('')).toEqual([a, b, c])
    expect(await sorted('&sort=due')).toEqual([b, a, c])
    expect(await sorted('&sort=created')).toEqual([c, a, b])
  })

  test('searches within a filter', async () => {
    const company = await world.company()
    const { email } = await company.admin()
    expect(await listed('active', `&searchParam=${email}`)).toEqual([company.id])
    expect(await listed('blocked', `&searchParam=${email}`)).toEqual([])
  })

  test.each([
    'filter=everything',
    'filter=',
    "filter=active';--",
    'sort=password',
    'month=2026-13',
    'month=0000-01',
    'month=2026-1',
    "month=2026-01-01' or true",
    'withUse=maybe',
  ])('refuses %s', async (query) => {
    expect(await operator.get(`/companies?${query}`)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

describe('who attacks', () => {
  const paths = ['/overview', '/companies?filter=blocked&withUse=true', '/companiesPlan?filter=deadLetters']

  test('finds nothing: tenants are refused, and so is an admin of the platform’s company who is no operator', async () => {
    const company = await world.company()
    const made = { name: 'Caio', email: `${mark()}@guiche.test`, password: 'Senha-do-Caio-1', profile: 'admin' }
    expect((await operator.post('/users', made)).status).toBe(200)
    const colleague = await world.logIn(made.email, made.password)
    for (const person of [await company.admin(), await company.supervisor(), await company.attendant(), colleague])
      for (const path of paths) {
        const { status, body } = await person.get(path)
        expect({ path, status, fields: Object.keys(body) }).toEqual({ path, status: 403, fields: ['error'] })
      }
  })

  test('finds nothing without a session', async () => {
    for (const path of paths) expect((await world.anonymous.get(path)).status).toBe(401)
  })
})
