import { randomBytes } from 'node:crypto'
import { type Endpoint, isAnonymous } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Company, type Listener, type Person, type World, createWorld, eventually } from '#test/world'
import { calls, sampleOf, shapeOf, withQuery } from './contract-input.ts'
import { type Ids, everythingIn, idFor, send } from './everything.ts'
import { foreignValue, isForgotten, sentAlone } from './id-fields.ts'

const canary = `canario${randomBytes(6).toString('hex')}`

let world: World
let a: Company
let ids: Ids
let attackers: Person[]
let listeners: Listener[]
let before: Record<string, string>

beforeAll(async () => {
  world = await createWorld()
  const b = await world.company()
  a = await world.company()
  ids = await everythingIn(a, canary)
  const queue = await b.queue()
  await b.ticket({ queues: [queue] })
  attackers = [await b.admin(), await b.supervisor(), await b.attendant({ queues: [queue], allTicket: 'enable' })]
  listeners = await Promise.all(
    attackers.map((person) => person.listen({ lists: ['open', 'pending'], notification: true })),
  )
  for (const { socket } of listeners) {
    for (const list of ['open', 'pending', 'closed', 'group', 'search']) socket.emit('joinTickets', list)
    for (const ticket of [ids['ticketId'], ids['uuid'], `c${a.id}:ticket:${ids['ticketId']}`, `company:${a.id}`])
      socket.emit('joinChatBox', ticket)
    socket.emit('typing', { ticketId: ids['ticketId'], typing: true })
  }
  before = await checksums(a.id)
})
afterAll(() => world.close())

describe('ids of another company (S4, S5, S6)', () => {
  const withIds = calls.filter(
    ([name, { path, access }]) =>
      path.includes('/:') &&
      !isAnonymous(access) &&
      access !== 'super' &&
      ![
        'getSetting',
        'contactByNumber',
        'openNationalHoliday',
        'dashboardSeries',
        'dashboardList',
        'dashboardHidden',
      ].includes(name),
  )

  const attacked = calls.filter(([name, { access }]) => !isAnonymous(access) && name !== 'logout')

  test.each(withIds)('%s does not find them', async (name, endpoint) => {
    const given = sampleOf(endpoint)
    const sample = { ...given, body: { ...given.body, ...words[name] } }
    const url = endpoint.path.replace(/:(\w+)/g, (_whole, key: string) => String(idFor(ids, key, endpoint)))
    expect(url).not.toContain('undefined')
    // Company ids are refused; all other ids must look as if they did not exist.
    const expected = path(endpoint).startsWith('/compan') ? [403] : [404, 403]
    for (const person of attackers) {
      const { status, text } = await send(person, endpoint, withQuery({ url, query: sample.query }), sample.body)
      expect({ name, url, status }).toSatisfy(
        () => expected.includes(status) || (status === 415 && endpoint.form !== undefined),
      )
      expect(text).not.toContain(canary)
      const stranger = await send(person, endpoint, withQuery({ url: sample.url, query: sample.query }), sample.body)
      expect({ status, text }).toSatisfy(
        () => isCompany(endpoint) || (status === stranger.status && text === stranger.text),
      )
    }
  })

  test('are known for every field of a query or a body that takes one', () => {
    const forgotten = attacked.flatMap(([name, endpoint]) =>
      [endpoint.query, endpoint.body, endpoint.form].flatMap((schema) =>
        forgottenFields(schema, endpoint).map((field) => `${name}: ${field}`),
      ),
    )
    // Give the field an id in id-fields.ts (of a thing in everything.ts), or name it in its `withoutCompany`.
    expect(forgotten, 'fields without an id in test/attacks/id-fields.ts').toEqual([])
  })

  test.each([
    ['campaignId', z.number(), true],
    ['forwarded', z.object({ id: z.number() }), true],
    ['kinds', z.array(z.object({ campaignIds: z.array(z.number()) })).optional(), true],
    ['clientId', z.uuid(), false],
    ['paid', z.boolean(), false],
    ['schedule', z.array(z.object({ weekday: z.string() })), false],
  ])('a new field %s is noticed if it takes ids', (name, schema, expected) => {
    expect(isForgotten(name, schema)).toBe(expected)
  })

  test('change and show nothing in a query or a body', async () => {
    for (const [name, endpoint] of attacked) {
      const sample = sampleOf(endpoint)
      const query = { ...sample.query, ...foreignFields(endpoint.query, endpoint) }
      const fields = Object.entries(foreignFields(endpoint.body ?? endpoint.form, endpoint))
      const isAlone = ([field]: [string, unknown]) => sentAlone.includes(field)
      const bodies = [fields.filter((field) => !isAlone(field)), ...fields.filter(isAlone).map((field) => [field])]
      for (const person of attackers)
        for (const some of bodies) {
          const body = { ...sample.body, ...Object.fromEntries(some), companyId: ids['companyId'] }
          const { status, text } = await send(person, endpoint, withQuery({ url: sample.url, query }), body)
          expect({ name, status, isAnswer: status < 500 }).toEqual({ name, status, isAnswer: true })
          expect({ name, leaks: text.includes(canary) }).toEqual({ name, leaks: false })
        }
    }
  })

  test('for a company are refused with 403, and with 400 if given twice or as a list', async () => {
    for (const person of attackers) {
      for (const url of ['/users', '/users/list', '/whatsapp', '/queue', '/contacts/list']) {
        expect({ url, status: (await person.get(`${url}?companyId=${a.id}`)).status }).toEqual({ url, status: 403 })
        expect({ url, status: (await person.get(`${url}?companyId=${a.id}&companyId=1`)).status }).toEqual({
          url,
          status: 400,
        })
      }
      for (const url of [`/companies/${a.id}`, `/companies/listPlan/${a.id}`, `/companySettings/${a.id}`])
        expect({ url, status: (await person.get(url)).status }).toEqual({ url, status: 403 })
    }
  })

  test("do not appear in one's own lists, searches and catch-up", async () => {
    for (const person of attackers)
      for (const url of [
        `/tickets?searchParam=${canary}`,
        `/tickets?status=search&searchParam=${canary}&showAll=true`,
        `/tickets?status=pending&showAll=true&queueIds=[${ids['queueId']}]&users=[${ids['userId']}]&tags=[${ids['tagId']}]&whatsapps=[${ids['whatsappId']}]`,
        `/search?searchParam=${canary}`,
        `/contacts?searchParam=${canary}`,
        `/contacts?contactTag=[${ids['tagId']}]`,
        `/contacts/list?name=${canary}`,
        `/users?searchParam=${canary}`,
        `/tags?searchParam=${canary}`,
        `/quick-messages?searchParam=${canary}`,
        `/quick-messages?categoryId=${ids['categoryId']}`,
        `/quick-messages/list?showAll=true`,
        `/quick-messages/categoriesMessages`,
        `/quick-messages/listCategories`,
        `/schedules?searchParam=${canary}`,
        `/schedules?contactId=${ids['contactId']}&from=2031-01-01T00:00`,
        `/files?searchParam=${canary}`,
        `/files/list`,
        `/contact-lists?searchParam=${canary}`,
        `/contact-lists/list`,
        `/contact-list-items?contactListId=${ids['contactListId']}&searchParam=${canary}`,
        `/opt-outs`,
        `/announcements?searchParam=${canary}`,
        `/announcements/shown`,
        `/helps/list`,
        `/chats?searchParam=${canary}`,
        `/chats/messages?searchParam=${canary}`,
        `/chats/drafts`,
        `/tags/kanban`,
        `/ticket/kanban?queueIds=[${ids['queueId']}]&teste=true`,
        `/ticket/kanban/lanes?queueIds=[${ids['queueId']}]`,
        `/ticket/kanban/cards?lane=${ids['laneId']}`,
        `/plantao`,
        `/plantao/notices`,
        `/holidays?year=2031`,
        `/events?after=0`,
        `/drafts`,
        `/public/company${a.id}/${ids['messageId']}.png`,
      ]) {
        const { body } = await person.get(url)
        expect({ url, leaks: JSON.stringify(body).includes(canary) }).toEqual({ url, leaks: false })
      }
  })

  test('change no row of the other company and send it no event', async () => {
    expect(await checksums(a.id)).toEqual(before)
    await eventually(async () => {
      const answer = await (await a.admin()).post(`/messages/${ids['ticketId']}`, { body: `${canary} depois` })
      if (answer.status !== 200) throw new Error(`not written: ${answer.status}`)
    })
    await world.app.deps.publisher.idle()
    for (const { events } of listeners) expect(JSON.stringify(events)).not.toContain(canary)
  })
})

const path = ({ path: text }: Endpoint) => text.toLowerCase()
const isCompany = (endpoint: Endpoint) => path(endpoint).startsWith('/compan')

/** The fields that take ids, with those of the other company. */
function foreignFields(schema: z.ZodType | undefined, endpoint: Endpoint): Record<string, unknown> {
  const fields = Object.entries(shapeOf(schema)).map(([name, field]): [string, unknown] => [
    name,
    foreignValue(ids, { name, schema: field, endpoint }),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** Fields that look like ids and that the attack would leave out. */
function forgottenFields(schema: z.ZodType | undefined, endpoint: Endpoint): string[] {
  const known = foreignFields(schema, endpoint)
  return Object.entries(shapeOf(schema)).flatMap(([name, field]) =>
    !(name in known) && isForgotten(name, field) ? [name] : [],
  )
}

/** Bodies of calls that need one of several fields. */
const words: Record<string, object> = { postMessage: { body: 'Olá' }, postChatMessage: { message: 'Olá' } }

/** A checksum per table of a company's rows, without tables that change by themselves. */
async function checksums(companyId: number): Promise<Record<string, string>> {
  // A timer writes the rollups of every company.
  const moving = ['events', 'event_heads', 'sessions', 'outbox', 'inbox', 'number_rollups']
  const tables = await world.sql(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'`,
  )
  const sums = tables
    .filter(({ name }) => !moving.includes(name))
    .map(async ({ name }): Promise<[string, string]> => {
      const [row] = await world.sql(
        `select coalesce(md5(string_agg(md5((to_jsonb(t) - 'last_seen_at')::text), '' order by md5((to_jsonb(t) - 'last_seen_at')::text))), '') as sum from ${name} t where company_id = $1`,
        [companyId],
      )
      return [name, row.sum]
    })
  return Object.fromEntries(await Promise.all(sums))
}
