import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person
let company: Company
let admin: Person

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await world.company()
  admin = await company.admin()
})

const mark = () => crypto.randomUUID().slice(0, 8)
const newPlan = (fields: Record<string, unknown> = {}) => ({
  name: `Plano ${mark()}`,
  users: 2,
  connections: 2,
  queues: 2,
  ...fields,
})
const newCompany = (fields: Record<string, unknown> = {}) => ({
  name: `Padaria ${mark()}`,
  email: `${mark()}@padaria.test`,
  password: 'Pao-Quente-1',
  planId: 1,
  ...fields,
})
/** The code of a refusal; empty: it succeeded. */
const codeOf = ({ status, body }: Answer): string => (status < 300 ? '' : body.error)
const planNameTaken = 'ERR_PLAN_NAME_ALREADY_EXISTS'
const audits = (companyId: number, action: string) =>
  world.sql('select actor_user_id, actor_company_id, detail from audit_log where company_id = $1 and action = $2', [
    companyId,
    action,
  ])

describe('a new company', () => {
  test('has an admin who can log in with its address', async () => {
    const body = newCompany({ phone: '11999990000', dueDate: '2030-05-06T00:00:00.000Z', recurrence: 'MENSAL' })
    const { status, body: made } = await operator.post('/companies', body)

    expect(status).toBe(200)
    expect(made).toMatchObject({
      name: body.name,
      email: body.email,
      dueDate: '2030-05-06',
      recurrence: 'MENSAL',
      status: true,
      planId: 1,
      plan: { id: 1 },
      schedules: [],
      timezone: 'America/Sao_Paulo',
    })
    const boss = await world.logIn(body.email, 'Pao-Quente-1')
    expect(boss.user).toMatchObject({
      companyId: made.id,
      profile: 'admin',
      super: false,
      company: { dueDate: '2030-05-06' },
    })
    expect(boss.user.company.companieSettings[0]).toContainEqual({ key: 'userRating', value: 'disabled' })
    expect(await audits(made.id, 'company.created')).toMatchObject([{ actor_company_id: 1 }])
  })

  test('has the counts of its plan, whatever numbers existing clients send with it', async () => {
    const counts = { numberAttendants: '50', numberConections: '' }
    const { status, body: made } = await operator.post('/companies', newCompany(counts))

    expect(status).toBe(200)
    expect(made.plan).toMatchObject({ id: 1 })
    for (const numberAttendants of ['many', -1, 1.5, [3]])
      expect(await operator.put(`/companies/${made.id}`, { numberAttendants })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
  })

  test('is not partly created when its address is in use', async () => {
    const [{ count: before }] = await world.sql('select count(*) as count from companies')

    expect(await operator.post('/companies', newCompany({ email: admin.email }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_EMAIL_NOT_ACCEPTED' },
    })
    expect(await operator.post('/companies', newCompany({ planId: 987654 }))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_PLAN_FOUND' },
    })
    expect(await operator.post('/companies', newCompany({ password: 'semmaiuscula' }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_WEAK_PASSWORD' },
    })
    expect(await operator.post('/companies', newCompany({ password: 'Mudar123' }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_WEAK_PASSWORD' },
    })

    expect(await world.sql('select count(*) as count from companies')).toEqual([{ count: before }])
  })

  test('has a unique name, regardless of case and accents (docs/requirements/back-office.md, section 8)', async () => {
    const name = `Ótica São José ${mark()}`
    const refused = { status: 400, body: { error: 'ERR_NAME_ALREADY_EXISTS' } }
    const { body: made } = await operator.post('/companies', newCompany({ name }))

    expect(await operator.post('/companies', newCompany({ name }))).toMatchObject(refused)
    const again = newCompany({ name: name.toUpperCase().replace('Ã', 'A') })
    expect(await operator.post('/companies', again)).toMatchObject(refused)
    expect(await operator.put(`/companies/${company.id}`, { name })).toMatchObject(refused)
    expect(await operator.put(`/companies/${made.id}`, { name, phone: '1132145678' })).toMatchObject({ status: 200 })

    const twins = newCompany()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => operator.post('/companies', { ...twins, email: newCompany().email })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
  })

  test('shares its name with no other that is named at the same moment', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => world.company()))
    const name = `Padaria ${mark()}`
    const answers = await Promise.all([
      ...others.map(({ id }) => operator.put(`/companies/${id}`, { name })),
      ...Array.from({ length: 4 }, () => operator.post('/companies', newCompany({ name }))),
    ])

    expect(answers.map(codeOf).toSorted()).toEqual(['', ...Array.from({ length: 7 }, () => 'ERR_NAME_ALREADY_EXISTS')])
    expect(await world.sql('select from companies where name = $1', [name])).toHaveLength(1)
  })

  test('is created by the operator only', async () => {
    for (const who of [admin, await company.attendant()])
      expect((await who.post('/companies', newCompany())).status).toBe(403)
    expect((await world.anonymous.post('/companies', newCompany())).status).toBe(401)
  })
})

describe('changing a company', () => {
  test('keeps fields that are not named', async () => {
    await operator.put(`/companies/${company.id}`, { dueDate: '2031-01-01', recurrence: 'ANUAL', phone: '11999990000' })
    const { status, body } = await operator.put(`/companies/${company.id}`, { name: 'Outro Nome' })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Outro Nome',
      dueDate: '2031-01-01',
      recurrence: 'ANUAL',
      phone: '11999990000',
      status: true,
    })
    expect((await operator.put(`/companies/${company.id}`, { dueDate: '' })).body.dueDate).toBeNull()
    expect(await audits(company.id, 'company.changed')).toHaveLength(3)
  })

  test('is not allowed for the company itself', async () => {
    expect((await admin.put(`/companies/${company.id}`, { dueDate: '2099-01-01' })).status).toBe(403)
    expect((await admin.get(`/companies/${company.id}`)).body.dueDate).toBeNull()
  })

  test('takes effect at once', async () => {
    expect((await admin.get('/users')).status).toBe(200)
    await operator.put(`/companies/${company.id}`, { dueDate: '2020-01-01' })
    await eventually(async () => expect((await admin.get('/users')).status).toBe(402))
    await operator.put(`/companies/${company.id}`, { dueDate: null })
    await eventually(async () => expect((await admin.get('/users')).status).toBe(200))
  })

  test("cannot end the platform's own company", async () => {
    const { body } = await operator.put('/companies/1', { status: false, dueDate: '2020-01-01', name: 'Guichê Ltda' })

    expect(body).toMatchObject({ id: 1, status: true, dueDate: '2999-12-31', name: 'Guichê Ltda' })
  })

  test.each([
    { planId: 987654 },
    { dueDate: 'amanhã' },
    { recurrence: 'SEMANAL' },
    { name: 'x' },
    { email: 'x' },
    { status: 'sim' },
    { planId: null },
  ])('is refused with %o', async (change) => {
    const answer = await operator.put(`/companies/${company.id}`, change)

    expect([400, 404]).toContain(answer.status)
    expect((await operator.put('/companies/987654321', { name: 'Ninguém' })).status).toBe(404)
  })
})

describe("a company's service hours", () => {
  const schedules = [
    {
      weekday: 'Segunda-feira',
      weekdayEn: 'monday',
      startTimeA: '08:00',
      endTimeA: '12:00',
      startTimeB: '13:00',
      endTimeB: '18:00',
    },
  ]

  test('are set by its admin', async () => {
    expect(await admin.put(`/companies/${company.id}/schedules`, { id: company.id, schedules })).toMatchObject({
      status: 200,
      body: { schedules },
    })
    expect((await admin.get(`/companies/${company.id}`)).body.schedules).toEqual(schedules)
  })

  test('are not set by attendants or by an admin of another company', async () => {
    const stranger = await (await world.company()).admin()

    expect((await (await company.attendant()).put(`/companies/${company.id}/schedules`, { schedules })).status).toBe(
      403,
    )
    expect(await stranger.put(`/companies/${company.id}/schedules`, { schedules })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect((await admin.get(`/companies/${company.id}`)).body.schedules).toEqual([])
  })

  test('are in the audit log with those before, and are told to the browsers of the company', async () => {
    const mine = await world.company()
    const [boss, far] = [await mine.admin(), await (await world.company()).admin()]
    const [near, elsewhere] = [await (await mine.attendant()).listen(), await far.listen()]

    await boss.put(`/companies/${mine.id}/schedules`, { schedules })
    await boss.put(`/companies/${mine.id}/schedules`, { schedules: [] })

    const log = await world.sql(
      `select actor_user_id::int as by, detail from audit_log where company_id = $1 and action = 'company.hoursChanged' order by id`,
      [mine.id],
    )
    expect(log).toEqual([
      { by: boss.id, detail: { before: [], after: schedules } },
      { by: boss.id, detail: { before: schedules, after: [] } },
    ])
    await eventually(() =>
      expect(near.of('company').map(({ payload }) => payload.company.schedules.length)).toContain(0),
    )
    expect(near.of('company')[0]?.payload).toEqual({
      action: 'update',
      company: {
        id: mine.id,
        name: expect.any(String),
        plan: expect.objectContaining({ users: 100, useSchedules: true }),
        schedules: expect.any(Array),
        timezone: 'America/Sao_Paulo',
        language: 'pt-BR',
        updatedAt: expect.any(String),
        subscription: { dueDate: '2999-12-31', graceDays: 0, isTrial: false, isBlocked: false },
      },
      seq: expect.any(Number),
    })
    expect(elsewhere.of('company')).toEqual([])
  })

  test('need valid weekdays and times', async () => {
    for (const wrong of [
      [{ ...schedules[0], startTimeA: '25:00' }],
      [{ ...schedules[0], weekdayEn: 'funday' }],
      'always',
      null,
    ]) {
      expect((await admin.put(`/companies/${company.id}/schedules`, { schedules: wrong })).status).toBe(400)
    }
  })
})

describe('access to a company by its id', () => {
  test("is allowed for one's own and refused for others, whether they exist or not", async () => {
    for (const path of ['/companies/listPlan/', '/companies/']) {
      expect(await admin.get(`${path}${company.id}`)).toMatchObject({
        status: 200,
        body: { id: company.id, plan: { useIntegrations: true, useIntegration: true, amount: '49.00' } },
      })
      for (const id of [1, 987654321, 9007199254740991])
        expect(await admin.get(`${path}${id}`)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    }
    expect((await admin.get('/companies/list')).body.map(({ id }: Company) => id)).toEqual([company.id])
  })

  test("is allowed for the operator, which the company's audit log records", async () => {
    expect((await operator.get(`/companies/${company.id}`)).body.id).toBe(company.id)
    expect((await operator.get('/companies/list')).body.map(({ id }: Company) => id)).toContain(company.id)
    expect((await operator.get('/companies/987654321')).status).toBe(404)

    expect(await audits(company.id, 'operator.reached')).toEqual([
      { actor_user_id: operator.id, actor_company_id: 1, detail: { action: 'getCompany' } },
    ])
  })

  test('is listed for the operator in pages', async () => {
    for (const path of ['/companies', '/companiesPlan/']) {
      const { body } = await operator.get(`${path}?searchParam=guiche&pageNumber=1`)
      expect(body).toMatchObject({ companies: [{ id: 1 }], count: 1, hasMore: false })
      expect((await admin.get(path)).status).toBe(403)
    }
  })
})

describe('plans', () => {
  test('are created, read, changed and removed by the operator', async () => {
    const made = (await operator.post('/plans', newPlan({ amount: '99.9', useKanban: false }))).body
    expect(made).toMatchObject({ users: 2, amount: '99.90', isPublic: true, useKanban: false, useOpenAi: true })

    const changed = (await operator.put(`/plans/${made.id}`, { users: 5, useOpenAi: false })).body
    expect(changed).toMatchObject({
      name: made.name,
      users: 5,
      amount: '99.90',
      useKanban: false,
      useOpenAi: false,
      useWhatsapp: true,
    })
    expect((await operator.get('/plans/all')).body).toContainEqual(changed)
    expect((await operator.get(`/plans?searchParam=${made.name.slice(-8)}`)).body).toEqual({
      plans: [changed],
      count: 1,
      hasMore: false,
    })

    expect((await operator.delete(`/plans/${made.id}`)).status).toBe(200)
    expect(await operator.get(`/plans/${made.id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_PLAN_FOUND' } })
  })

  test('have unique names', async () => {
    const { body: first } = await operator.post('/plans', newPlan())
    const { body: second } = await operator.post('/plans', newPlan())

    expect(await operator.post('/plans', newPlan({ name: first.name }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_PLAN_NAME_ALREADY_EXISTS' },
    })
    expect(await operator.put(`/plans/${second.id}`, { name: first.name })).toMatchObject({
      status: 400,
      body: { error: 'ERR_PLAN_NAME_ALREADY_EXISTS' },
    })
    expect((await operator.put(`/plans/${second.id}`, { name: second.name })).status).toBe(200)
  })

  test('are in the audit log with what differs, and are not changed if that cannot be written', async () => {
    const { id, name } = (await operator.post('/plans', newPlan({ amount: '49.00' }))).body
    await operator.put(`/plans/${id}`, { name, amount: '1.00', useKanban: false })
    const [entry] = (await operator.get('/audit?action=plan.changed')).body.entries
    expect(entry).toMatchObject({ objectId: String(id), actor: { id: operator.id } })
    expect(entry.detail).toEqual({
      before: { amount: '49.00', useKanban: true },
      after: { amount: '1.00', useKanban: false },
    })

    await world.sql(`alter table audit_log add constraint nothing_more check (object <> 'plan') not valid`)
    const answers = [
      await operator.put(`/plans/${id}`, { amount: '2.00' }),
      await operator.delete(`/plans/${id}`),
      await operator.post('/plans', newPlan({ name: `${name} 2` })),
    ]
    await world.sql('alter table audit_log drop constraint nothing_more')
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
    expect((await operator.get(`/plans?searchParam=${name}`)).body.plans).toMatchObject([{ id, amount: '1.00' }])
    await operator.delete(`/plans/${id}`)
    expect((await operator.get('/audit?action=plan.deleted')).body.entries[0]).toMatchObject({ objectName: name })
  })

  test('of one name are not made by several operators at once', async () => {
    const body = newPlan()
    const answers = await Promise.all(Array.from({ length: 8 }, () => operator.post('/plans', body)))

    expect(answers.map(codeOf).toSorted()).toEqual(['', ...Array.from({ length: 7 }, () => planNameTaken)])
  })

  test('are not given one name by several operators at once', async () => {
    const plans = await Promise.all(Array.from({ length: 8 }, () => operator.post('/plans', newPlan())))
    const name = `Plano ${mark()}`
    const answers = await Promise.all(plans.map(({ body }) => operator.put(`/plans/${body.id}`, { name })))

    expect(answers.map(codeOf).toSorted()).toEqual(['', ...Array.from({ length: 7 }, () => planNameTaken)])
    expect(await world.sql('select from plans where name = $1', [name])).toHaveLength(1)
  })

  test('that a company gets are not removed at the same moment', async () => {
    for (const give of [
      (planId: number) => operator.post('/companies', newCompany({ planId })),
      (planId: number) => operator.put(`/companies/${company.id}`, { planId }),
    ])
      for (let round = 0; round < 5; round += 1) {
        const { id } = (await operator.post('/plans', newPlan())).body
        const [given, removed] = await Promise.all([give(id), operator.delete(`/plans/${id}`)])

        expect([
          ['', 'ERR_PLAN_IN_USE'],
          ['ERR_NO_PLAN_FOUND', ''],
        ]).toContainEqual([codeOf(given), codeOf(removed)])
      }
  })

  test('cannot be removed while a company has them', async () => {
    expect(await operator.delete('/plans/1')).toMatchObject({ status: 400, body: { error: 'ERR_PLAN_IN_USE' } })
  })

  test('are shown to anybody if they are public, otherwise to the operator only', async () => {
    const open = (await operator.post('/plans', newPlan())).body
    const hidden = (await operator.post('/plans', newPlan({ isPublic: false }))).body

    for (const path of ['/plans/list', '/plans/listPublic', '/plans/list?listPublic=false']) {
      const ids = (await world.anonymous.get(path)).body.map(({ id }: { id: number }) => id)
      expect(ids).toContain(open.id)
      expect(ids).not.toContain(hidden.id)
    }
    for (const path of ['/plans', '/plans/all', `/plans/${open.id}`]) {
      expect((await admin.get(path)).status).toBe(403)
      expect((await world.anonymous.get(path)).status).toBe(401)
    }
    expect((await admin.put(`/plans/${open.id}`, { users: 1000 })).status).toBe(403)
  })

  test.each([
    { users: 0 },
    { users: -1 },
    { users: 1.5 },
    { users: 1e12 },
    { amount: -1 },
    { amount: '49,90' },
    { amount: '1e3' },
    { amount: '49.999' },
    { amount: '10000000' },
    { name: '' },
    { useKanban: 'maybe' },
  ])('are not created with %o', async (fields) => {
    expect(await operator.post('/plans', newPlan(fields))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })
})

describe("a company's time zone and language", () => {
  test('are set by its admin, one by one, which the audit log records', async () => {
    const mine = await world.company()
    const boss = await mine.admin()
    const url = `/companies/${mine.id}/region`

    expect((await boss.put(url, { timezone: 'America/Manaus' })).body).toMatchObject({
      timezone: 'America/Manaus',
      language: 'pt-BR',
    })
    expect((await boss.put(url, { language: 'es' })).body).toMatchObject({ timezone: 'America/Manaus', language: 'es' })

    expect((await boss.get(`/companies/${mine.id}`)).body).toMatchObject({ timezone: 'America/Manaus', language: 'es' })
    expect((await world.logIn(boss.email, boss.password)).user.company.timezone).toBe('America/Manaus')
    const log = await world.sql(
      `select detail from audit_log where company_id = $1 and action = 'company.regionChanged' order by id`,
      [mine.id],
    )
    expect(log).toMatchObject([
      {
        detail: {
          before: { timezone: 'America/Sao_Paulo', language: 'pt-BR' },
          after: { timezone: 'America/Manaus', language: 'pt-BR' },
        },
      },
      { detail: { after: { timezone: 'America/Manaus', language: 'es' } } },
    ])
  })

  test('are those of the language, until somebody chooses a time zone', async () => {
    const mine = await world.company()
    const boss = await mine.admin()
    const url = `/companies/${mine.id}/region`
    const zone = async () => (await boss.get(`/companies/${mine.id}`)).body.timezone
    expect(await zone()).toBe('America/Sao_Paulo')
    for (const [language, timezone] of [
      ['es', 'America/Monterrey'],
      ['en', 'America/Sao_Paulo'],
      ['es', 'America/Monterrey'],
      ['tr', 'America/Sao_Paulo'],
      ['es', 'America/Monterrey'],
      ['pt-BR', 'America/Sao_Paulo'],
    ]) {
      expect((await boss.put(url, { language })).body).toMatchObject({ language, timezone })
      expect({ language, zone: await zone() }).toEqual({ language, zone: timezone })
    }
    await boss.put(url, { timezone: 'America/Sao_Paulo' })
    expect((await boss.put(url, { language: 'es' })).body).toMatchObject({ timezone: 'America/Sao_Paulo' })
  })

  test('decide which hour a message names', async () => {
    const mine = await world.company()
    const boss = await mine.admin()
    const queue = await mine.queue()
    const { id } = await mine.ticket({ queues: [queue] })
    await boss.put(`/tickets/${id}`, { status: 'open', userId: boss.id, queueId: queue.id })
    // Neither is on the hour together with the other.
    for (const timeZone of ['Asia/Tokyo', 'America/Noronha']) {
      await boss.put(`/companies/${mine.id}/region`, { timezone: timeZone })
      const hourNow = () =>
        new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date())
      const before = hourNow()
      await boss.post(`/messages/${id}`, { body: 'São {{hour}}' })

      const { messages } = (await boss.get(`/messages/${id}`)).body
      const texts: string[] = messages.map(({ body }: { body: string }) => body)
      const told = texts.findLast((text) => text.includes('São '))
      const said = /(\d{1,2}):\d\d/.exec(told ?? '')?.[1]?.padStart(2, '0')
      expect([before, hourNow()]).toContain(said)
    }
  })

  test.each([
    [{ timezone: 'America/Nowhere' }],
    [{ timezone: '+03:00' }],
    [{ timezone: 'GMT-3' }],
    [{ timezone: '' }],
    [{ timezone: "UTC'; drop table x --" }],
    [{ timezone: ['UTC'] }],
    [{ language: 'fr' }],
    [{ language: '' }],
  ])('are refused as %j', async (body) => {
    const before = (await admin.get(`/companies/${company.id}`)).body

    expect(await admin.put(`/companies/${company.id}/region`, body)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect((await admin.get(`/companies/${company.id}`)).body).toEqual(before)
  })

  test('are not set by attendants, supervisors or an admin of another company', async () => {
    const stranger = await (await world.company()).admin()
    for (const person of [await company.attendant(), await company.supervisor(), stranger])
      expect(await person.put(`/companies/${company.id}/region`, { language: 'en' })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    expect((await admin.get(`/companies/${company.id}`)).body.language).toBe('pt-BR')
  })
})
