import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrivedTexts, campaignIn, contactList, runCampaign } from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let connection: TestConnection
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await world.company()
  admin = await company.admin()
  connection = await company.connection()
  await admin.post('/campaign-settings', { settings: { weeklyCap: 50 } })
})

const tag = async (name: string) => (await admin.post('/tags', { name })).body.id as number

async function contact(name: string, ...tagIds: number[]): Promise<string> {
  const number = someNumber()
  const { body } = await admin.post('/contacts', { name, number })
  for (const tagId of tagIds)
    await company.sql('insert into contact_tags (company_id, contact_id, tag_id) values ($1, $2, $3)', [
      company.id,
      body.id,
      tagId,
    ])
  return number
}

const numbersOf = async (audience: object): Promise<string[]> => {
  const answer = await admin.post('/campaigns/preview/people', { audience, group: 'to' })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.people.map(({ number }: { number: string }) => number).toSorted()
}
const sorted = (...numbers: string[]) => numbers.toSorted()

test('contacts are chosen by several tags, by tags that they have not, and by a part of their name', async () => {
  const [loyal, new_, cold] = [await tag('Fiéis'), await tag('Novos'), await tag('Frios')]
  const both = await contact('Rita Souza', loyal, new_)
  const one = await contact('Ana Lopes', loyal)
  const third = await contact('Bia Souza', new_, cold)
  const none = await contact('Caio')
  const contacts = (filter: object) => numbersOf({ kind: 'contacts', ...filter })
  expect(await contacts({ tagIds: [loyal, new_] })).toEqual(sorted(both, one, third))
  expect(await contacts({ tagIds: [loyal, new_], allTags: true })).toEqual([both])
  expect(await contacts({ tagIds: [loyal, new_], withoutTagIds: [cold] })).toEqual(sorted(both, one))
  expect(await contacts({ tagIds: [new_], searchParam: 'souza' })).toEqual(sorted(both, third))
  expect(await contacts({ searchParam: 'CÁIO' })).toEqual([none])
  expect(await contacts({})).toEqual(sorted(both, one, third, none))
})

test('an audience is counted anew until the start, and fixed then', async () => {
  const [loyal, new_] = [await tag('Fiéis'), await tag('Novos')]
  const first = await contact('Rita', loyal)
  const audience = { kind: 'contacts', tagIds: [loyal, new_] }
  expect(await numbersOf(audience)).toEqual([first])
  const second = await contact('Ana', new_)
  expect(await numbersOf(audience)).toEqual(sorted(first, second))
  const id = await runCampaign(admin, { connections: [connection], audience })
  const record = await campaignIn(admin, id, 'FINALIZADA')
  await contact('Tarde', new_)
  expect(record).toMatchObject({
    audience: { kind: 'contacts', tagIds: [loyal, new_], withoutTagIds: [], allTags: false },
    contactListId: null,
    tagListId: 'Nenhuma',
    contactList: { name: 'Fiéis, Novos' },
  })
  expect(
    arrivedTexts(world, connection)
      .map(([number]) => number)
      .toSorted(),
  ).toEqual(sorted(first, second))
})

test('those who answered an earlier campaign, and those who did not, with their variables', async () => {
  const [answers, silent, failing] = [someNumber(), someNumber(), someNumber()]
  world.network.answer(({ address }) =>
    address === failing ? { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' } : { status: 'sent' },
  )
  const earlier = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(company, [
      { name: 'Rita', number: answers, variables: { cidade: 'Recife' } },
      { name: 'Ana', number: silent, variables: { cidade: 'Natal' } },
      { name: 'Bia', number: failing },
    ]),
  })
  await campaignIn(admin, earlier, 'FINALIZADA')
  await connection.receive(said(answers, 'Quero!'))
  await eventually(async () =>
    expect(await numbersOf({ kind: 'answers', campaignId: earlier, hasAnswered: true })).toEqual([answers]),
  )
  expect(await numbersOf({ kind: 'answers', campaignId: earlier, hasAnswered: false })).toEqual([silent])

  const second = await company.connection()
  const id = await runCampaign(admin, {
    connections: [second],
    audience: { kind: 'answers', campaignId: earlier, hasAnswered: false },
    message1: 'E aí, {nome}? {cidade}',
  })
  await campaignIn(admin, id, 'FINALIZADA')
  expect(arrivedTexts(world, second)).toEqual([[silent, 'E aí, Ana? Natal']])
})

test('an audience stays when an existing client saves the record, and gives way to a list', async () => {
  const loyal = await tag('Fiéis')
  const { body: made } = await admin.post('/campaigns', {
    name: 'Inverno',
    whatsappId: String(connection.id),
    audience: { kind: 'contacts', tagIds: [loyal] },
    contactListId: null,
    tagListId: 'Nenhuma',
  })
  const save = async (body: object) => (await admin.put(`/campaigns/${made.id}`, body)).body
  expect(await save({ name: 'Verão', contactListId: null, tagListId: 'Nenhuma' })).toMatchObject({
    audience: { tagIds: [loyal] },
  })
  const contactListId = await contactList(company, [])
  expect(await save({ contactListId })).toMatchObject({ audience: null, contactListId })
  expect(await save({ audience: { kind: 'contacts', tagIds: [loyal] } })).toMatchObject({ contactListId: null })
  expect(await save({ audience: null })).toMatchObject({ audience: null, contactListId: null })
})

test('a campaign does not start when a tag of its audience is gone', async () => {
  const [loyal, cold] = [await tag('Fiéis'), await tag('Frios')]
  await contact('Rita', loyal)
  const { body: made } = await admin.post('/campaigns', {
    name: 'Inverno',
    whatsappId: String(connection.id),
    message1: 'Oi',
    scheduledAt: '2031-03-10 09:00:00',
    audience: { kind: 'contacts', tagIds: [loyal], withoutTagIds: [cold] },
  })
  await company.sql('delete from tags where id = $1', [cold])
  await company.sql('update campaigns set scheduled_at = now() where id = $1', [made.id])
  expect((await campaignIn(admin, made.id, 'CANCELADA')).failure).toBe('ERR_NO_TAG_FOUND')
})

test('an audience that is none is refused', async () => {
  for (const audience of [
    { kind: 'everybody' },
    { kind: 'contacts', tagIds: ['x'] },
    { kind: 'contacts', tagIds: Array.from({ length: 51 }, (_, nth) => nth + 1) },
    { kind: 'answers' },
    [],
  ])
    expect({ audience, status: (await admin.post('/campaigns/preview', { audience })).status }).toEqual({
      audience,
      status: 400,
    })
})
