import { type NumberName, type NumberList, numberNames } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Filter, type History, countedBy, localOf, readHistory, shownOf } from '#test/numbers/recount'
import { type House, createHouse, live } from '#test/numbers/random-house'
import { type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
  world.network.answer(() => ({ status: 'sent' }))
})
afterAll(() => world.close())

const queryOf = ({
  from,
  to,
  queueIds = [],
  userIds = [],
  whatsappIds = [],
  groups = false,
  imports = false,
}: Filter) => {
  const lists = Object.entries({ queueIds, userIds, whatsappIds }).map(
    ([name, ids]) => `&${name}=${JSON.stringify(ids)}`,
  )
  return `date_from=${from}&date_to=${to}&groups=${groups}&imports=${imports}${lists.join('')}`
}

/** Numbers that change while time passes: only how many there are can be compared. */
const isStill = (name: NumberName) => name !== 'waitingNow'

const numbersOf = async ({ admin }: House, filter: Filter) => {
  const { status, body } = await admin.get(`/dashboard/numbers?${queryOf(filter)}`)
  expect(status).toBe(200)
  const numbers: { name: NumberName; now: object }[] = body.numbers
  return Object.fromEntries(numbers.map(({ name, now }) => [name, isStill(name) ? now : countOf(now)]))
}

const countOf = (value: object) => ('count' in value ? { count: value.count } : {})

function recountedOf(history: History, filter: Filter) {
  return Object.fromEntries(
    numberNames.map((name) => {
      const shown = shownOf(name, countedBy(history, name, filter))
      return [name, isStill(name) ? shown : { count: shown.count }]
    }),
  )
}

async function listedOf({ admin }: House, name: NumberName, query: string): Promise<NumberList['rows']> {
  const rows: NumberList['rows'] = []
  let next: string | null = ''
  let count = 0
  while (next !== null) {
    const after: string = next === '' ? '' : `&after=${next}`
    const { status, body }: { status: number; body: NumberList } = await admin.get(
      `/dashboard/list/${name}?${query}${after}`,
    )
    expect(status).toBe(200)
    rows.push(...body.rows)
    ;({ next, count } = body)
  }
  expect({ name, listed: rows.length }).toEqual({ name, listed: count })
  expect((await admin.get(`/dashboard/hidden/${name}?${query}`)).body).toEqual({ hidden: 0 })
  return rows
}

/** Nights, the change to winter time, and the other side of the date line. */
const zones = ['America/Sao_Paulo', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata']

/** Those of which a house had any. */
const counted = new Set<NumberName>()

describe.each([11, 27, 5])('a house that lived at random (%i)', (seed) => {
  let house: House
  let history: History
  let worked: Map<string, number>
  let days: string[]
  beforeAll(async () => {
    house = await createHouse(await world.company())
    worked = await live(house, { seed, steps: 170 })
    history = await readHistory(house.company)
    days = history.attendances.map(({ created }) => localOf(created, 'America/Sao_Paulo').day).toSorted()
  })

  const setZone = async (timezone: string) => {
    const { status } = await house.admin.put(`/companies/${house.company.id}/region`, { timezone })
    expect(status).toBe(200)
  }
  const whole = (timezone: string): Filter => ({ from: '2025-11-01', to: '2027-01-10', timezone })

  test('has lived', () => {
    expect(worked.size).toBeGreaterThan(12)
    expect(history.attendances.length).toBeGreaterThan(20)
    expect(history.waits.length).toBeGreaterThan(15)
    const all = { ...whole('America/Sao_Paulo'), groups: true }
    for (const name of numberNames) if (countedBy(history, name, all).length > 0) counted.add(name)
  })

  test('has the numbers of a recount of log and messages, in every time zone', async () => {
    for (const timezone of zones) {
      await setZone(timezone)
      expect({ timezone, ...(await numbersOf(house, whole(timezone))) }).toEqual({
        timezone,
        ...recountedOf(history, whole(timezone)),
      })
    }
  })

  test('under every filter', async () => {
    const [timezone = ''] = zones
    await setZone(timezone)
    const all = whole(timezone)
    const filters: Filter[] = [
      ...[0, ...house.queues.map(({ id }) => id)].map((id) => ({ ...all, queueIds: [id] })),
      { ...all, queueIds: house.queues.map(({ id }) => id) },
      ...[0, ...house.people.map(({ id }) => id), house.admin.id].map((id) => ({ ...all, userIds: [id] })),
      ...house.connections.map(({ id }) => ({ ...all, whatsappIds: [id] })),
      { ...all, groups: true },
      { ...all, imports: true },
      ...[...new Set(days)].map((day) => ({ ...all, from: day, to: day })),
      { ...all, queueIds: [0, house.queues[0]?.id ?? 0], userIds: [house.people[0]?.id ?? 0], groups: true },
    ]
    for (const filter of filters) {
      expect({ filter, ...(await numbersOf(house, filter)) }).toEqual({ filter, ...recountedOf(history, filter) })
    }
  })

  test('each number is as long as its list, and its mean that of the values in it', async () => {
    const [timezone = ''] = zones
    await setZone(timezone)
    const filter = { ...whole(timezone), groups: true, imports: true }
    for (const name of numberNames.filter(isStill)) {
      const expected = countedBy(history, name, filter)
      const rows = await listedOf(house, name, queryOf(filter))
      const values = (list: { value: number | null }[]) =>
        list.map(({ value }) => value ?? -1).toSorted((one, other) => one - other)
      expect({ name, values: values(rows) }).toEqual({ name, values: values(expected) })
    }
  })

  test('each chart adds up to its number, by day, hour, queue, attendant and connection', async () => {
    const [, timezone = ''] = zones
    await setZone(timezone)
    const filter = { ...whole(timezone), groups: true }
    const keys = {
      day: (at: number) => localOf(at, timezone).day,
      hour: (at: number) => String(localOf(at, timezone).hour),
    }
    for (const name of ['started', 'finished', 'waitTime', 'serviceTime', 'score'] as const) {
      const counted = countedBy(history, name, filter)
      for (const by of ['day', 'hour', 'queue', 'user', 'connection'] as const) {
        const { body } = await house.admin.get(`/dashboard/series/${name}?by=${by}&${queryOf(filter)}`)
        const groups = Map.groupBy(counted, ({ at, placed }) => {
          if (by === 'day' || by === 'hour') return keys[by](at)
          return String({ queue: placed.queueId, user: placed.userId, connection: placed.connection }[by] ?? 0)
        })
        const rows: { key: string; count: number; value: number | null; median: number | null; p90: number | null }[] =
          body.rows
        const seen = rows
          .filter(({ count }) => count > 0)
          .map(({ key, count, value, median, p90 }) => [key, { count, value, median, p90 }])
        const expected = [...groups].map(([key, some]) => [key, shownOf(name, some)])
        expect({ name, by, rows: Object.fromEntries(seen) }).toEqual({ name, by, rows: Object.fromEntries(expected) })
      }
    }
  })
})

test('together these houses had some of everything', () => {
  expect(numberNames.filter((name) => !counted.has(name))).toEqual([])
})
