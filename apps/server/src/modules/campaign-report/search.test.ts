import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Shop, shopIn, startCampaign } from '#test/campaigns/campaigns'
import { someNumber } from '#test/inbound'
import { rowsRead } from '#test/rows-read'
import { type World, createWorld, eventually } from '#test/world'
import { indexedFrom } from '#modules/campaigns'
import { nextPeople } from './people.repository.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const number = someNumber()

/** A campaign that has started and sends nothing, to Zuleica and so many others that a search uses the index. */
async function largeCampaign({ admin, company, connection }: Shop): Promise<number> {
  const [list] = await company.sql(
    "insert into contact_lists (company_id, name) values ($1, 'Clientes') returning id::int",
    [company.id],
  )
  await company.sql(
    `insert into contact_list_items (company_id, list_id, name, number, email)
     select $1::integer, $2::bigint, 'Pessoa ' || n, '55118' || (30000000 + n), '' from generate_series(2, $3::int) n
     union all select $1, $2, 'Zuleica Água', $4, 'Zu@loja.example'`,
    [company.id, list.id, indexedFrom, number],
  )
  await admin.put(`/sending-guard/${connection.id}`, { strangersPerDay: 0 })
  const id = await startCampaign(admin, { connections: [connection], contactListId: list.id })
  await eventually(async () =>
    expect(await company.sql('select is_searchable from campaigns where id = $1', [id])).toEqual([
      { is_searchable: true },
    ]),
  )
  return id
}

const found = async ({ admin }: Shop, id: number, query: string): Promise<string[]> =>
  (await admin.get(`/campaigns/${id}/people?${query}`)).body.people.map(({ name }: { name: string }) => name)

describe('in a large campaign', () => {
  test('people are found by name, number and e-mail, in pages, without reading the others', async () => {
    const place = await shopIn(world)
    const id = await largeCampaign(place)
    const short = `${number.slice(0, 4)}${number.slice(5)}`
    for (const term of ['zule', 'AGUA', 'leica', 'zu@loja', number.slice(2), short.slice(2), `+${number}`])
      expect(await found(place, id, `searchParam=${encodeURIComponent(term)}`)).toEqual(['Zuleica Água'])
    expect(await found(place, id, 'searchParam=zuleica&state=sent')).toEqual([])
    expect(await found(place, id, 'searchParam=zuleica&state=waiting')).toEqual(['Zuleica Água'])
    expect(await found(place, id, 'searchParam=ninguem')).toEqual([])

    const { people, hasMore } = (await place.admin.get(`/campaigns/${id}/people?searchParam=pessoa`)).body
    expect(hasMore).toBe(true)
    const last = people.at(-1).id
    const next = (await place.admin.get(`/campaigns/${id}/people?searchParam=pessoa&after=${last}`)).body.people
    expect(next[0].id).toBeGreaterThan(last)

    const read = await world.app.deps.units.read({ kind: 'system', companyId: place.company.id }, (ctx) =>
      rowsRead(ctx, 'campaign_recipients', () =>
        nextPeople(ctx, id, { searchParam: 'zuleica' }, { after: 0, most: 50 }),
      ),
    )
    expect(read).toBeLessThan(10)
  })

  test('who is erased is found no more', async () => {
    const place = await shopIn(world)
    const { admin } = place
    const { body: contact } = await admin.post('/contacts', { name: 'Zuleica', number })
    const id = await largeCampaign(place)
    expect((await admin.delete(`/contacts/${contact.id}`)).status).toBe(200)
    expect(await found(place, id, 'searchParam=zuleica')).toEqual([])
    expect(
      await place.company.sql("select from campaign_people_words where campaign_id = $1 and words like '%zuleica%'", [
        id,
      ]),
    ).toEqual([])
  })

  test('nothing is kept of it when it is deleted', async () => {
    const place = await shopIn(world)
    const { admin, company } = place
    const id = await largeCampaign(place)
    expect((await admin.delete(`/campaigns/${id}`)).status).toBe(200)
    await eventually(async () => expect(await company.sql('select from campaigns where id = $1', [id])).toEqual([]))
    expect(await company.sql('select from campaign_people_words where campaign_id = $1', [id])).toEqual([])
  })
})
