import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Shop, campaignIn, contactList, runCampaign, savedCampaign, shopIn } from '#test/campaigns/campaigns'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.network.answer(() => ({ status: 'sent' }))
  shop = await shopIn(world)
})

/** A list of a picture, a recording and a paper; the option of the last one has no file yet. */
async function fileList(by: Person): Promise<number> {
  const options = ['Vitrine', 'Recado', 'Tabela', 'Depois'].map((name) => ({ name }))
  const { body: list } = await by.post('/files', { name: `Catálogo ${someNumber()}`, message: 'Veja', options })
  const files = [
    { name: 'vitrine.png', type: 'image/png', data: await samples.png() },
    { name: 'recado.ogg', type: 'audio/ogg', data: samples.ogg },
    { name: 'tabela.pdf', type: 'application/pdf', data: samples.pdf },
  ]
  const { status } = await by.uploadParts(`/files/uploadList/${list.id}`, [
    { name: 'fileId', value: String(list.id) },
    { name: 'typeArch', value: 'fileList' },
    ...files.flatMap((file, nth) => [
      { field: 'files', ...file },
      { name: 'id', value: String(list.options[nth].id) },
    ]),
  ])
  expect(status).toBe(200)
  return list.id
}

/** What a number got, in order. */
const gotBy = (number: string) =>
  world.network.arrived
    .filter(({ connectionId, address }) => connectionId === shop.connection.id && address === number)
    .map(({ kind, shownAs, body }) => [kind, shownAs, body])

const files = [
  ['media', 'image', 'Vitrine'],
  ['media', 'audio', ''],
  ['media', 'document', 'Tabela'],
]

test('each person gets the text and then the files of the list in their order', async () => {
  const { company, admin, connection } = shop
  const people = [
    { name: 'Rita', number: someNumber() },
    { name: 'Ana', number: someNumber() },
  ]
  const id = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(company, people),
    fileListId: await fileList(admin),
  })
  const { counts } = await campaignIn(admin, id, 'FINALIZADA')
  expect(counts).toMatchObject({ total: 2, reached: 2 })
  for (const { name, number } of people)
    await eventually(() => expect(gotBy(number)).toEqual([['text', undefined, `Oi ${name}`], ...files]))
})

test('the files come after the answer to a question, into the ticket of the answer', async () => {
  const { company, admin, connection } = shop
  const number = someNumber()
  const id = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(company, [{ name: 'Rita', number }]),
    fileListId: await fileList(admin),
    confirmation: true,
    confirmationMessage1: 'Posso mandar?',
  })
  await eventually(() => expect(gotBy(number)).toEqual([['text', undefined, 'Posso mandar?']]))
  await eventually(async () =>
    expect((await admin.get(`/campaigns/${id}`)).body.counts).toMatchObject({ requested: 1 }),
  )
  await connection.receive(said(number, 'Pode'))
  await eventually(() => expect(gotBy(number).slice(-4)).toEqual([['text', undefined, 'Oi Rita'], ...files]))
})

test('a campaign has a file or a list of files', async () => {
  const { admin } = shop
  const fileListId = await fileList(admin)
  const made = await savedCampaign(shop, { fileListId })
  expect(made).toMatchObject({ fileListId, mediaName: null })
  const file = { field: 'file', name: 'oferta.png', type: 'image/png', data: await samples.png() }
  await admin.upload(`/campaigns/${made.id}/media-upload`, {}, [file])
  const stored = async () => (await admin.get(`/campaigns/${made.id}`)).body
  expect(await stored()).toMatchObject({ fileListId: null, mediaName: 'oferta.png' })
  await admin.put(`/campaigns/${made.id}`, { name: 'Verão' })
  expect(await stored()).toMatchObject({ fileListId: null, mediaName: 'oferta.png' })
  await admin.put(`/campaigns/${made.id}`, { fileListId })
  expect(await stored()).toMatchObject({ fileListId, mediaName: null })
  await admin.put(`/campaigns/${made.id}`, { name: 'Outono' })
  expect(await stored()).toMatchObject({ fileListId })
  await admin.put(`/campaigns/${made.id}`, { fileListId: null })
  expect(await stored()).toMatchObject({ fileListId: null, mediaName: null })
})

test('a list does not take the place of a text', async () => {
  const { company, admin, connection } = shop
  const answer = await admin.post('/campaigns', {
    name: 'Inverno',
    whatsappId: String(connection.id),
    contactListId: await contactList(company, []),
    fileListId: await fileList(admin),
    scheduledAt: '2031-03-10 09:00:00',
  })
  expect(answer).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'body.message1' }] } } })
})

test('a list of another company is refused', async () => {
  const { admin, connection } = shop
  const stranger = await (await world.company()).admin()
  const fileListId = await fileList(stranger)
  const body = { name: 'Inverno', message1: 'Oi', whatsappId: String(connection.id) }
  const refused = { status: 404, body: { error: 'ERR_NO_FILE_LIST_FOUND' } }
  expect(await admin.post('/campaigns', { ...body, fileListId })).toMatchObject(refused)
  expect(await admin.post('/campaigns/preview', { ...body, fileListId })).toMatchObject(refused)
  const { body: made } = await admin.post('/campaigns', body)
  expect(await admin.put(`/campaigns/${made.id}`, { name: 'Verão', fileListId })).toMatchObject(refused)
  expect((await admin.get(`/campaigns/${made.id}`)).body).toMatchObject({ name: 'Inverno', fileListId: null })
})

test('a list says which campaigns use it, and is taken from them when it is deleted', async () => {
  const { company, admin } = shop
  const fileListId = await fileList(admin)
  const number = someNumber()
  const made = await savedCampaign(shop, {
    contactListId: await contactList(company, [{ name: 'Rita', number }]),
    fileListId,
  })
  expect((await admin.get(`/files/${fileListId}/uses`)).body.campaigns).toEqual([{ id: made.id, name: 'Inverno' }])
  expect(await admin.delete(`/files/${fileListId}`)).toMatchObject({ status: 200 })
  await admin.put(`/campaigns/${made.id}`, { scheduledAt: new Date().toISOString() })
  expect(await campaignIn(admin, made.id, 'FINALIZADA')).toMatchObject({ fileListId: null })
  expect(gotBy(number)).toEqual([['text', undefined, 'Oi Rita']])
})

test('the preview counts the files in time and cost, and a test sends them', async () => {
  const { company, admin } = shop
  const fileListId = await fileList(admin)
  const number = someNumber()
  const made = await savedCampaign(shop, {
    contactListId: await contactList(company, [{ name: 'Rita', number: someNumber() }]),
    fileListId,
  })
  await admin.post('/campaign-settings', {
    settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables: [] },
  })
  const { body: preview } = await admin.post('/campaigns/preview', { campaignId: made.id })
  // A text and three files.
  expect(preview.end.perPerson).toBe(5)
  expect(await admin.post(`/campaigns/${made.id}/test`, { number, variant: 1 })).toMatchObject({ status: 200 })
  await eventually(() => expect(gotBy(number).slice(1)).toEqual(files))
})
