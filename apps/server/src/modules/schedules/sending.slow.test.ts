import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSendingGuard } from '#modules/sending-guard'
import { unbounded } from '#test/campaigns/unbounded-sending'
import { arrivedOn, newContact, shopIn } from '#test/scenes/schedules'
import { type World, createWorld, eventually } from '#test/world'
import { createScheduleSender } from './schedule-sender.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const arrived = (connectionId: number) => arrivedOn(world, connectionId)

test('many overdue messages of one contact come in the order of their times, while others get theirs', async () => {
  const place = await shopIn(world)
  const { ana, company, connection } = place
  const contacts: { number: string }[] = []
  for (let n = 0; n < 5; n++) contacts.push(await newContact(place))
  await company.sql(
    `insert into schedules (company_id, contact_id, user_id, body, send_at, recurs_from)
     select $1, c.id, $2, 'Aviso ' || n, now() - make_interval(mins => 20 - n), now()
     from contacts c cross join generate_series(1, 8) n where c.company_id = $1`,
    [company.id, ana.id],
  )

  await eventually(() => expect(arrived(connection.id)).toHaveLength(40))

  const inOrder = Array.from({ length: 8 }, (_, n) => `Aviso ${n + 1}`)
  for (const { number } of contacts)
    expect(arrived(connection.id).flatMap(({ address, body }) => (address === number ? body : []))).toEqual(inOrder)
})

test('two senders send two hundred overdue messages, each one once', async () => {
  const place = await shopIn(world)
  const { ana, company, connection } = place
  for (let n = 0; n < 10; n++) await newContact(place)
  // Twenty for each contact: the channel gets the messages of one conversation one after another.
  await company.sql(
    `insert into schedules (company_id, contact_id, user_id, body, send_at, recurs_from)
     select $1, c.id, $2, 'Aviso ' || n || ' de ' || c.id, now() - make_interval(mins => n), now()
     from contacts c cross join generate_series(1, 20) n where c.company_id = $1`,
    [company.id, ana.id],
  )
  const senders = [1, 2].map(() =>
    createScheduleSender(world.app.deps, { guard: createSendingGuard(unbounded), lateAfter: 15 }),
  )
  for (const sender of senders) await sender.start()

  await eventually(async () => {
    const [left] = await company.sql(
      "select count(*)::int as count from schedules where company_id = $1 and status <> 'ENVIADA'",
      [company.id],
    )
    expect(left.count).toBe(0)
  })
  for (const sender of senders) await sender.stop()

  const bodies = (
    await company.sql("select body from messages where company_id = $1 and origin = 'schedule'", [company.id])
  ).map(({ body }) => body)
  expect([new Set(bodies).size, bodies.length]).toEqual([200, 200])
  await eventually(() => expect(arrived(connection.id)).toHaveLength(200))
})
