import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  arrivedTexts,
  campaignIn,
  contactList,
  listedNumbers,
  numbersOf,
  people,
  runCampaign,
  shopIn,
  startCampaign,
  withoutPauses,
} from '#test/campaigns/campaigns'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

test('a campaign is shared by its numbers, each person by one of them', async () => {
  const { company, admin, connection } = await shopIn(world)
  const second = await company.connection()
  // With a pause each number has its turn.
  await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 0 } })
  const list = people(250)
  const id = await startCampaign(admin, {
    connections: [connection, second],
    contactListId: await contactList(company, list),
  })
  await campaignIn(admin, id, 'FINALIZADA')
  expect(numbersOf(arrivedTexts(world, connection, second))).toEqual(listedNumbers(list))
  for (const one of [connection, second]) expect(arrivedTexts(world, one).length).toBeGreaterThan(0)
  const rows = await company.sql('select external_id from campaign_recipients where campaign_id = $1', [id])
  expect(new Set(rows.map(({ external_id }) => external_id)).size).toBe(250)
})

test('a campaign that is cancelled sends nothing more, and after a restart reaches the others, each once', async () => {
  const { company, admin, connection } = await shopIn(world)
  const list = people(120)
  world.network.setPace({ atOnce: 5, perSecond: 1000, automatic: { atOnce: 5, perSecond: 1000 } })
  let release: (() => void)[] = []
  let isHeld = true
  world.network.answer(async ({ connectionId }) => {
    if (connectionId === connection.id && isHeld && arrivedTexts(world, connection).length >= 20)
      await new Promise<void>((resolve) => release.push(resolve))
    return { status: 'sent' }
  })
  const id = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(company, list),
  })
  await eventually(() => expect(release.length).toBeGreaterThan(0))
  expect((await admin.post(`/campaigns/${id}/cancel`)).status).toBe(204)
  const tried = world.network.tries.filter(({ connectionId }) => connectionId === connection.id).length
  isHeld = false
  for (const go of release) go()
  release = []

  // Only what was in flight arrives.
  await eventually(async () =>
    expect(await company.sql('select from outbox where company_id = $1', [company.id])).toEqual([]),
  )
  const stopped = (await admin.get(`/campaigns/${id}`)).body
  expect(stopped.status).toBe('CANCELADA')
  expect(arrivedTexts(world, connection)).toHaveLength(tried)
  expect(stopped.counts.states).toMatchObject({ sent: tried, waiting: 120 - tried, reserved: 0 })
  // What was taken back is gone from the conversations too.
  expect(
    await company.sql("select count(*)::int from messages where company_id = $1 and origin = 'campaign'", [company.id]),
  ).toEqual([{ count: tried }])

  expect((await admin.post(`/campaigns/${id}/restart`)).status).toBe(204)
  await campaignIn(admin, id, 'FINALIZADA')
  expect(numbersOf(arrivedTexts(world, connection))).toEqual(listedNumbers(list))
})

test('a campaign in progress tells browsers its people, at most once in a second', async () => {
  const { company, admin, connection } = await shopIn(world)
  const listener = await admin.listen()
  const list = people(60)
  world.network.setPace({ atOnce: 2, perSecond: 30, automatic: { atOnce: 2, perSecond: 30 } })
  const id = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(company, list),
  })
  await campaignIn(admin, id, 'FINALIZADA')
  await eventually(() =>
    expect(listener.of('campaign').at(-1)?.payload.record).toMatchObject({
      status: 'FINALIZADA',
      counts: { reached: 60 },
    }),
  )
  const [{ seconds }] = await company.sql(
    'select extract(epoch from now() - created_at)::float8 as seconds from campaigns where id = $1',
    [id],
  )
  // One when it was made, and one in each second since.
  expect(listener.of('campaign').length).toBeLessThanOrEqual(seconds + 3)
  expect(listener.of('campaign').at(-1)?.payload.record.shipping).toHaveLength(60)
})
