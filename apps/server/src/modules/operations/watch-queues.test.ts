import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveMetrics } from '#platform/process/metrics'
import { reservePort } from '#test/reserve-port'
import { type World, createWorld, eventually } from '#test/world'

let world: World
let stop: () => Promise<void>
let url: string
beforeAll(async () => {
  world = await createWorld()
  const port = await reservePort()
  stop = await serveMetrics(port)
  url = `http://127.0.0.1:${port}/metrics`
})
afterAll(async () => {
  await stop()
  await world.close()
})

/** The value of a line such as `name{label="key"} 5`. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(url)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

test('the metrics say for how long the oldest entry of each queue waits', async () => {
  const company = await world.company()
  const { id } = await company.connection()
  expect(await metric('guiche_queue_age_seconds{queue="inbox"}')).toBeLessThan(3600)

  await world.sql(
    `insert into inbox (company_id, connection_id, lane, payload, received_at, not_before)
     values ($1, $2, 'phone:1', '{}', now() - interval '2 hours', now() + interval '1 hour')`,
    [company.id, id],
  )

  expect(await metric('guiche_queue_age_seconds{queue="inbox"}')).toBeGreaterThanOrEqual(7200)
  expect(await metric('guiche_queue_age_seconds{queue="outbox"}')).toBeLessThan(3600)
  expect(await metric('guiche_queue_age_seconds{queue="jobs"}')).toBeLessThan(3600)
  expect(await metric('guiche_queue_age_seconds{queue="paymentWebhooks"}')).toBe(0)
})

test('the metrics say how many units of work wait for a connection', async () => {
  const name = 'guiche_database_waiting{pool="app"}'
  expect(await metric(name)).toBe(0)
  const { id: companyId } = await world.company()
  const release = Promise.withResolvers<void>()
  const held = Array.from({ length: 10 }, () =>
    world.app.deps.units.read({ kind: 'system', companyId }, () => release.promise),
  )

  await eventually(async () => expect(await metric(name)).toBe(2))

  release.resolve()
  await Promise.all(held)
  expect(await metric(name)).toBe(0)
})

test('without the database the other metrics are still there', async () => {
  await world.sql('alter table inbox rename to inbox_away')
  try {
    expect(await metric('guiche_database_waiting{pool="app"}')).toBe(0)
    expect(await metric('guiche_queue_age_seconds{queue="inbox"}')).toBeNaN()
  } finally {
    await world.sql('alter table inbox_away rename to inbox')
  }
})
