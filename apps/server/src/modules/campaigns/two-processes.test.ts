import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrivedTexts, campaignIn, contactList, startCampaign, withoutPauses } from '#test/campaigns/campaigns'
import { someNumber } from '#test/inbound'
import { beginChange } from '#test/lock-table'
import { type World, createWorld, eventually } from '#test/world'

let world: World
let other: World
beforeAll(async () => {
  world = await createWorld()
  other = await createWorld({ beside: world, roles: ['worker', 'channels'] })
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const waiting = (query: string) =>
  world.sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${query}%`],
  )

test('two processes that write to a person for two campaigns at the same moment keep to the cap per week', async () => {
  const company = await world.company()
  const admin = await company.admin()
  const [first, second] = [await company.connection(), await company.connection()]
  await admin.post('/campaign-settings', { settings: { ...withoutPauses, weeklyCap: 1 } })
  const send = async (connection: { id: number }, number: string) =>
    startCampaign(admin, { connections: [connection], contactListId: await contactList(company, [{ number }]) })
  await campaignIn(admin, await send(first, someNumber()), 'FINALIZADA')

  // The last statement of a reservation on the first number waits for this row.
  const count = await beginChange(world.databases.admin, [
    {
      text: 'select from number_guard_days where company_id = $1 and connection_id = $2 for update',
      values: [company.id, first.id],
    },
  ])
  const number = someNumber()
  const one = await send(first, number)
  await eventually(async () => expect(await waiting('number_guard_days')).not.toEqual([]))
  const two = await send(second, number)
  // The other process asks now, and has to wait for the answer.
  await eventually(async () => expect(await waiting('pg_advisory_xact_lock')).not.toEqual([]))
  await count.commit()

  const states = await Promise.all(
    [one, two].map(async (id) => (await campaignIn(admin, id, 'FINALIZADA')).counts.states),
  )
  expect(states).toMatchObject([
    { sent: 1, skipped: 0 },
    { sent: 0, skipped: 1 },
  ])
  const arrived = [world, other].flatMap((process) => arrivedTexts(process, first, second))
  expect(arrived.filter(([to]) => to === number)).toHaveLength(1)
})
