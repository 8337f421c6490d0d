import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person
let company: Company

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await world.company()
})

const change = (fields: object) => operator.put(`/companies/${company.id}`, fields)
const renew = (body?: object) => operator.post(`/companies/${company.id}/renew`, body)
const dueDate = async () => (await operator.get(`/companies/${company.id}`)).body.dueDate

describe('renewing a company', () => {
  test('adds the recurrence to a due date that is to come', async () => {
    await change({ dueDate: '2031-05-06', recurrence: 'TRIMESTRAL' })

    expect(await renew()).toMatchObject({ status: 200, body: { id: company.id, dueDate: '2031-08-06' } })
    expect(await dueDate()).toBe('2031-08-06')
  })

  test('keeps the day of the month over shorter months, until another due date is set', async () => {
    await change({ dueDate: '2031-01-31', recurrence: 'MENSAL' })
    expect((await renew()).body.dueDate).toBe('2031-02-28')
    // Existing clients send the whole company back.
    await change({ dueDate: '2031-02-28', recurrence: 'MENSAL', phone: '11999990000' })
    expect((await renew()).body.dueDate).toBe('2031-03-31')

    await change({ dueDate: '2031-02-28' })
    expect((await renew()).body.dueDate).toBe('2031-03-28')
  })

  test('counts from today in the company’s time zone if it is overdue, and lets its people in again', async () => {
    // On these islands it is already tomorrow for most of the day, and never the same day as 25 hours further west.
    const admin = await company.admin()
    await admin.put(`/companies/${company.id}/region`, { timezone: 'Pacific/Kiritimati' })
    await change({ dueDate: '2020-01-31', recurrence: 'ANUAL' })
    await eventually(async () => expect((await admin.get('/users')).status).toBe(402))
    const here = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date())

    const before = here()
    const renewed: string = (await renew()).body.dueDate
    const days = [before, here()].map((day) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`)

    // The 29th of February becomes the 28th.
    expect([...days, ...days.map((day) => day.replace('-02-29', '-02-28'))]).toContain(renewed)
    await eventually(async () => expect((await admin.get('/users')).status).toBe(200))
  })

  test('is in the audit log of the company, with the date before and after', async () => {
    await change({ dueDate: '2031-05-06', recurrence: '' })
    await renew()

    expect(
      await world.sql(
        `select actor_company_id as by, detail from audit_log where company_id = $1 and action = 'company.renewed'`,
        [company.id],
      ),
    ).toEqual([{ by: 1, detail: { before: '2031-05-06', after: '2031-06-06', recurrence: '' } }])
  })

  test('happens once if several operators press the button at the same moment', async () => {
    await change({ dueDate: '2031-05-06', recurrence: 'MENSAL' })

    const answers = await Promise.all(Array.from({ length: 10 }, () => renew({ dueDate: '2031-05-06' })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual(
      Array.from({ length: 9 }, () => ({ error: 'ERR_COMPANY_CHANGED' })),
    )
    expect(await dueDate()).toBe('2031-06-06')
  })

  test('adds one period for each call that names no date, whatever their order', async () => {
    await change({ dueDate: '2031-05-31', recurrence: 'MENSAL' })

    const answers = await Promise.all(Array.from({ length: 4 }, () => renew()))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await dueDate()).toBe('2031-09-30')
  })

  test('is refused for the platform’s own company, and for one that there is not', async () => {
    expect(await operator.post('/companies/1/renew')).toMatchObject({
      status: 400,
      body: { error: 'ERR_PLATFORM_COMPANY' },
    })
    expect((await operator.post('/companies/987654321/renew')).status).toBe(404)
  })

  test('is not done by the company itself, nor by another one', async () => {
    await change({ dueDate: '2031-05-06' })
    const stranger = await (await world.company()).admin()

    for (const who of [await company.admin(), await company.attendant(), stranger])
      expect(await who.post(`/companies/${company.id}/renew`)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    expect((await world.anonymous.post(`/companies/${company.id}/renew`)).status).toBe(401)
    expect(await dueDate()).toBe('2031-05-06')
  })
})
