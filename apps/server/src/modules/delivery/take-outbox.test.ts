import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql'
import { said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type World, createWorld } from '#test/world'
import { takeOutbox } from './take-outbox.ts'

let world: World
let company: Company
let connection: TestConnection
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  connection = await company.connection()
  await connection.receive(said(someNumber(), 'Oi'))
  await world.app.delivery.stop()
})
afterAll(() => world.close())

/** So many customers, to each of whom something waits to be sent. */
async function fillOutbox(count: number, priority: number) {
  await company.sql(
    `with people as (
       insert into contacts (company_id, name) select $1, 'Cliente ' || n from generate_series(1, $3::int) as n returning id),
     talks as (
       insert into conversations (company_id, contact_id, connection_id) select $1, id, $2 from people returning id)
     insert into outbox (company_id, connection_id, conversation_id, message_id, priority)
     select $1, $2, talks.id, (select max(id) from messages where company_id = $1), $4 from talks`,
    [company.id, connection.id, count, priority],
  )
}

const room = { all: 10, automatic: 5 }

/** How many entries are taken, and how many rows of the outbox were read for it. */
async function take() {
  return world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) => {
    const channels = [{ channel: 'whatsapp', ...room }]
    const entries = await takeOutbox(ctx, { room: { all: 500, automatic: 400 }, channels, busy: [], served: [] })
    const { rows } = await sql<{ read: number }>`
      select (pg_stat_get_xact_tuples_returned('outbox'::regclass) + pg_stat_get_xact_tuples_fetched('outbox'::regclass))::int as read`.execute(
      ctx.db,
    )
    return { priorities: entries.map(({ priority }) => priority), read: rows[0]?.read ?? 0 }
  })
}

test('what is read to take the next ones does not grow with what waits', async () => {
  await fillOutbox(1000, 3)
  const few = await take()
  expect(few.priorities).toEqual([3, 3, 3, 3, 3])
  await fillOutbox(20_000, 3)
  const many = await take()
  await fillOutbox(20, 0)
  await company.sql('analyze outbox', [])
  const analyzed = await take()

  expect(analyzed.priorities).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  for (const { read } of [few, many, analyzed]) expect(read).toBeLessThan(3000)
})
