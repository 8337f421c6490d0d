import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { holdTicket } from '#test/lock-table'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('tickets that are closed are not held until the last one is closed', async () => {
  const company = await world.company()
  const admin = await company.admin()
  const connection = await company.connection()
  const numbers = Array.from({ length: 130 }, () => someNumber())
  await connection.receive(...numbers.map((number) => said(number, 'Olá')))
  const tickets = await company.sql(
    'select id, conversation_id from tickets where company_id = $1 order by conversation_id',
    [company.id],
  )
  const last = await holdTicket(world.databases.admin, tickets.at(-1).id)

  const closing = admin.post('/tickets/closeAll', { status: 'pending' })
  const firstIsClosed = async () => {
    const [first] = await company.sql('select status from tickets where id = $1', [tickets[0].id])
    expect(first.status).toBe('closed')
  }
  try {
    await eventually(firstIsClosed)
    // Nobody waits for its lock.
    await company.sql('select 1 from conversations where id = $1 for update nowait', [tickets[0].conversation_id])
  } finally {
    await last.release()
  }

  expect((await closing).body).toEqual({ closed: tickets.length })
  expect(tickets).toHaveLength(numbers.length)
  expect(await company.sql("select 1 from tickets where company_id = $1 and status <> 'closed'", [company.id])).toEqual(
    [],
  )
})

test('only tickets of the chosen queues are closed, and as many as were announced', async () => {
  const company = await world.company()
  const [admin, sales, support] = [await company.admin(), await company.queue(), await company.queue()]
  const write = async (queues: { id: number }[], count: number) =>
    (await company.connection({ queues })).receive(...Array.from({ length: count }, () => said(someNumber(), 'Olá')))
  await write([sales], 3)
  await write([support], 2)
  // With two queues nobody has chosen one yet.
  await write([sales, support], 1)
  // The list of waiting tickets shows it too.
  await company.sql(
    "update tickets set status = 'lgpd' where company_id = $1 and id = (select min(id) from tickets where company_id = $1 and queue_id = $2)",
    [company.id, sales.id],
  )
  const announced = async (queueIds?: (number | null)[]) =>
    (
      await admin.get(
        `/tickets/closeAll/count?status=pending${queueIds ? `&queueIds=${JSON.stringify(queueIds)}` : ''}`,
      )
    ).body.count
  const ana = await company.attendant({ queues: [sales] })

  expect((await ana.get('/tickets/closeAll/count?status=pending')).status).toBe(403)
  expect(await announced()).toBe(6)
  expect(await announced([sales.id])).toBe(3)
  expect(await announced([null])).toBe(1)
  const { body } = await admin.post('/tickets/closeAll', { status: 'pending', queueIds: [sales.id] })

  expect(body).toEqual({ closed: 3 })
  expect(await announced([sales.id])).toBe(0)
  expect(
    await company.sql(
      'select queue_id::int, status from tickets where company_id = $1 group by 1, 2 order by queue_id nulls last',
      [company.id],
    ),
  ).toEqual([
    { queue_id: sales.id, status: 'closed' },
    { queue_id: support.id, status: 'pending' },
    { queue_id: null, status: 'pending' },
  ])
})
