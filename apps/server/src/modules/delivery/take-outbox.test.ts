import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/context'
import { said, someNumber } from '#test/inbound'
import { looksAt } from '#test/looked-at'
import { type Company, type World, createWorld } from '#test/world'
import { priorities } from './lanes/priorities.ts'
import { takeOutbox } from './take-outbox.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.app.delivery.stop()
})
afterAll(() => world.close())

const capacity = { all: 10, automatic: 5 }
const take = (ctx: Ctx, campaigns = 100) =>
  takeOutbox(ctx, {
    capacity: { all: 500, automatic: 400, campaigns },
    channels: [{ channel: 'whatsapp', isOwned: false, ...capacity }],
    busy: [],
    served: [],
  })

interface Waiting {
  company: Company
  /** Adds conversations with the given number of entries each. `spacing`, `late`: in seconds. */
  add(what: {
    conversations: number
    entries?: number
    priority: number
    spacing?: number
    late?: number
  }): Promise<void>
}

async function emptyOutbox(): Promise<Waiting> {
  const company = await world.company()
  const connection = await company.connection()
  await connection.receive(said(someNumber(), 'Oi'))
  return {
    company,
    add: async ({ conversations, entries = 1, priority, spacing = 0, late = 0 }) => {
      await company.sql(
        `with people as (
           insert into contacts (company_id, name) select $1, 'Cliente ' || n from generate_series(1, $3::int) as n returning id),
         talks as (
           insert into conversations (company_id, contact_id, connection_id) select $1, id, $2 from people returning id)
         insert into outbox (company_id, connection_id, conversation_id, message_id, priority, spacing, not_before)
         select $1, $2, talks.id, (select max(id) from messages where company_id = $1), $4, $6, now() - make_interval(secs => $7)
         from talks, generate_series(1, $5::int)`,
        [company.id, connection.id, conversations, priority, entries, spacing, late],
      )
    },
  }
}

const inUnit = <T>({ company }: Waiting, work: (ctx: Ctx) => Promise<T>) =>
  world.app.deps.units.run({ kind: 'system', companyId: company.id }, work)

test('a connection takes entries by priority, and automatic messages get only their share', async () => {
  const waiting = await emptyOutbox()
  const { campaign, user } = priorities
  const taken = () => inUnit(waiting, async (ctx) => (await take(ctx)).map(({ priority }) => priority))
  await waiting.add({ conversations: 20, priority: campaign })
  expect(await taken()).toEqual([campaign, campaign, campaign, campaign, campaign])
  await waiting.add({ conversations: 20, priority: user })
  expect(await taken()).toEqual(Array(10).fill(user))
})

test('campaigns get what people leave of the process, and nobody else waits for that', async () => {
  const waiting = await emptyOutbox()
  const { campaign, bot, user } = priorities
  const taken = () => inUnit(waiting, async (ctx) => (await take(ctx, 2)).map(({ priority }) => priority))
  await waiting.add({ conversations: 20, priority: campaign })
  expect(await taken()).toEqual([campaign, campaign])
  for (const priority of [user, bot]) await waiting.add({ conversations: 2, priority })
  expect(await taken()).toEqual([user, user, bot, bot, campaign, campaign])
})

test('late messages of campaigns keep their pause when the process is killed that has sent the first of them', async () => {
  const waiting = await emptyOutbox()
  const { campaign, user } = priorities
  // Each of them takes like a process that has just begun.
  const taken = () => inUnit(waiting, async (ctx) => (await take(ctx)).map(({ priority }) => priority))
  await waiting.add({ conversations: 3, priority: campaign, spacing: 20, late: 30 })
  expect(await taken()).toEqual([campaign])
  expect(await taken()).toEqual([])
  await waiting.add({ conversations: 1, priority: user })
  expect(await taken()).toEqual([user])

  await waiting.company.sql('update outbox_pauses set until = clock_timestamp() where company_id = $1', [
    waiting.company.id,
  ])
  expect(await taken()).toEqual([campaign])
})

/**
 * A database connection may keep plans from when nothing waited, and the statistics of the tables may be as old.
 * Entries may be read more than once, by several steps of the plan.
 */
describe('the number of rows read to take entries', () => {
  // Statistics that change in the middle of a test change the plan, and with it the rows.
  beforeAll(() => world.sql('alter table outbox set (autovacuum_enabled = off)'))

  const maxForEach = 50
  const campaign = (count: number) => ({ conversations: count, priority: priorities.campaign })
  const toOne = (count: number) => ({ conversations: 1, entries: count, priority: priorities.campaign })

  /** With 200 entries, and with 2,000. */
  async function look(of: typeof campaign, before = { conversations: 0, priority: 0 }, isAnalyzed = false) {
    const waiting = await emptyOutbox()
    await waiting.add(campaign(10))
    await world.sql('delete from outbox')
    // With pages and without rows, the planner expects that the outbox stays empty, however large it becomes.
    await world.sql('vacuum (analyze, truncate off) outbox')
    return inUnit(waiting, async (ctx) => {
      for (let times = 0; times < 8; times += 1) expect(await take(ctx)).toEqual([])
      await waiting.add(before)
      const looked: number[] = []
      for (const count of [200, 1800]) {
        await waiting.add(of(count))
        if (isAnalyzed) await world.sql('analyze outbox')
        looked.push(await looksAt(ctx, take))
      }
      const [few = 0, many = 0] = looked
      expect(few).toBeGreaterThan(0)
      return { few, many }
    })
  }

  test.each([
    { what: 'messages to many customers', of: campaign },
    { what: 'messages to one customer', of: toOne },
    { what: 'messages to many customers behind many to one', of: campaign, before: toOne(50) },
  ])('grows no faster than the outbox: $what', async ({ of, before }) => {
    const { few, many } = await look(of, before)
    expect(many).toBeLessThan(12 * few)
    expect(many).toBeLessThan(maxForEach * 2000)
  })

  test('does not grow with a campaign after the statistics are updated', async () => {
    const { few, many } = await look(campaign, undefined, true)
    expect(many).toBeLessThan(2 * few)
  })
})
