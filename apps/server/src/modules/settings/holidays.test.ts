import { brazilianHolidays, limits } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await world.company()
  admin = await company.admin()
})

const holidaysIn = async (year: number) => (await admin.get(`/holidays?year=${year}`)).body
const anniversary = { day: '2026-01-25', name: 'Aniversário de São Paulo', isOpen: false, isYearly: true }

describe('the holidays of a year', () => {
  test('are the national ones at first, in their order', async () => {
    const days = await holidaysIn(2027)

    expect(days.map(({ holiday }: { holiday: string }) => holiday).toSorted()).toEqual(brazilianHolidays.toSorted())
    expect(days.map(({ day }: { day: string }) => day)).toEqual(days.map(({ day }: { day: string }) => day).toSorted())
    expect(days).toContainEqual({
      id: null,
      holiday: 'corpusChristi',
      day: '2027-05-27',
      name: '',
      isOpen: false,
      isYearly: true,
    })
  })

  test('are without the national ones if the company does not keep them', async () => {
    await company.setting('nationalHolidays', 'disabled')
    await admin.post('/holidays', anniversary)

    expect(await holidaysIn(2027)).toMatchObject([{ name: anniversary.name, day: '2027-01-25' }])
  })

  test.each(['1999', '2101', 'hoje', '', '2026.5'])('are not told for the year %s', async (year) => {
    expect((await admin.get(`/holidays?year=${year}`)).status).toBe(400)
  })
})

describe('a national holiday', () => {
  test('is opened in every year and closed again', async () => {
    const open = await admin.put('/holidays/national/carnivalMonday', { isOpen: true })
    expect(open.status).toBe(200)
    // Twice makes no difference.
    expect((await admin.put('/holidays/national/carnivalMonday', { isOpen: true })).status).toBe(200)
    for (const year of [2026, 2031])
      expect(await holidaysIn(year)).toContainEqual(
        expect.objectContaining({ holiday: 'carnivalMonday', isOpen: true, id: expect.any(Number) }),
      )

    await admin.put('/holidays/national/carnivalMonday', { isOpen: false })
    await admin.put('/holidays/national/carnivalMonday', { isOpen: false })

    expect((await holidaysIn(2026)).filter(({ isOpen }: { isOpen: boolean }) => isOpen)).toEqual([])
    const log = await company.sql(
      `select action, detail from audit_log where company_id = $1 and object = 'holiday' order by id`,
      [company.id],
    )
    expect(log).toEqual([
      { action: 'holiday.opened', detail: { holiday: 'carnivalMonday' } },
      { action: 'holiday.closed', detail: { holiday: 'carnivalMonday' } },
    ])
  })

  test('that there is not is refused, and so is an unknown value', async () => {
    for (const holiday of ['festaJunina', 'constructor', '1'])
      expect((await admin.put(`/holidays/national/${holiday}`, { isOpen: true })).status).toBeOneOf([400, 404])
    expect((await admin.put('/holidays/national/christmas', { isOpen: 'talvez' })).status).toBe(400)
    expect((await holidaysIn(2026)).filter(({ isOpen }: { isOpen: boolean }) => isOpen)).toEqual([])
  })
})

describe('a day of the company', () => {
  test('is added, changed and removed, which the audit log records', async () => {
    const made = await admin.post('/holidays', anniversary)
    expect(made).toMatchObject({ status: 200, body: { ...anniversary, holiday: null } })
    const { id } = made.body
    expect(await holidaysIn(2030)).toContainEqual({ ...made.body, day: '2030-01-25' })

    const changed = await admin.put(`/holidays/${id}`, { name: 'Aniversário da cidade' })
    expect(changed.body).toEqual({ ...made.body, name: 'Aniversário da cidade' })
    await admin.put(`/holidays/${id}`, { isYearly: false })
    expect(await holidaysIn(2030)).not.toContainEqual(expect.objectContaining({ id }))
    expect(await holidaysIn(2026)).toContainEqual(expect.objectContaining({ id, day: '2026-01-25' }))

    expect((await admin.delete(`/holidays/${id}`)).status).toBe(200)
    expect(await holidaysIn(2026)).not.toContainEqual(expect.objectContaining({ id }))
    for (const again of [await admin.delete(`/holidays/${id}`), await admin.put(`/holidays/${id}`, { isOpen: true })])
      expect(again).toMatchObject({ status: 404, body: { error: 'ERR_NO_HOLIDAY_FOUND' } })
    const log = await company.sql(
      `select action, actor_user_id::int as by from audit_log where company_id = $1 and object = 'holiday' order by id`,
      [company.id],
    )
    expect(log).toEqual(
      ['holiday.created', 'holiday.changed', 'holiday.changed', 'holiday.deleted'].map((action) => ({
        action,
        by: admin.id,
      })),
    )
  })

  test('takes the place of a national holiday on the same day', async () => {
    await admin.post('/holidays', { day: '2027-12-25', name: 'Plantão de Natal', isOpen: true })

    expect((await holidaysIn(2027)).at(-1)).toMatchObject({ holiday: null, day: '2027-12-25', isOpen: true })
    expect((await holidaysIn(2028)).at(-1)).toMatchObject({ holiday: 'christmas', isOpen: false })
  })

  test('on the 29th of February is listed in leap years', async () => {
    const { body } = await admin.post('/holidays', { day: '2028-02-29', name: 'Fundação', isYearly: true })

    expect(await holidaysIn(2032)).toContainEqual({ ...body, day: '2032-02-29' })
    expect(await holidaysIn(2030)).not.toContainEqual(expect.objectContaining({ id: body.id }))
  })

  test('exists once for a date', async () => {
    await admin.post('/holidays', anniversary)
    const other = await admin.post('/holidays', { day: '2026-02-02', name: 'Iemanjá' })

    for (const refused of [
      await admin.post('/holidays', { ...anniversary, name: 'Outro nome' }),
      await admin.put(`/holidays/${other.body.id}`, { day: anniversary.day }),
    ])
      expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_DAY_ALREADY_EXISTS' } })
    const both = await Promise.all(
      [1, 2].map((n) => admin.post('/holidays', { day: '2026-03-03', name: `Ao mesmo tempo ${n}` })),
    )
    expect(both.map(({ status }) => status)).toSatisfy((all: number[]) => all.includes(200) && all.includes(400))
  })

  test.each([
    [{}],
    [{ day: '2026-02-30', name: 'Não existe' }],
    [{ day: '0000-01-01', name: 'Ano zero' }],
    [{ day: '10/05/2026', name: 'Outro formato' }],
    [{ day: '2026-05-10', name: '' }],
    [{ day: '2026-05-10', name: 'x'.repeat(51) }],
    [{ day: '2026-05-10', name: 'Feriado', isOpen: 'talvez' }],
    [{ day: ['2026-05-10'], name: 'Feriado' }],
  ])('%j is refused', async (body) => {
    expect(await admin.post('/holidays', body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('can be added up to a limit', async () => {
    await company.sql(
      `insert into holidays (company_id, day, name, is_open, is_yearly)
       select $1, '2040-01-01'::date + n, 'Dia ' || n, false, false from generate_series(1, $2) n`,
      [company.id, limits.holidaysPerCompany],
    )

    expect(await admin.post('/holidays', anniversary)).toMatchObject({
      status: 400,
      body: { error: 'ERR_HOLIDAY_LIMIT' },
    })
  })
})

test('only admins see and change holidays, those of their company', async () => {
  const { body: day } = await admin.post('/holidays', anniversary)
  const stranger = await (await world.company()).admin()

  for (const person of [
    await company.attendant(),
    await company.supervisor(),
    await company.attendant({ allowConnections: 'enabled' }),
  ])
    for (const answer of [
      await person.get('/holidays?year=2026'),
      await person.post('/holidays', { day: '2026-05-05', name: 'Feriado' }),
      await person.put(`/holidays/${day.id}`, { isOpen: true }),
      await person.delete(`/holidays/${day.id}`),
      await person.put('/holidays/national/christmas', { isOpen: true }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  for (const answer of [
    await stranger.put(`/holidays/${day.id}`, { isOpen: true }),
    await stranger.delete(`/holidays/${day.id}`),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_HOLIDAY_FOUND' } })
  await stranger.put('/holidays/national/christmas', { isOpen: true })

  expect(await holidaysIn(2026)).toContainEqual(day)
  expect(await holidaysIn(2026)).toContainEqual(expect.objectContaining({ holiday: 'christmas', isOpen: false }))
})

test('every change is told to the browsers of the company and to no other', async () => {
  const [near, far] = [await admin.listen(), await (await (await world.company()).admin()).listen()]

  await admin.put('/holidays/national/labor', { isOpen: true })
  const { body: day } = await admin.post('/holidays', anniversary)
  await admin.delete(`/holidays/${day.id}`)

  await eventually(() => expect(near.of('holiday')).toHaveLength(3))
  expect(near.of('holiday')[0]?.payload).toEqual({ action: 'update', seq: expect.any(Number) })
  await world.app.deps.publisher.idle()
  expect(far.of('holiday')).toEqual([])
})

describe('a customer who writes on a holiday', () => {
  /** Today and tomorrow in the company's time zone, because the test may run at midnight. */
  const today = () =>
    [0, 1].map((days) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000),
    )
  const texts = { outOfHoursMessage: 'Hoje é feriado.', greetingMessage: 'Bem-vindo!' }
  const answers = async () => {
    const rows = await company.sql(`select body from messages where company_id = $1 and origin = 'bot' order by id`, [
      company.id,
    ])
    return rows.map(({ body }) => body)
  }

  beforeEach(async () => {
    await company.setting('nationalHolidays', 'disabled')
  })

  test('gets the out-of-hours text, and the greeting again when the day is opened', async () => {
    await company.setting('scheduleType', 'company')
    const connection = await company.connection({ settings: texts })
    const days = []
    for (const day of today()) days.push((await admin.post('/holidays', { day, name: 'Padroeira' })).body)

    await connection.receive(said(someNumber(), 'Estão abertos?'))
    expect(await answers()).toEqual(['Hoje é feriado.'])

    for (const { id } of days) await admin.put(`/holidays/${id}`, { isOpen: true })
    await connection.receive(said(someNumber(), 'E agora?'))
    expect(await answers()).toEqual(['Hoje é feriado.', 'Bem-vindo!'])
  })

  test('gets the greeting if no hours apply', async () => {
    const connection = await company.connection({ settings: texts })
    for (const day of today()) await admin.post('/holidays', { day, name: 'Padroeira' })

    await connection.receive(said(someNumber(), 'Estão abertos?'))

    expect(await answers()).toEqual(['Bem-vindo!'])
  })

  test('is told so by the web chat', async () => {
    await company.setting('scheduleType', 'connection')
    const { token } = await company.webChat()
    const status = async () => (await world.anonymous.get(`/web-chat/${token}`)).body

    expect(await status()).toMatchObject({ withinHours: true })
    for (const day of today()) await admin.post('/holidays', { day, name: 'Padroeira' })

    expect(await status()).toMatchObject({ withinHours: false, online: false })
  })
})
