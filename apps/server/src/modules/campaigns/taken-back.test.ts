import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrivedTexts, campaignIn, shopIn } from '#test/campaigns/campaigns'
import { campaignMessages, held, inFlight, statesOf } from '#test/campaigns/in-flight'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a message that is in flight when its campaign is paused and that no network took is taken back, and sent after the pause', async () => {
  const place = await shopIn(world)
  const { admin, connection } = place
  const { id, end } = await inFlight(world, place, held)
  expect((await admin.post(`/campaigns/${id}/pause`, { whatsappId: connection.id })).status).toBe(204)
  end()
  await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ waiting: 1, reserved: 0 }))
  expect(await campaignMessages(place)).toEqual([])
  expect(arrivedTexts(world, connection)).toEqual([])

  await admin.post(`/campaigns/${id}/resume`, {})
  await campaignIn(admin, id, 'FINALIZADA')
  expect(arrivedTexts(world, connection)).toHaveLength(1)
})
