import { type NumberName, numberNames } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Filter, type History, countedBy, readHistory, shownOf } from '#test/numbers/recount'
import { pass } from '#test/numbers/pass'
import { type House, createHouse, live, twoPeople } from '#test/numbers/random-house'
import { said, someNumber } from '#test/inbound'
import { type World, createWorld } from '#test/world'
import { auditRollups, rollUp } from './roll-up.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  world.network.answer(() => ({ status: 'sent' }))
})
afterAll(() => world.close())

const whole: Filter = { from: '2025-11-01', to: '2027-01-10', timezone: 'America/Sao_Paulo' }
const ofPeriods = numberNames.filter((name) => !name.endsWith('Now'))

async function numbersOf({ admin }: House, query = ''): Promise<Record<string, unknown>> {
  const { status, body } = await admin.get(`/dashboard/numbers?date_from=${whole.from}&date_to=${whole.to}${query}`)
  expect(status).toBe(200)
  const numbers: { name: NumberName; now: object }[] = body.numbers
  return Object.fromEntries(numbers.filter(({ name }) => !name.endsWith('Now')).map(({ name, now }) => [name, now]))
}

const recountedOf = (history: History, filter = whole) =>
  Object.fromEntries(ofPeriods.map((name) => [name, shownOf(name, countedBy(history, name, filter))]))

const rolledRows = async ({ company }: House): Promise<number> => {
  const [{ count }] = await company.sql('select count(*)::int as count from number_days where company_id = $1', [
    company.id,
  ])
  return count
}
const changedDays = ({ company }: House) =>
  company.sql('select day from changed_days where company_id = $1', [company.id])

/** The tests move the past, of which the product knows nothing. */
async function rollAnew({ company }: House): Promise<void> {
  for (const table of ['number_days', 'number_months', 'number_rollups', 'changed_days'])
    await company.sql(`delete from ${table} where company_id = $1`, [company.id])
  await rollUp(world.app.deps)
}

describe('days that are over', () => {
  let house: House
  beforeAll(async () => {
    house = await createHouse(await world.company())
    await live(house, { seed: 3, steps: 110 })
    await pass(house.company, 2 * 1440)
    await rollAnew(house)
  })

  test('have the same numbers after they were rolled up, by every chart and filter', async () => {
    const history = await readHistory(house.company)
    expect(await rolledRows(house)).toBeGreaterThan(200)
    expect(await changedDays(house)).toEqual([])
    expect(await numbersOf(house)).toEqual(recountedOf(history))
    const [queue] = house.queues
    const [person] = house.people
    const [line] = house.connections
    const filters: [string, Partial<Filter>][] = [
      [`&queueIds=[${queue?.id}]`, { queueIds: [queue?.id ?? 0] }],
      ['&queueIds=[0]', { queueIds: [0] }],
      [`&userIds=[${person?.id},0]`, { userIds: [person?.id ?? 0, 0] }],
      [`&whatsappIds=[${line?.id}]&groups=true`, { whatsappIds: [line?.id ?? 0], groups: true }],
      [`&queueIds=[${queue?.id}]&userIds=[${person?.id}]`, { queueIds: [queue?.id ?? 0], userIds: [person?.id ?? 0] }],
    ]
    for (const [query, filter] of filters)
      expect({ query, ...(await numbersOf(house, query)) }).toEqual({
        query,
        ...recountedOf(history, { ...whole, ...filter }),
      })
    for (const by of ['day', 'hour', 'queue', 'user', 'connection']) {
      const ask = async () =>
        (await house.admin.get(`/dashboard/series/waitTime?by=${by}&date_from=${whole.from}&date_to=${whole.to}`)).body
      const rolled = await ask()
      await house.company.sql(`update number_rollups set timezone = 'x' where company_id = $1`, [house.company.id])
      const counted = await ask()
      await house.company.sql(`update number_rollups set timezone = 'America/Sao_Paulo' where company_id = $1`, [
        house.company.id,
      ])
      expect({ by, rows: rolled.rows }).toEqual({ by, rows: counted.rows })
    }
  })

  test('are read from the rollups, and not from the facts', async () => {
    for (const table of ['number_days', 'number_months'])
      await house.company.sql(`update ${table} set count = count + 1000 where company_id = $1 and name = 'started'`, [
        house.company.id,
      ])
    const before = (await numbersOf(house))['started']
    expect(before).toMatchObject({ count: expect.any(Number) })
    expect(JSON.stringify(before)).toMatch(/"count":\d{4,}/)

    // The audit of a night looks at yesterday, and at some other days.
    const expected = recountedOf(await readHistory(house.company))
    for (let night = 0; night < 60; night += 1) await auditRollups(world.app.deps)
    expect(await numbersOf(house)).toEqual(expected)
  })

  test.each([
    [
      'a ticket that is deleted',
      async () => {
        // Groups are not counted without the filter for them.
        const [{ id }] = await house.company.sql(
          `select min(t.id)::int as id from tickets t join ticket_turns f on f.company_id = t.company_id and f.ticket_id = t.id
           where t.company_id = $1 and not t.is_group`,
          [house.company.id],
        )
        return house.admin.delete(`/tickets/${id}`)
      },
    ],
    [
      'contacts that are merged',
      async () => {
        const [kept, gone] = (await twoPeople(house.company)) ?? []
        return house.admin.post(`/contacts/${kept}/merge`, { contactId: gone })
      },
    ],
    [
      'an attendance of an earlier day that ends today',
      async () => {
        const [connection] = house.connections
        await connection?.receive(said(someNumber(), 'Bom dia'))
        await pass(house.company, 1440)
        await rollAnew(house)
        const [{ id }] = await house.company.sql('select max(id)::int as id from tickets where company_id = $1', [
          house.company.id,
        ])
        const [, person] = house.people
        return person?.put(`/tickets/${id}`, { status: 'open', userId: person.id, queueId: house.queues[1]?.id })
      },
    ],
    [
      'an answer on the phone that is told a day later',
      async () => {
        const [connection] = house.connections
        const number = someNumber()
        await connection?.receive(said(number, 'Bom dia'))
        await pass(house.company, 2 * 1440)
        await rollAnew(house)
        const sentAt = new Date(Date.now() - (2 * 1440 - 10) * 60_000).toISOString()
        await connection?.receive(said(number, 'Já vou', { isEcho: true, sentAt }))
        return { status: 200 }
      },
    ],
    ['another time zone', () => house.admin.put(`/companies/${house.company.id}/region`, { timezone: 'Asia/Tokyo' })],
  ] as const)('are counted again after a late fact: %s', async (_what, change) => {
    await rollUp(world.app.deps)
    expect(await change()).toMatchObject({ status: 200 })
    const [{ timezone }] = await house.company.sql('select timezone from companies where id = $1', [house.company.id])
    const history = await readHistory(house.company)
    const queueFilters = house.queues.map(({ id }) => ({ query: `&queueIds=[${id}]`, queueIds: [id] }))
    const counted = () => Promise.all([{ query: '' }, ...queueFilters].map(({ query }) => numbersOf(house, query)))
    const expected = [{}, ...queueFilters.map(({ queueIds }) => ({ queueIds }))].map((filter) =>
      recountedOf(history, { ...whole, timezone, ...filter }),
    )
    expect(await counted()).toEqual(expected)

    await rollUp(world.app.deps)

    expect(await changedDays(house)).toEqual([])
    expect(await counted()).toEqual(expected)
  })
})

test('a day that has changed is counted live until it was rolled up again', async () => {
  const house = await createHouse(await world.company())
  const [connection] = house.connections
  await connection?.receive(said(someNumber(), 'Bom dia'), said(someNumber(), 'Boa tarde'))
  await pass(house.company, 3 * 1440)
  await rollAnew(house)
  const [{ id }] = await house.company.sql('select min(id)::int as id from tickets where company_id = $1', [
    house.company.id,
  ])

  await house.admin.delete(`/tickets/${id}`)

  expect((await changedDays(house)).length).toBeGreaterThan(0)
  expect((await numbersOf(house))['started']).toMatchObject({ count: 1 })
})

describe('months that are over', () => {
  let house: House
  beforeAll(async () => {
    house = await createHouse(await world.company())
    await live(house, { seed: 8, steps: 90 })
    await pass(house.company, 70 * 1440)
    await rollAnew(house)
  })

  const monthsOf = async (): Promise<string[]> => {
    const rows = await house.company.sql(
      `select to_char(m, 'YYYY-MM') as month from number_rollups r cross join unnest(r.months) m where r.company_id = $1 order by 1`,
      [house.company.id],
    )
    return rows.map(({ month }: { month: string }) => month)
  }
  const addToMonths = () =>
    house.company.sql(`update number_months set count = count + 1000 where company_id = $1 and name = 'started'`, [
      house.company.id,
    ])

  test('are made of their days, with the same numbers by every chart and filter', async () => {
    const history = await readHistory(house.company)
    expect((await monthsOf()).length).toBeGreaterThan(0)
    expect(await numbersOf(house)).toEqual(recountedOf(history))
    const [queue] = house.queues
    const [person] = house.people
    const [line] = house.connections
    const filters: [string, Partial<Filter>][] = [
      [`&queueIds=[${queue?.id},0]`, { queueIds: [queue?.id ?? 0, 0] }],
      [`&userIds=[${person?.id}]`, { userIds: [person?.id ?? 0] }],
      [`&whatsappIds=[${line?.id}]&groups=true`, { whatsappIds: [line?.id ?? 0], groups: true }],
    ]
    for (const [query, filter] of filters)
      expect({ query, ...(await numbersOf(house, query)) }).toEqual({
        query,
        ...recountedOf(history, { ...whole, ...filter }),
      })
    for (const by of ['day', 'hour', 'queue', 'user', 'connection']) {
      const ask = async () =>
        (await house.admin.get(`/dashboard/series/waitTime?by=${by}&date_from=${whole.from}&date_to=${whole.to}`)).body
      const rolled = await ask()
      await house.company.sql(`update number_rollups set months = '{}' where company_id = $1`, [house.company.id])
      const byDays = await ask()
      await rollAnew(house)
      expect({ by, rows: rolled.rows }).toEqual({ by, rows: byDays.rows })
    }
  })

  test('fill the pages of the report, which are together the whole report under every filter', async () => {
    const [queue, other] = house.queues
    const [person] = house.people
    const [line] = house.connections
    const filters = [
      '',
      '&kind=groups',
      '&kind=tickets',
      '&kind=rated',
      '&status=["closed"]',
      '&status=["closed","pending"]&kind=tickets',
      '&status=["open","pending"]',
      `&queueIds=[0,${queue?.id}]`,
      `&users=[${person?.id}]&status=["closed"]`,
      '&users=[0]',
      `&whatsappId=[${line?.id}]&kind=groups`,
      `&users=[${person?.id}]&queueIds=[${other?.id}]`,
      `&dateFrom=${whole.from}&dateTo=${whole.to}`,
    ]
    for (const filter of filters) {
      const { body: report } = await house.admin.get(`/ticket/reports?pageSize=9999999${filter}`)
      const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
      const pages: number[] = []
      for (let page = 1; page === 1 || pages.length === (page - 1) * 7; page += 1) {
        const { body } = await house.admin.get(`/ticket/reports?pageSize=7&page=${page}${filter}`)
        expect({ filter, total: body.totalTickets }).toEqual({
          filter,
          total: { total: String(report.tickets.length) },
        })
        pages.push(...ids(body.tickets))
      }
      expect({ filter, pages }).toEqual({ filter, pages: ids(report.tickets) })
    }
  })

  test('are counted by their days while one of these has changed, and made anew after it', async () => {
    const made = await monthsOf()
    const [{ id }] = await house.company.sql(
      'select min(ticket_id)::int as id from ticket_turns where company_id = $1',
      [house.company.id],
    )
    expect(await house.admin.delete(`/tickets/${id}`)).toMatchObject({ status: 200 })
    const expected = recountedOf(await readHistory(house.company))
    expect(await numbersOf(house)).toEqual(expected)

    await rollUp(world.app.deps)

    expect(await monthsOf()).toEqual(made)
    await addToMonths()
    expect(JSON.stringify((await numbersOf(house))['started'])).toMatch(/"count":\d{4,}/)

    for (let night = 0; night < 60; night += 1) await auditRollups(world.app.deps)
    expect(await numbersOf(house)).toEqual(expected)
  })
})
