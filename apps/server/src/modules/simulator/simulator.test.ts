import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { live, setUp, simulate, simulated, texts } from '#test/scenes/simulator'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('the simulator says what a conversation gets in the menu of queues, with invalid answers up to their limit', async () => {
  const made = await setUp(world)
  const steps = texts('Oi', 'Quê?', 'Hã?', 'Como?')
  const spoken = await simulated(made, steps)

  expect(await live(made, steps)).toEqual(spoken)
  expect(spoken.flatMap((step: { said: string[] }) => step.said).length).toBeGreaterThan(0)
})

test('a queue that is not saved is laid over the stored one, with texts and menu, at its place in the order', async () => {
  const { own, queue, connection } = await setUp(world)
  const draft = {
    name: 'Vendas',
    greetingMessage: 'Vendas, bom dia',
    chatbots: [{ name: 'Nova opção', greetingMessage: 'Qual?', options: [{ name: 'Abaixo dela' }] }],
  }
  const body = { queueId: queue.id, whatsappId: connection.id, draft }
  const answer = await simulate(await own.admin(), { ...body, steps: texts('Oi', '1', '1') })
  expect(answer.body).toMatchObject({ isOffered: true, hasButtons: false })
  const steps = answer.body.steps
  expect(steps[0].said[0].text).toContain('*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte')
  expect(steps[0].place).toEqual({ at: 'queues', path: [] })
  expect(steps.at(-2)).toMatchObject({ queue: { name: 'Vendas' }, place: { at: 'menu', path: [] } })
  expect(steps.at(-1)).toMatchObject({ place: { at: 'menu', path: [0] } })
  expect(steps.at(-1).said[0].text).toContain('Qual?\n\n*[ 1 ]* - Abaixo dela')
})

test('a simulation and a replay write nothing', async () => {
  const { own, queue, connection } = await setUp(world, { sendQueuePosition: 'enabled', userRandom: 'enabled' })
  const number = someNumber()
  await connection.receive(said(number, 'Oi'), said(number, '1'))
  const owner = await own.admin()
  const [{ id: ticketId }] = await own.sql('select id::int from tickets where connection_id = $1', [connection.id])
  // It is fetched in the background.
  await eventually(async () => {
    const pictures = await own.sql('select 1 from contact_pictures where company_id = $1', [own.id])
    expect(pictures).toHaveLength(1)
  })
  const before = await rowsOf()
  const body = { queueId: queue.id, whatsappId: connection.id, draft: { chatbots: [{ name: 'Nova opção' }] } }
  expect((await simulate(owner, { ...body, steps: texts('Oi', '1', '1', 'sair', 'Oi') })).status).toBe(200)
  expect((await owner.post('/chatbot/replay', { ticketId, queueId: queue.id, draft: {} })).status).toBe(200)
  expect(await rowsOf()).toEqual(before)

  async function rowsOf(): Promise<unknown> {
    const tables = await own.sql(
      `select c.table_name as name from information_schema.columns c
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'company_id'`,
    )
    const counts: Record<string, unknown> = {}
    for (const { name } of tables) {
      // Calls keep the session alive.
      if (['sessions', 'users'].includes(name)) continue
      const [row] = await own.sql(
        `select count(*)::int as count, coalesce(max(xmin::text::bigint), 0)::text as newest from "${name}" where company_id = $1`,
        [own.id],
      )
      counts[name] = row
    }
    expect(counts).toMatchObject({ tickets: { count: 1 } })
    return counts
  }
})
