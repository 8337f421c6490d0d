import type { Endpoint } from '@guiche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxStatements } from '../../src/platform/database/named-statements.ts'
import { type Company, type Person, type World, createWorld } from '#test/world'
import { calls, shapeOf } from './contract-input.ts'
import { type Ids, everythingIn, idFor } from './everything.ts'
import { type Chance, createChance } from './faults-chance.ts'

let world: World
let company: Company
let admin: Person
let ids: Ids

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
  ids = await everythingIn(company, 'filtros')
})
afterAll(() => world.close())

const tickets = calls.find(([name]) => name === 'listTickets')
/** The most used calls with filters. */
const lists = calls.filter(([name]) => ['listTickets', 'listMessages', 'listContacts'].includes(name))
const combinations = 2000

test('2,000 combinations of filters are answered, and no connection keeps too many prepared statements', async () => {
  expect(lists).toHaveLength(3)
  const chance = createChance(4711)
  const urls = Array.from({ length: combinations }, (_, index) => {
    // Tickets have the most filters and so the most statements.
    const [, endpoint] = chance.oneOf(lists.concat(Array(6).fill(tickets)))
    return urlOf(endpoint, chance, index)
  })
  expect(new Set(urls).size).toBe(combinations)

  // One after the other, so that few connections see many of the statements.
  for (const url of urls) {
    const { status, body } = await admin.get(url)
    expect({ url, status, error: body.error }).toMatchObject({ status: 200 })
  }

  const kept = await statementsOfConnections()
  expect(kept.length).toBeGreaterThan(1)
  // Without the limit there would be many more, because the filters produce more texts than a connection may keep.
  expect(Math.max(...kept)).toBe(maxStatements)
})

function urlOf(endpoint: Endpoint, chance: Chance, index: number): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => String(idFor(ids, name, endpoint)))
  const query = new URLSearchParams()
  for (const [name, field] of Object.entries(shapeOf(endpoint.query))) {
    const values = valuesOf(chance, index).filter((value) => field.safeParse(value).success)
    if (values.length > 0 && chance.next() < 0.5) query.set(name, chance.oneOf(values))
  }
  // An unknown parameter is ignored, and makes each address different.
  query.set('combination', String(index))
  return `${path}?${query.toString()}`
}

/** Combinations of filter values; lists of many lengths. */
function valuesOf(chance: Chance, index: number): string[] {
  const numbers = Array.from({ length: chance.between(1, 60) }, () => chance.between(0, 500))
  const statuses = ['open', 'pending', 'closed', 'group']
  return [
    ...statuses,
    'search',
    'true',
    'false',
    '1',
    `2026-0${chance.between(1, 9)}-1${chance.between(0, 9)}`,
    `Cliente ${index}`,
    JSON.stringify(numbers),
    JSON.stringify(statuses.slice(0, chance.between(1, 4))),
    String(ids['messageId']),
  ]
}

/** Each unit of work waits for the others, so that each has its own connection. */
async function statementsOfConnections(): Promise<number[]> {
  const { units } = world.app.deps
  let arrived = 0
  const all = Promise.withResolvers<void>()
  const answers = Array.from({ length: 4 }, () =>
    units.read({ kind: 'system', companyId: company.id }, async ({ db }) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int from pg_prepared_statements`.execute(db)
      arrived += 1
      if (arrived === 4) all.resolve()
      await all.promise
      return rows[0]?.count ?? 0
    }),
  )
  return Promise.all(answers)
}
