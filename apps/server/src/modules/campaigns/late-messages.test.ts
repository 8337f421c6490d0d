import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Shop,
  arrivedTexts,
  campaignIn,
  contactList,
  people,
  runCampaign,
  shopIn,
  startCampaign,
  withoutPauses,
} from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Another process owns the connection, and was killed: nobody sends until its lease has ended. */
const killOwner = ({ company, connection }: Shop) =>
  company.sql(
    `insert into connection_leases (company_id, connection_id, owner, expires_at)
     values ($1, $2, 'killed', now() + interval '15 seconds')`,
    [company.id, connection.id],
  )

const endLease = ({ company, connection }: Shop) =>
  company.sql('delete from connection_leases where connection_id = $1', [connection.id])

const planned = async ({ company, connection }: Shop) =>
  (await company.sql('select id from outbox where connection_id = $1 and priority = 3', [connection.id])).length

/** The next message is due now. */
const comesNext = ({ company }: Shop, id: number) =>
  company.sql("update campaign_paces set next_at = '-infinity' where campaign_id = $1", [id])

/** Everything that is planned should have left so many seconds ago. */
const makeLate = ({ company, connection }: Shop, seconds: number) =>
  company.sql(
    'update outbox set not_before = not_before - make_interval(secs => $2) where connection_id = $1 and priority = 3',
    [connection.id, seconds],
  )

/** A campaign whose number nobody serves, with so many of its messages in the outbox. */
async function plannedCampaign(place: Shop, messages: number) {
  const { admin, company, connection } = place
  await killOwner(place)
  await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
  const id = await startCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(company, people(3)),
  })
  for (let count = 1; count <= messages; count += 1) {
    await eventually(async () => expect(await planned(place)).toBe(count))
    if (count < messages) await comesNext(place, id)
  }
  return id
}

test('messages that were planned while nobody served their number leave one by one, and answers do not wait for them', async () => {
  const place = await shopIn(world)
  const { admin, company, queue, connection } = place
  const attendant = await company.attendant({ queues: [queue] })
  await connection.receive(said(someNumber(), 'Oi'))
  const [ticket] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
  const id = await plannedCampaign(place, 3)
  await makeLate(place, 30)

  await endLease(place)

  const arrived = () => arrivedTexts(world, connection).map(([, text]) => text)
  const ofCampaign = () => arrived().filter((text) => text.startsWith('Oi Pessoa'))
  await eventually(() => expect(ofCampaign()).toHaveLength(1))
  await attendant.put(`/tickets/${ticket.id}`, { status: 'open', userId: attendant.id })
  await attendant.post(`/messages/${ticket.id}`, { body: 'Posso ajudar?' })
  await eventually(() => expect(arrived()).toContain('Posso ajudar?'))
  expect(ofCampaign()).toHaveLength(1)
  expect(await planned(place)).toBe(2)
  await admin.post(`/campaigns/${id}/cancel`)
})

test('a number that nobody serves gets no further messages, and others go on', async () => {
  const place = await shopIn(world)
  const { admin, company } = place
  const id = await plannedCampaign(place, 1)
  await makeLate(place, 10)
  await comesNext(place, id)

  // The turn of the other number comes after that of the first.
  const other = await company.connection()
  const otherId = await runCampaign(admin, {
    connections: [other],
    contactListId: await contactList(company, people(1)),
  })
  await campaignIn(admin, otherId, 'FINALIZADA')
  expect(await planned(place)).toBe(1)

  // Something else holds the message then.
  await makeLate(place, 60)
  await eventually(async () => expect(await planned(place)).toBeGreaterThan(1))
  await admin.post(`/campaigns/${id}/cancel`)
})
