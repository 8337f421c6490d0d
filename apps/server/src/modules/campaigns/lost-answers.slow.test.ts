import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Shop, campaignIn, contactList, runCampaign, shopIn } from '#test/campaigns/campaigns'
import { someNumber } from '#test/inbound'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
/** The messages arrive, but the connection is lost before the network says so. */
beforeEach(() => world.network.answer(() => ({ status: 'held', mayHaveLeft: true })))

/** A campaign whose messages may all have arrived. */
async function lostCampaign() {
  const place = await shopIn(world)
  const { company, admin, connection } = place
  const people = Array.from({ length: 3 }, () => ({ number: someNumber() }))
  const id = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(company, people),
  })
  const tried = () => new Set(triesOf(place).map(({ address }) => address))
  // The connection is lost with all of them in flight, so each is tried.
  await eventually(async () => {
    await company.sql('update outbox set not_before = now() where company_id = $1', [company.id])
    expect(tried().size).toBe(3)
  })
  await eventually(async () =>
    expect(
      await company.sql('select from outbox where company_id = $1 and taken_until is null', [company.id]),
    ).toHaveLength(3),
  )
  return { ...place, id }
}

const triesOf = ({ connection }: Pick<Shop, 'connection'>) =>
  world.network.tries.filter(({ connectionId }) => connectionId === connection.id)

/** How many different messages each person may have got. */
function messagesOf(place: Shop): number[] {
  const ids = Map.groupBy(triesOf(place), ({ address }) => address)
  return [...ids.values()].map((tries) => new Set(tries.map(({ externalId }) => externalId)).size)
}

const setStatus = ({ company, connection }: Shop, status: string) =>
  company.sql('update connections set status = $2 where id = $1', [connection.id, status])

const aMinuteLater = ({ company }: Shop) =>
  company.sql("update campaign_paces set asked_at = asked_at - interval '1 minute' where company_id = $1", [company.id])

test('a message whose answer was lost with its connection goes out again as the same message', async () => {
  const place = await lostCampaign()
  const { admin, id } = place
  await setStatus(place, 'timeout')
  // The number is held because it is offline; what it has not sent is taken back.
  await aMinuteLater(place)
  await place.company.sql(
    `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, state, is_valid)
     values ($1, $2, '551177776666', 'Rita', $3, 'waiting', true)`,
    [place.company.id, id, someNumber()],
  )
  await eventually(async () =>
    expect((await admin.get(`/campaigns/${id}`)).body.holds).toMatchObject([{ reason: 'offline' }]),
  )

  world.network.answer(() => ({ status: 'sent' }))
  await setStatus(place, 'connected')
  await aMinuteLater(place)
  await campaignIn(admin, id, 'FINALIZADA')
  expect(messagesOf(place)).toEqual([1, 1, 1, 1])
})

test('and is not sent as another one after its campaign was paused or stopped and goes on', async () => {
  for (const [stop, goOn] of [
    ['pause', 'resume'],
    ['cancel', 'restart'],
  ] as const) {
    world.network.answer(() => ({ status: 'held', mayHaveLeft: true }))
    const place = await lostCampaign()
    const { admin, id } = place
    await admin.post(`/campaigns/${id}/${stop}`, {})
    world.network.answer(() => ({ status: 'sent' }))
    await admin.post(`/campaigns/${id}/${goOn}`, {})
    await campaignIn(admin, id, 'FINALIZADA')
    expect({ stop, messages: messagesOf(place) }).toEqual({ stop, messages: [1, 1, 1] })
  }
})
