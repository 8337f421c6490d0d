import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  arrivedTexts,
  campaignIn,
  contactList,
  runCampaign,
  startCampaign,
  withoutPauses,
} from '#test/campaigns/campaigns'
import { someNumber } from '#test/inbound'
import { type Company, type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function changePlan({ id }: Company, change: object): Promise<void> {
  const operator = await world.operator()
  const { plan } = (await operator.get(`/companies/${id}`)).body
  const answer = await operator.put(`/plans/${plan.id}`, change)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

const two = () => [{ number: someNumber() }, { number: someNumber() }]

test('a list takes as many contacts as the plan allows', async () => {
  const company = await world.company({ plan: { contactListPeople: 2 } })
  const admin = await company.admin()
  const { body: list } = await admin.post('/contact-lists', { name: 'Clientes' })
  const add = () =>
    admin.post('/contact-list-items', { contactListId: list.id, name: 'Rita Souza', number: someNumber() })
  expect([(await add()).status, (await add()).status]).toEqual([200, 200])
  expect(await add()).toMatchObject({ status: 400, body: { error: 'ERR_CONTACT_LIST_FULL' } })
  await changePlan(company, { contactListPeople: null })
  expect((await add()).status).toBe(200)
})

test('a campaign with more people than the plan allows does not start, and can after the plan has changed', async () => {
  const company = await world.company({ plan: { campaignPeople: 1 } })
  const admin = await company.admin()
  const connection = await company.connection()
  const contactListId = await contactList(company, two())
  expect((await admin.post('/campaigns/preview', { contactListId })).body).toMatchObject({ people: 2, mostPeople: 1 })
  const id = await runCampaign(admin, { connections: [connection], contactListId })
  expect(await campaignIn(admin, id, 'CANCELADA')).toMatchObject({ failure: 'ERR_CAMPAIGN_TOO_LARGE' })
  expect(await company.sql('select from campaign_recipients where campaign_id = $1', [id])).toEqual([])

  await changePlan(company, { campaignPeople: 2 })
  expect((await admin.post(`/campaigns/${id}/restart`)).status).toBe(204)
  expect((await campaignIn(admin, id, 'FINALIZADA')).counts.states).toMatchObject({ sent: 2 })
})

test('the connections of a company together send as much in an hour as the plan allows', async () => {
  const company = await world.company({ plan: { campaignsPerHour: 1 } })
  const admin = await company.admin()
  const connections = [await company.connection(), await company.connection()]
  await admin.post('/campaign-settings', { settings: withoutPauses })
  const contactListId = await contactList(company, [...two(), ...two()])
  const id = await startCampaign(admin, { connections, contactListId })
  await eventually(async () =>
    expect((await admin.get(`/campaigns/${id}`)).body.counts.states).toMatchObject({ sent: 2, waiting: 2 }),
  )
  // Each of two has its turn again in two hours.
  const paces = await company.sql(
    "select next_at > now() + interval '110 minutes' as is_far from campaign_paces where campaign_id = $1",
    [id],
  )
  expect(paces).toEqual([{ is_far: true }, { is_far: true }])
  expect(arrivedTexts(world, ...connections)).toHaveLength(2)
})

test('a number that is paused leaves its share of the hour to the others', async () => {
  const company = await world.company({ plan: { campaignsPerHour: 1 } })
  const admin = await company.admin()
  const connections = [await company.connection(), await company.connection()] as const
  const [sends, rests] = connections
  for (const { id } of connections) await admin.put(`/sending-guard/${id}`, { strangersPerDay: 0 })
  await admin.post('/campaign-settings', { settings: withoutPauses })
  const id = await startCampaign(admin, { connections, contactListId: await contactList(company, two()) })
  await eventually(async () => expect((await admin.get(`/campaigns/${id}`)).body.holds).toHaveLength(2))
  await admin.post(`/campaigns/${id}/pause`, { whatsappId: rests.id })
  await admin.put(`/sending-guard/${sends.id}`, { strangersPerDay: null })
  await eventually(() => expect(arrivedTexts(world, sends)).toHaveLength(1))
  expect(
    await company.sql(
      `select next_at > now() + interval '50 minutes' as is_late, next_at < now() + interval '70 minutes' as is_soon
       from campaign_paces where campaign_id = $1 and connection_id = $2`,
      [id, sends.id],
    ),
  ).toEqual([{ is_late: true, is_soon: true }])
})

test('a plan says no limit, and nonsense is refused', async () => {
  const operator = await world.operator()
  const company = await world.company()
  const plan = (await operator.get(`/companies/${company.id}`)).body.plan
  expect(plan).toMatchObject({ contactListPeople: null, campaignPeople: null, campaignsPerHour: null })
  for (const wrong of [0, -1, 1.5, 1_000_001, 'many'])
    expect((await operator.put(`/plans/${plan.id}`, { campaignPeople: wrong })).status).toBe(400)
  await changePlan(company, { campaignPeople: 10, campaignsPerHour: '' })
  expect((await operator.get(`/plans/${plan.id}`)).body).toMatchObject({ campaignPeople: 10, campaignsPerHour: null })
})
