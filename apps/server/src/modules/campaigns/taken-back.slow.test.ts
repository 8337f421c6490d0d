import type { SendResult } from '@guiche/channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  arrivedTexts,
  campaignIn,
  contactList,
  people,
  runCampaign,
  savedCampaign,
  type Shop,
  shopIn,
  withoutPauses,
} from '#test/campaigns/campaigns'
import { campaignMessages, firstSend, held, inFlight, statesOf } from '#test/campaigns/in-flight'
import { samples } from '#test/files'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const shop = () => shopIn(world)

const idsOf = ({ connection }: Shop) => [
  ...new Set(
    world.network.tries
      .filter(({ connectionId }) => connectionId === connection.id)
      .map(({ externalId }) => externalId),
  ),
]

const failed: SendResult = { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }

describe('a message that is in flight when its campaign is paused', () => {
  test('and that may have arrived is taken back, and repeated under its id, over a second pause too', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    const { id, end } = await inFlight(world, place, failed)
    await admin.post(`/campaigns/${id}/pause`, {})
    end()
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ waiting: 1, reserved: 0 }))
    expect(await campaignMessages(place)).toEqual([])

    world.network.answer(() => held)
    await admin.post(`/campaigns/${id}/resume`, {})
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ waiting: 0, reserved: 1 }))
    await admin.post(`/campaigns/${id}/pause`, {})
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ waiting: 1, reserved: 0 }))

    world.network.answer(() => ({ status: 'sent' }))
    await admin.post(`/campaigns/${id}/resume`, {})
    await campaignIn(admin, id, 'FINALIZADA')
    expect(arrivedTexts(world, connection)).toHaveLength(1)
    expect(idsOf(place)).toHaveLength(1)
    expect(await company.sql('select external_id from campaign_recipients where campaign_id = $1', [id])).toEqual([
      { external_id: idsOf(place)[0] },
    ])
  })

  test('and that may have arrived is repeated by no other number', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    const other = await company.connection()
    await admin.put(`/sending-guard/${other.id}`, { strangersPerDay: 0 })
    const send = firstSend(world, failed)
    const id = await runCampaign(admin, {
      connections: [connection, other],
      contactListId: await contactList(company, people(1)),
    })
    await send.begun()
    await admin.post(`/campaigns/${id}/pause`, { whatsappId: connection.id })
    send.end()
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ waiting: 1 }))
    await admin.put(`/sending-guard/${other.id}`, { strangersPerDay: null })
    expect((await admin.delete(`/whatsapp/${connection.id}`)).status).toBe(200)
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await statesOf(place, id)).toMatchObject({ uncertain: 1 })
    expect(arrivedTexts(world, connection, other)).toEqual([])
  })

  test('is taken back as well when a bad sign has paused its number', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    const send = firstSend(world, held)
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(1)),
    })
    await send.begun()
    await company.sql(
      "update campaign_paces set held_reason = 'failures', asked_at = now() + interval '1 hour' where campaign_id = $1",
      [id],
    )
    send.end()
    await eventually(async () => expect(await campaignMessages(place)).toEqual([]))
    // The engine asks the number again, which is not paused in truth.
    await company.sql("update campaign_paces set asked_at = '-infinity' where campaign_id = $1", [id])
    await campaignIn(admin, id, 'FINALIZADA')
    expect(arrivedTexts(world, connection)).toHaveLength(1)
  })
})

test('what comes back when the plan includes no campaigns any more is sent when it does again', async () => {
  const place = await shop()
  const { admin, company, connection } = place
  const operator = await world.operator()
  const { plan } = (await operator.get(`/companies/${company.id}`)).body
  const { id, end } = await inFlight(world, place, held)
  await operator.put(`/plans/${plan.id}`, { useCampaigns: false })
  end()
  await eventually(async () => expect(await campaignMessages(place)).toEqual([]))
  expect(arrivedTexts(world, connection)).toEqual([])
  await operator.put(`/plans/${plan.id}`, { useCampaigns: true })
  await campaignIn(admin, id, 'FINALIZADA')
  expect(arrivedTexts(world, connection)).toHaveLength(1)
})

test('what comes back while the company is blocked is sent when it is renewed', async () => {
  const place = await shop()
  const { admin, company, connection } = place
  const { id, end } = await inFlight(world, place, held)
  await company.sql('update companies set due_date = current_date - 3 where id = $1', [company.id])
  end()
  await eventually(async () => expect(await campaignMessages(place)).toEqual([]))
  expect(arrivedTexts(world, connection)).toEqual([])
  const operator = await world.operator()
  expect(await operator.post(`/companies/${company.id}/renew`, {})).toMatchObject({ status: 200 })
  await campaignIn(admin, id, 'FINALIZADA')
  expect(arrivedTexts(world, connection)).toHaveLength(1)
})

test('what was held by an offline number when its campaign was cancelled waits again, and is sent after a restart', async () => {
  const place = await shop()
  const { admin, connection } = place
  const { id, end } = await inFlight(world, place, held)
  expect((await admin.post(`/campaigns/${id}/cancel`)).status).toBe(204)
  end()
  await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ waiting: 1, uncertain: 0 }))
  await admin.post(`/campaigns/${id}/restart`)
  await campaignIn(admin, id, 'FINALIZADA')
  expect(arrivedTexts(world, connection)).toHaveLength(1)
})

test.each(['cancel', 'pause'])('a recording whose text was sent before is taken back by a %s', async (stop) => {
  const place = await shop()
  const { admin, company, connection } = place
  await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
  world.network.answer(({ kind }) => (kind === 'media' ? held : { status: 'sent' }))
  const body = await savedCampaign(place, { contactListId: await contactList(company, people(2)), message1: 'Ouça' })
  const file = { field: 'file', name: 'oferta.ogg', type: 'audio/ogg', data: samples.ogg }
  await admin.upload(`/campaigns/${body.id}/media-upload`, {}, [file])
  await admin.put(`/campaigns/${body.id}`, { scheduledAt: new Date().toISOString() })
  await eventually(async () => expect(await statesOf(place, body.id)).toMatchObject({ sent: 1, waiting: 1 }))

  expect((await admin.post(`/campaigns/${body.id}/${stop}`, {})).status).toBe(204)
  await eventually(async () =>
    expect(await company.sql('select from outbox where company_id = $1', [company.id])).toEqual([]),
  )
  expect(arrivedTexts(world, connection).map(([, text]) => text)).toEqual(['Ouça'])
  expect(await campaignMessages(place)).toEqual([{ body: 'Ouça' }])
  expect(await statesOf(place, body.id)).toMatchObject({ sent: 1, waiting: 1 })
})

describe('people whose message waits on a number that is deleted', () => {
  test('get it from another number of their campaign', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    const other = await company.connection()
    await admin.put(`/sending-guard/${other.id}`, { strangersPerDay: 0 })
    world.network.answer(({ connectionId }) => (connectionId === connection.id ? held : { status: 'sent' }))
    const list = people(3)
    const id = await runCampaign(admin, {
      connections: [connection, other],
      contactListId: await contactList(company, list),
    })
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ reserved: 3 }))
    expect((await admin.delete(`/whatsapp/${connection.id}`)).status).toBe(200)
    await admin.put(`/sending-guard/${other.id}`, { strangersPerDay: null })
    expect((await campaignIn(admin, id, 'FINALIZADA')).counts.states).toMatchObject({ sent: 3 })
    expect(arrivedTexts(world, connection)).toEqual([])
    expect(
      arrivedTexts(world, other)
        .map(([number]) => number)
        .toSorted(),
    ).toEqual(list.map(({ number }) => number).toSorted())
  })

  test('fail if it was the last one', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    world.network.answer(() => held)
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(2)),
    })
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ reserved: 2 }))
    await admin.delete(`/whatsapp/${connection.id}`)
    expect(await campaignIn(admin, id, 'CANCELADA')).toMatchObject({ failure: 'ERR_CAMPAIGN_WITHOUT_CONNECTION' })
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ failed: 2 }))
  })
})
