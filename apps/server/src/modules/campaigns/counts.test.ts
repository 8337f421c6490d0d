import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Shop, contactList, runCampaign, savedCampaign, shopIn } from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { rowsRead } from '#test/rows-read'
import { type World, createWorld, eventually } from '#test/world'
import { mediaLinks } from '#modules/media'
import { readRecords } from './campaigns.presenter.ts'
import { findCampaigns } from './tables/campaigns.repository.ts'
import { sumUpCounts } from './tables/counts.repository.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

/** Counted one by one. */
async function counted({ company }: Shop, campaignId: number) {
  const rows = await company.sql(
    `select state, count(*)::int as people, count(*) filter (where state <> 'skipped' or requested_at is not null)::int as valid,
       count(reached_at)::int as reached, count(requested_at)::int as requested, count(confirmed_at)::int as confirmed
     from campaign_recipients where campaign_id = $1 group by state`,
    [campaignId],
  )
  const sum = (of: string) => rows.reduce((total, row) => total + row[of], 0)
  return {
    total: sum('people'),
    valid: sum('valid'),
    reached: sum('reached'),
    requested: sum('requested'),
    confirmed: sum('confirmed'),
    states: expect.objectContaining(Object.fromEntries(rows.map(({ state, people }) => [state, people]))),
  }
}

/** A campaign that has started and sends nothing. */
async function stoppedCampaign(place: Shop): Promise<number> {
  const { id } = await savedCampaign(place, { contactListId: await contactList(place.company, []) })
  await place.company.sql("update campaigns set status = 'CANCELADA', started_at = now() where id = $1", [id])
  return id
}

const countsOf = async ({ admin }: Shop, id: number) => (await admin.get(`/campaigns/${id}`)).body.counts

describe('the counts of a campaign', () => {
  test('are exact from its start to its end: asked, sent, acked, answered, failed, left out', async () => {
    const place = await shopIn(world)
    const { company, admin, connection } = place
    const numbers = Array.from({ length: 12 }, () => someNumber())
    world.network.answer(({ address }) =>
      address === numbers[0] ? { status: 'rejected', reason: 'ERR_WAPP_INVALID_CONTACT' } : { status: 'sent' },
    )
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [
        ...numbers.map((number) => ({ number })),
        { number: someNumber(), isValid: false },
      ]),
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
    })
    await eventually(async () => expect(await countsOf(place, id)).toMatchObject({ requested: 11 }))
    expect(await countsOf(place, id)).toMatchObject(await counted(place, id))

    // All at the same moment.
    await Promise.all(
      numbers.slice(1, 9).map((number, nth) => connection.receive(said(number, nth % 2 === 0 ? 'Sim' : 'Parar'))),
    )
    await eventually(async () => expect(await countsOf(place, id)).toMatchObject({ confirmed: 4, reached: 4 }))
    expect(await countsOf(place, id)).toMatchObject(await counted(place, id))
    await connection.receive(said(numbers[1] ?? '', 'Quero ver'))
    await admin.post(`/campaigns/${id}/cancel`)
    await eventually(async () => expect((await countsOf(place, id)).states.answered).toBe(1))
    expect(await countsOf(place, id)).toMatchObject(await counted(place, id))
  })

  test('stay exact while several processes move people and sum up', async () => {
    const place = await shopIn(world)
    const { company } = place
    const id = await stoppedCampaign(place)
    await company.sql(
      `insert into campaign_recipients (company_id, campaign_id, person_key, number)
       select $1, $2, n::text, n::text from generate_series(1, 400) n`,
      [company.id, id],
    )
    const move = (nth: number) =>
      company.sql(
        `update campaign_recipients set state = 'sent', reached_at = now()
         where campaign_id = $1 and person_key::int % 20 = $2`,
        [id, nth],
      )
    const sumUp = () =>
      world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) => sumUpCounts(ctx, [id]))
    await Promise.all(Array.from({ length: 19 }, (_, nth) => Promise.all([move(nth), sumUp(), sumUp()])))

    const wanted = { total: 400, reached: 380, states: { waiting: 20, sent: 380 } }
    expect(await countsOf(place, id)).toMatchObject(wanted)
    await sumUp()
    expect(await countsOf(place, id)).toMatchObject(wanted)
    expect(
      await company.sql('select state, people from campaign_counts where campaign_id = $1 order by state', [id]),
    ).toEqual([
      { state: 'sent', people: 380 },
      { state: 'waiting', people: 20 },
    ])
  })

  test('of many people are read without them', async () => {
    const place = await shopIn(world)
    const { company } = place
    const id = await stoppedCampaign(place)
    await company.sql(
      `insert into campaign_recipients (company_id, campaign_id, person_key, number, state)
       select $1, $2, n::text, n::text, 'sent' from generate_series(1, 5000) n`,
      [company.id, id],
    )
    const { units } = world.app.deps
    const read = await units.read({ kind: 'system', companyId: company.id }, (ctx) =>
      rowsRead(ctx, 'campaign_recipients', async () => {
        const [record] = await readRecords(ctx, await findCampaigns(ctx, [id]), mediaLinks(world.app.deps))
        expect(record?.counts).toMatchObject({ total: 5000, states: { sent: 5000 } })
      }),
    )
    expect(read).toBe(0)
  })
})
