import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaignIn, contactList, runCampaign, shopIn } from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { beginChange } from '#test/lock-table'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('a campaign that is deleted', () => {
  test('is gone at once in every place; its people are removed by a job, however many they are', async () => {
    const { company, admin, connection } = await shopIn(world)
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number: someNumber() }]),
    })
    await campaignIn(admin, id, 'FINALIZADA')
    await company.sql(
      `insert into campaign_recipients (company_id, campaign_id, person_key, number, state)
       select $1, $2, (551180000000 + n)::text, (551180000000 + n)::text, 'sent' from generate_series(1, 11000) n`,
      [company.id, id],
    )
    const window = await admin.listen()
    // The job waits for this transaction.
    const rows = 'select from campaign_recipients where campaign_id = $1 for update'
    const holder = await beginChange(world.databases.admin, [{ text: rows, values: [id] }])
    expect((await admin.delete(`/campaigns/${id}`)).status).toBe(200)

    expect(await company.sql('select count(*)::int from campaign_recipients where campaign_id = $1', [id])).toEqual([
      { count: 11_001 },
    ])
    for (const path of ['', '/report', '/people']) expect((await admin.get(`/campaigns/${id}${path}`)).status).toBe(404)
    expect((await admin.get('/campaigns')).body).toMatchObject({ records: [], count: 0 })
    expect((await admin.delete(`/campaigns/${id}`)).status).toBe(404)
    expect((await admin.post(`/campaigns/${id}/restart`)).status).toBe(404)
    const ofAnswers = { kind: 'answers', campaignId: id, hasAnswered: true }
    expect(
      await admin.post('/campaigns', {
        name: 'Outra',
        message1: 'Oi',
        audience: ofAnswers,
        whatsappId: String(connection.id),
      }),
    ).toMatchObject({ status: 404, body: { error: 'ERR_NO_CAMPAIGN_FOUND' } })
    // Its last numbers may be told just before.
    const told = () =>
      window
        .of('campaign')
        .map(({ payload }) => payload)
        .filter(({ action }) => action === 'delete')
    await eventually(() => expect(told()).toEqual([expect.objectContaining({ action: 'delete', id })]))

    await holder.commit()
    await eventually(async () => expect(await company.sql('select from campaigns where id = $1', [id])).toEqual([]))
    expect(await company.sql('select from campaign_recipients where campaign_id = $1', [id])).toEqual([])
    expect(told()).toHaveLength(1)
  })

  test('while its people are removed, an answer opens a plain ticket', async () => {
    const { company, admin, connection } = await shopIn(world)
    const number = someNumber()
    const named = await company.queue()
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }]),
      queueId: named.id,
    })
    await campaignIn(admin, id, 'FINALIZADA')
    // Its people are not removed yet.
    await company.sql("update campaigns set removed_at = now(), status = 'CANCELADA' where id = $1", [id])

    await connection.receive(said(number, 'Quero ver'))

    const [ticket] = await company.sql('select queue_id::int from tickets where company_id = $1', [company.id])
    expect(ticket.queue_id).not.toBe(named.id)
  })
})
