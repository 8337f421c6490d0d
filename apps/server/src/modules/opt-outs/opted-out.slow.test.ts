import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { campaignIn, contactList, startCampaign, withoutPauses } from '#test/campaigns/campaigns'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { beginChange } from '#test/lock-table'
import { contactOf, listOf, optOutsOfFile, out, reach, statesOf, ticketsOf } from '#test/scenes/opt-outs'
import { type Company, type World, eventually } from '#test/world'
import { sql } from '#platform/database/sql'
import { optOutNumbers } from './index.ts'

let world: World
const campaigns = optOutsOfFile()
const { shop, textsTo } = campaigns
beforeAll(() => {
  ;({ world } = campaigns)
})

/** As something else does that works on them at this moment. */
async function lockConversations(
  { id: companyId }: Company,
  contactId: number,
): Promise<{ release: () => Promise<void> }> {
  const released = Promise.withResolvers<undefined>()
  const locked = Promise.withResolvers<undefined>()
  const done = world.app.deps.units.run({ kind: 'system', companyId }, async ({ db }) => {
    await sql`select from conversations where company_id = ${companyId} and contact_id = ${contactId} for update`.execute(
      db,
    )
    locked.resolve(undefined)
    await released.promise
  })
  await locked.promise
  return {
    release: async () => {
      released.resolve(undefined)
      await done
    },
  }
}

describe('who has opted out', () => {
  test('is answered by attendants as usual', async () => {
    const place = await shop()
    const { admin, queue, connection } = place
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Parar'))
    await connection.receive(said(number, 'Preciso de ajuda'))
    const ticket = (await ticketsOf(place)).find(({ status }) => status === 'pending')
    await admin.put(`/tickets/${ticket?.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
    expect((await admin.post(`/messages/${ticket?.id}`, { body: 'Pois não' })).status).toBe(200)
    await eventually(() => expect(textsTo(place, number).join('\n')).toContain('Pois não'))
  })

  test('gets nothing that still waited in the outbox', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const [number, other] = [someNumber(), someNumber()]
    await reach(place, [number])
    const [first] = await company.sql('select id from messages where company_id = $1', [company.id])
    let release: () => void = () => undefined
    world.network.answer(async ({ address }) => {
      if (address === other)
        await new Promise<void>((resolve) => {
          release = resolve
        })
      return { status: 'sent' }
    })
    world.network.setPace({ atOnce: 1, perSecond: 1000, automatic: { atOnce: 1, perSecond: 1000 } })
    onTestFinished(() =>
      world.network.setPace({ atOnce: 100, perSecond: 1000, automatic: { atOnce: 50, perSecond: 500 } }),
    )
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number: other }, { number }]),
      message1: 'Outra oferta',
    })
    await eventually(() => expect(world.network.tries.map(({ address }) => address)).toContain(other))
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ reserved: 2 }))
    await admin.put(`/contacts/${await contactOf(place, number)}/opt-out`, {
      isOptedOut: true,
      reason: 'Pediu por telefone',
    })
    release()
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await statesOf(place, id)).toMatchObject({ sent: 1, skipped: 1 })
    expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes'])
    expect(
      await company.sql(
        `select m.id from messages m join conversations v on v.company_id = m.company_id and v.id = m.conversation_id
         where m.company_id = $1 and v.contact_id = $2`,
        [company.id, await contactOf(place, number)],
      ),
    ).toEqual([first])
  })

  test('gets nothing although they had been chosen already, and only their conversation was waited for', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const number = someNumber()
    await reach(place, [number])
    const contactId = await contactOf(place, number)
    const lock = await lockConversations(company, contactId)
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }]),
      message1: 'Outra oferta',
    })
    await eventually(async () =>
      expect(
        await company.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%conversations%'",
        ),
      ).not.toEqual([]),
    )
    await admin.put(`/contacts/${contactId}/opt-out`, { isOptedOut: true, reason: 'Pediu por telefone' })
    await lock.release()
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await statesOf(place, id)).toMatchObject({ sent: 0, skipped: 1 })
    expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes'])
  })

  test('gets nothing although they opted out while their message was being stored', async () => {
    const place = await shop()
    const { company, admin } = place
    const number = someNumber()
    await reach(place, [number])
    // The last statement of a reservation waits for this row, when everybody has been asked about already.
    const count = await beginChange(world.databases.admin, [
      { text: 'select from number_guard_days where company_id = $1 for update', values: [company.id] },
    ])
    const id = await startCampaign(admin, {
      connections: [place.connection],
      contactListId: await contactList(company, [{ number }]),
      message1: 'Outra oferta',
    })
    await eventually(async () =>
      expect(
        await company.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%number_guard_days%'",
        ),
      ).not.toEqual([]),
    )
    await admin.put(`/contacts/${await contactOf(place, number)}/opt-out`, { isOptedOut: true, reason: 'Pediu' })
    await count.commit()
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await statesOf(place, id)).toMatchObject({ sent: 0, skipped: 1 })
    expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes'])
  })

  test('gets no recording whose text they have answered with it', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', { settings: withoutPauses })
    let isOffline = true
    world.network.answer(({ kind }) => ({ status: kind === 'media' && isOffline ? 'held' : 'sent' }))
    const number = someNumber()
    const { body } = await admin.post('/campaigns', {
      name: 'Com áudio',
      whatsappId: String(connection.id),
      contactListId: await contactList(company, [{ number }]),
      message1: 'Ouça',
    })
    await admin.upload(`/campaigns/${body.id}/media-upload`, {}, [
      { field: 'file', name: 'oferta.ogg', type: 'audio/ogg', data: samples.ogg },
    ])
    await admin.put(`/campaigns/${body.id}`, { scheduledAt: new Date().toISOString() })
    await campaignIn(admin, body.id, 'FINALIZADA')
    await connection.receive(said(number, 'Parar'))
    isOffline = false
    await eventually(() => expect(textsTo(place, number)).toContain(out))
    expect(textsTo(place, number)).toEqual(['Ouça', out])
  })

  test('gets nothing at a new number of their contact', async () => {
    const place = await shop()
    const { admin } = place
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number: someNumber() })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: 'Pediu' })
    const number = someNumber()
    expect((await admin.put(`/contacts/${contact.id}`, { name: 'Rita', number })).status).toBe(200)
    expect(await statesOf(place, await reach(place, [number]))).toMatchObject({ sent: 0, skipped: 1 })
    expect(textsTo(place, number)).toEqual([])
  })

  test('stays out after their contact was erased: a keyed hash keeps it, and nothing says whose it is', async () => {
    const place = await shop()
    const { company, admin } = place
    const number = someNumber()
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: `Rita ligou do ${number}` })
    expect((await admin.delete(`/contacts/${contact.id}`)).status).toBe(200)

    const [row] = await company.sql('select to_jsonb(o) as row from opt_outs o where company_id = $1', [company.id])
    expect(row.row).toMatchObject({ contact_id: null, reason: '', is_out: true, is_current: true })
    expect(JSON.stringify(row.row)).not.toContain(number.slice(-8))
    // A number is the same person without its ninth digit.
    const hash = createHmac('sha256', world.app.deps.keys.optOutHash)
      .update(`${company.id} ${number.slice(0, 4)}${number.slice(5)}`)
      .digest('hex')
    expect(row.row.person_hash).toBe(`\\x${hash}`)
    expect(await statesOf(place, await reach(place, [number]))).toMatchObject({ skipped: 1 })
    // The same person as a new contact.
    const { body: again } = await admin.post('/contacts', { name: 'Rita', number })
    expect((await admin.get(`/contacts/${again.id}/opt-out`)).body).toMatchObject({ isOptedOut: true })
  })
})

describe('an attendant', () => {
  test('shows by which word and campaign somebody has opted out', async () => {
    const place = await shop()
    const number = someNumber()
    const id = await reach(place, [number])
    await place.connection.receive(said(number, 'Sair'))
    const path = `/contacts/${await contactOf(place, number)}/opt-out`
    expect((await place.admin.get(path)).body).toMatchObject({
      isOptedOut: true,
      last: { source: 'word', word: 'sair', campaign: { id, name: 'Inverno' }, user: null },
    })
    await place.admin.delete(`/campaigns/${id}`)
    expect((await place.admin.get(path)).body).toMatchObject({ isOptedOut: true, last: { campaign: null } })
  })
})

describe('the list of those who get no campaigns', () => {
  test('comes in pages, and has a contact once, however many numbers they have', async () => {
    const place = await shop()
    const { company, admin } = place
    await company.sql(
      `insert into contacts (company_id, name, phone) select $1, 'Pessoa ' || n, '55118' || (30000000 + n) from generate_series(1, 45) n`,
      [company.id],
    )
    await company.sql(
      `insert into opt_outs (company_id, person_hash, is_out, source, contact_id)
       select $1, sha256(convert_to(c.id || ' ' || n, 'UTF8')), true, 'attendant', c.id
       from contacts c cross join generate_series(1, 2) n where c.company_id = $1 order by n, c.id`,
      [company.id],
    )
    const seen: number[] = []
    for (let page = await listOf(place); ; page = await listOf(place, `?before=${page.people.at(-1).id}`)) {
      seen.push(...page.people.map(({ contact }: { contact: { id: number } }) => contact.id))
      if (!page.hasMore) break
    }
    expect(seen).toHaveLength(45)
    expect(new Set(seen).size).toBe(45)
    const { payload } = await world.app.http.inject({
      url: '/opt-outs.csv?searchParam=pessoa',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const [titles, first, ...others] = payload.trim().split('\r\n')
    expect(titles).toContain('"Nome";"Número";"Desde"')
    expect(first).toMatch(/^"Pessoa 45";"5511830000045";.*"Por um atendente"/)
    expect(others).toHaveLength(44)
  })

  test('lets people get campaigns again with a reason, also those who are no contact, live', async () => {
    const place = await shop()
    const { company, admin } = place
    const window = await admin.listen()
    const stranger = someNumber()
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) => optOutNumbers(ctx, [stranger]))
    const { body: contact } = await admin.post('/contacts', { name: 'Rita Moura', number: someNumber() })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: 'Pediu por telefone' })
    const [rita] = (await listOf(place)).people
    const [nobody] = (await listOf(place, `?searchParam=${stranger}`)).people
    expect(nobody).toMatchObject({ contact: null, source: 'import' })

    const end = (id: number, body: object) => admin.post(`/opt-outs/${id}/end`, body)
    expect(await end(rita.id, { reason: ' ' })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    for (const { id } of [rita, nobody]) {
      expect((await end(id, { reason: 'Quer as ofertas de novo' })).status).toBe(200)
      expect((await end(id, { reason: 'Quer as ofertas de novo' })).status).toBe(404)
    }
    expect((await listOf(place)).people).toEqual([])
    expect((await admin.get(`/contacts/${contact.id}/opt-out`)).body).toMatchObject({
      isOptedOut: false,
      last: { reason: 'Quer as ofertas de novo' },
    })
    await eventually(() =>
      expect(window.of('optOut').map(({ payload }) => payload.action)).toEqual([
        'reload',
        'update',
        'update',
        'reload',
      ]),
    )
  })
})
