import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignIn, contactList, people, runCampaign, shopIn } from '#test/campaigns/campaigns'
import { campaignToRita, numbersIn, preview } from '#test/campaigns/previews'
import { samples } from '#test/files'
import { someNumber } from '#test/inbound'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

test('the preview of a campaign says how many get it, and who does not for which reason, and stores nothing', async () => {
  const place = await shopIn(world)
  const { company, admin, connection } = place
  const [own, blocked, unchecked, first, second] = [1, 2, 3, 4, 5].map(() => someNumber())
  const gone = someNumber()
  await company.sql('update connections set number = $2 where id = $1', [connection.id, own])
  const { body: contact } = await admin.post('/contacts', { name: 'Bloqueada', number: blocked })
  await company.sql('update contacts set is_active = false where id = $1', [contact.id])
  const contactListId = await contactList(company, [
    { number: first ?? '' },
    { number: second ?? '' },
    { number: gone, isValid: false },
    { number: '123' },
    { number: own ?? '' },
    { number: blocked ?? '' },
    { number: unchecked ?? '', isValid: null },
  ])
  const shown = await preview(place, { contactListId })
  expect(shown).toMatchObject({ people: 3, unchecked: 1, strangers: 3 })
  expect(shown.leftOut).toEqual([
    { reason: 'invalid', count: 2 },
    { reason: 'blocked', count: 1 },
    { reason: 'own', count: 1 },
  ])
  const group = (name: string) => numbersIn(place, { contactListId, group: name })
  expect(await group('to')).toEqual([first, second, unchecked])
  expect(await group('unchecked')).toEqual([unchecked])
  expect(await group('invalid')).toEqual([gone, '123'])
  expect(await group('own')).toEqual([own])
  expect(await group('blocked')).toEqual([blocked])
  expect(await group('double')).toEqual([])
  expect(await company.sql('select from campaigns where company_id = $1', [company.id])).toEqual([])
  expect(await company.sql('select from campaign_recipients where company_id = $1', [company.id])).toEqual([])
})

test('the preview of a campaign is what the campaign does then', async () => {
  const place = await shopIn(world)
  const { company, admin, connection } = place
  const contactListId = await contactList(company, [...people(3), { number: '123' }])
  const shown = await preview(place, { contactListId })
  const id = await runCampaign(admin, { connections: [connection], contactListId })
  const { counts } = await campaignIn(admin, id, 'FINALIZADA')
  expect(counts).toMatchObject({ total: 4, states: { sent: shown.people, skipped: 1 } })
})

test('a test to oneself sends the chosen text with the file of the campaign, as the chosen person gets it', async () => {
  const place = await shopIn(world)
  const { admin, connection } = place
  const { id, contactListId } = await campaignToRita(place)
  const file = { field: 'file', name: 'oferta.png', type: 'image/png', data: await samples.png() }
  await admin.upload(`/campaigns/${id}/media-upload`, {}, [file])
  const [person] = (await admin.post('/campaigns/preview/people', { contactListId, group: 'to' })).body.people
  const number = someNumber()
  // As people type their own number.
  const typed = `(${number.slice(2, 4)}) ${number.slice(4)}`
  const sent = await admin.post(`/campaigns/${id}/test`, { number: typed, variant: 2, key: person.key })
  expect(sent).toMatchObject({ status: 200, body: { messageId: expect.any(Number) } })
  await eventually(() =>
    expect(
      world.network.arrived
        .filter(({ connectionId }) => connectionId === connection.id)
        .map(({ kind, address, body }) => [kind, address, body]),
    ).toEqual([['media', number, 'Olá Rita de Recife']]),
  )
})
