import { randomBytes, randomUUID } from 'node:crypto'
import { type Endpoint, isAnonymous } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld } from '#test/world'
import { calls, sampleOf, shapeOf, withQuery } from './contract-input.ts'
import { type Ids, everythingIn, idFor, send } from './everything.ts'

const mark = `sentinela${randomBytes(6).toString('hex')}`
const someDay = '2001-02-03'
const someId = 876_543_210

let world: World
let company: Company
let other: Company
let ids: Ids
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  other = await world.company()
  ids = await everythingIn(company, 'normal')
})
afterAll(() => world.close())

/** Fields that only the server sets, by their names in the API and in the tables. */
const serverFields = () => ({
  id: someId,
  uuid: randomUUID().replace(/^.{8}/, 'facade00'),
  wid: mark,
  externalId: mark,
  external_id: mark,
  token: `${mark}token`.padEnd(40, '0'),
  passwordHash: mark,
  password_hash: mark,
  ack: 4,
  fromMe: false,
  from_me: false,
  isDeleted: true,
  super: true,
  isSuper: true,
  is_super: true,
  origin: 'system',
  mediaUrl: `https://${mark}.test/a.png`,
  unreadMessages: 4321,
  unread_count: 4321,
  ...Object.fromEntries(
    ['createdAt', 'updatedAt', 'closedAt', 'deliveredAt', 'lastMessageAt', 'imported', 'lgpdAcceptedAt', 'dueDate']
      .flatMap((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])
      .map((name) => [name, `${someDay}T04:05:06.000Z`]),
  ),
})

const writing = calls.filter(
  ([name, { method, access }]) =>
    (method === 'POST' || method === 'PUT') &&
    !isAnonymous(access) &&
    // They would end what the other calls need.
    !['logout', 'closeAllTickets'].includes(name),
)

/** Bodies of calls for which the required fields are not enough. */
const fuller: Record<string, Record<string, unknown>> = {
  postMessage: { body: 'Olá' },
  postChatMessage: { message: 'Olá' },
  createContact: { name: 'Contato novo', number: '5511955554444' },
  createQuickMessage: { message: 'Bom dia' },
}

/** Calls that must succeed, so that the test does not only see refusals. */
const changing = [
  'blockContact',
  'createConnection',
  'createContact',
  'createHoliday',
  'createNote',
  'createQueue',
  'createQuickMessage',
  'createSchedule',
  'createTag',
  'createUser',
  'editChatMessage',
  'editMessage',
  'postChatMessage',
  'postMessage',
  'reactToChatMessage',
  'saveChatDraft',
  'saveDraft',
  'syncTags',
  'updateConnection',
  'updateContact',
  'updateQueue',
  'updateQuickMessage',
  'updateSchedule',
  'updateTag',
  'updateTicket',
  'updateUser',
]

/** A valid call with all fields added that only the server sets. */
function burdened(name: string, endpoint: Endpoint, extra: Record<string, unknown>) {
  const sample = sampleOf(endpoint)
  const own = (field: string, value: unknown) => idFor(ids, field, endpoint) ?? value
  const body = Object.fromEntries(
    Object.entries({ ...sample.body, ...fuller[name] }).map(([field, value]) => [field, own(field, value)]),
  )
  const allowed = new Set(Object.keys(shapeOf(endpoint.body ?? endpoint.form)))
  const burden = Object.fromEntries(Object.entries(extra).filter(([field]) => !allowed.has(field)))
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, key: string) => String(idFor(ids, key, endpoint) ?? key))
  return { url: withQuery({ url: path, query: sample.query }), body: { ...burden, ...body } }
}

describe('fields that only the server sets (S23)', () => {
  test('are ignored or refused in every call, from anybody', async () => {
    const people: [string, Person][] = [
      ['admin', await company.admin()],
      ['attendant', await company.attendant({ queues: [{ id: Number(ids['queueId']) }] })],
    ]
    const done = new Set<string>()
    for (const [name, endpoint] of writing)
      for (const [who, person] of people) {
        const { url, body } = burdened(name, endpoint, serverFields())
        const { status } = await send(person, endpoint, url, body)
        expect({ name, who, status }).toSatisfy(() => status < 500)
        if (status < 300) done.add(name)
      }

    expect([...done]).toEqual(expect.arrayContaining(changing))
    expect(await traces(company.id)).toEqual([])
    const users = await world.sql('select email, profile, is_super from users where company_id = $1', [company.id])
    expect(users.filter(({ is_super }) => is_super)).toEqual([])
    expect(await world.sql('select id from messages where company_id = $1 and ack = 4', [company.id])).toEqual([])
  })

  test('do not make a call write to another company', async () => {
    const before = await rowsOf(other.id)
    const admin = await company.admin()
    for (const [name, endpoint] of writing) {
      const { url, body } = burdened(name, endpoint, { companyId: other.id, company_id: other.id })
      await send(admin, endpoint, url, body)
    }
    expect(await rowsOf(other.id)).toEqual(before)
  })
})

/** Rows that contain one of the values. */
async function traces(companyId: number): Promise<string[]> {
  const found: string[] = []
  for (const table of await tables())
    for (const { row } of await world.sql(
      `select to_jsonb(t)::text as row from ${table} t
       where company_id = $1 and (to_jsonb(t)::text like any ($2) or (to_jsonb(t) ->> 'id') = $3 or (to_jsonb(t) ->> 'unread_count') = '4321')`,
      [companyId, [`%${mark}%`, `%${someDay}%`, '%facade00%'], String(someId)],
    ))
      found.push(`${table}: ${row}`)
  return found
}

async function rowsOf(companyId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tables()) {
    const [row] = await world.sql(`select count(*)::int as count from ${table} where company_id = $1`, [companyId])
    counts[table] = row.count
  }
  return counts
}

async function tables(): Promise<string[]> {
  const rows = await world.sql(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'`,
  )
  return rows.map(({ name }) => name)
}
