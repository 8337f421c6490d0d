import { afterAll, beforeAll, expect, test } from 'vitest'
import { hearsTickets, linesOfFile } from '#test/scenes/lines'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
const { lineOf } = linesOfFile()

test('a company gets no events after midnight of the due date in its own time zone', async () => {
  const other = await world.company()
  const boss = await other.admin()
  // A time zone in which the day ends in some seconds.
  const [{ zone, tomorrow }] = await world.sql(`
    select '<X>-' || to_char(interval '24 hours' - interval '15 seconds' - utc::time::interval, 'HH24:MI:SS') as zone,
           (utc::date + 1)::text as tomorrow
    from (select now() at time zone 'UTC' as utc) as clock`)
  await world.sql('update companies set timezone = $2, due_date = $3 where id = $1', [other.id, zone, tomorrow])
  const { socket } = await boss.listen({ lists: ['pending'] })

  await eventually(() => expect(hearsTickets(world, socket)).toBe(false))
})

test('five hundred browsers that come back at once connect and get their start position, without more database connections than before', async () => {
  const company = await world.company()
  const queue = await company.queue()
  const people = await Promise.all(Array.from({ length: 25 }, () => company.attendant({ queues: [queue] })))
  const url = await world.url()

  const lines = Array.from({ length: 500 }, (_, index) => lineOf(url, people[index % people.length]))
  let isDone = false
  const all = Promise.all(lines).finally(() => (isDone = true))
  const counts: Record<string, number>[] = []
  while (!isDone) counts.push(await connections())

  await expect(all).resolves.toHaveLength(500)
  expect(Math.max(...counts.map((count) => count['guiche_app'] ?? 0))).toBeLessThanOrEqual(20)
  expect(Math.max(...counts.map((count) => count['guiche_operator'] ?? 0))).toBeLessThanOrEqual(9)
})

async function connections(): Promise<Record<string, number>> {
  const rows = await world.sql(
    `select usename, count(*)::int as count from pg_stat_activity where datname = current_database() group by usename`,
  )
  return Object.fromEntries(rows.map(({ usename, count }) => [usename, count]))
}
