import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  arrivedTexts,
  campaignIn,
  contactList,
  quietNow,
  runCampaign,
  type Shop,
  shopIn,
  startCampaign,
  withoutPauses,
} from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { type Person, type World, createWorld, eventually } from '#test/world'
import { limitConnection } from '#modules/connections'
import { noteOptOuts } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const shop = (of: World = world) => shopIn(of)

const strangers = (count: number) => Array.from({ length: count }, () => ({ number: someNumber() }))

/** People who have written, and whose talk has ended. */
async function knownPeople({ company, admin, connection }: Shop, count: number): Promise<{ number: string }[]> {
  const people = strangers(count)
  for (const { number } of people) await connection.receive(said(number, 'Oi'))
  for (const { id } of await company.sql("select id::int from tickets where company_id = $1 and status <> 'closed'", [
    company.id,
  ]))
    await admin.put(`/tickets/${id}`, { status: 'closed', userId: admin.id })
  return people
}

/** Of strangers who get a campaign on these connections. */
const campaignTo = async (
  { company, admin, connection }: Shop,
  people: readonly { number: string }[],
  connections: readonly { id: number }[] = [connection],
) => runCampaign(admin, { connections, contactListId: await contactList(company, people) })

const set = async ({ admin }: Shop, id: number, change: object) => {
  const answer = await admin.put(`/sending-guard/${id}`, change)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const guardOf = async ({ admin, connection }: Shop) =>
  (await admin.get('/sending-guard')).body.find(
    ({ whatsappId }: { whatsappId: number }) => whatsappId === connection.id,
  )

const holdsOf = async ({ admin }: Shop, id: number) => (await admin.get(`/campaigns/${id}`)).body.holds

const held = (place: Shop, id: number, reason: string) =>
  eventually(async () => {
    const { status, holds } = (await place.admin.get(`/campaigns/${id}`)).body
    expect({ status, holds }).toMatchObject({ status: 'EM_ANDAMENTO', holds: [{ reason }] })
    return holds[0]
  })

const triesOf = ({ connection }: Shop) =>
  world.network.tries.filter(({ connectionId }) => connectionId === connection.id).length

const arrived = ({ connection }: Shop, of: World = world) => arrivedTexts(of, connection)

/** A minute passes: campaigns whose numbers did not send ask again. */
const aMinuteLater = ({ company }: Shop) =>
  company.sql("update campaign_paces set asked_at = asked_at - interval '1 minute' where company_id = $1", [company.id])

/** The clock moves to the next day. */
async function nextDay(place: Shop) {
  const { id, sql } = place.company
  await sql('update number_guard_days set day = day - 1 where company_id = $1', [id])
  await aMinuteLater(place)
}

describe('the daily budget', () => {
  test('holds strangers until the next day, and lets those through who have written before', async () => {
    const place = await shop()
    const [known] = await knownPeople(place, 1)
    const list = strangers(4)
    await set(place, place.connection.id, { strangersPerDay: 2 })
    const id = await campaignTo(place, [...list, known ?? { number: '' }])

    const hold = await held(place, id, 'strangers')
    expect(hold.whatsappId).toBe(place.connection.id)
    expect(Date.parse(hold.until)).toBeGreaterThan(Date.now())
    const numbers = await eventually(() => {
      expect(arrived(place)).toHaveLength(3)
      return arrived(place).map(([number]) => number)
    })
    expect(numbers).toContain(known?.number)
    expect(await guardOf(place)).toMatchObject({
      strangers: { used: 2, today: 2, chosen: 2 },
      known: { used: 1 },
      hold: null,
    })

    await nextDay(place)
    const { counts } = await campaignIn(place.admin, id, 'FINALIZADA')
    expect(counts.states.sent).toBe(5)
    expect(new Set(arrived(place).map(([number]) => number)).size).toBe(5)
    expect(await holdsOf(place, id)).toEqual([])
  })

  test('counts those who have written apart', async () => {
    const place = await shop()
    const list = await knownPeople(place, 3)
    await set(place, place.connection.id, { knownPerDay: 2, strangersPerDay: 0 })
    const id = await campaignTo(place, list)
    await held(place, id, 'known')
    await eventually(() => expect(arrived(place)).toHaveLength(2))
    await set(place, place.connection.id, { knownPerDay: null })
    await campaignIn(place.admin, id, 'FINALIZADA')
  })

  test('is shared by the campaigns and programs of a number', async () => {
    const place = await shop()
    await set(place, place.connection.id, { strangersPerDay: 3 })
    const program = world.program(await place.company.apiToken(place.connection))
    expect((await program.post('/api/messages/send', { number: someNumber(), body: 'Oi' })).status).toBe(200)
    const id = await campaignTo(place, strangers(4))
    await held(place, id, 'strangers')
    await eventually(() => expect(arrived(place)).toHaveLength(3))
    expect(await guardOf(place)).toMatchObject({ strangers: { used: 3 } })
  })

  test('is not exceeded by programs that send at the same moment', async () => {
    const place = await shop()
    await set(place, place.connection.id, { strangersPerDay: 3 })
    const program = world.program(await place.company.apiToken(place.connection))
    const answers = await Promise.all(
      strangers(8).map(({ number }) => program.post('/api/messages/send', { number, body: 'Oi' })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 429, 429, 429, 429, 429,
    ])
    expect(await guardOf(place)).toMatchObject({ strangers: { used: 3 } })
    await eventually(() => expect(arrived(place)).toHaveLength(3))
  })

  test.each(['pause', 'cancel'])('gets back by a %s what has never left', async (stop) => {
    const place = await shop()
    const { admin, company } = place
    const [known = { number: '' }] = await knownPeople(place, 1)
    world.network.answer(({ address }) => ({ status: address === known.number ? 'sent' : 'held' }))
    const id = await campaignTo(place, [known, ...strangers(3)])
    await eventually(async () =>
      expect(await guardOf(place)).toMatchObject({ strangers: { used: 3 }, known: { used: 1 } }),
    )
    await eventually(() => expect(arrived(place)).toHaveLength(1))
    // What is in flight at this moment comes back, and is taken back then.
    await admin.post(`/campaigns/${id}/${stop}`, {})
    await eventually(async () => {
      await company.sql('update outbox set not_before = now() where company_id = $1', [company.id])
      expect((await admin.get(`/campaigns/${id}`)).body.counts.states).toMatchObject({ reserved: 0, waiting: 3 })
    })
    expect(await guardOf(place)).toMatchObject({ strangers: { used: 0 }, known: { used: 1 } })
  })

  test('is used by a message that may have left, whatever stops its campaign', async () => {
    const place = await shop()
    const { admin } = place
    world.network.answer(() => ({ status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }))
    const id = await campaignTo(place, strangers(1))
    await eventually(() => expect(triesOf(place)).toBeGreaterThan(0))
    await admin.post(`/campaigns/${id}/pause`, {})
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts.states).toMatchObject({ reserved: 0, waiting: 1 }),
    )
    expect(await guardOf(place)).toMatchObject({ strangers: { used: 1 } })
  })

  test('of one number does not hold the others of a campaign', async () => {
    const place = await shop()
    const second = await place.company.connection()
    await set(place, place.connection.id, { strangersPerDay: 1 })
    const id = await campaignTo(place, strangers(5), [place.connection, second])
    await campaignIn(place.admin, id, 'FINALIZADA')
    expect(arrived(place).length).toBeLessThanOrEqual(1)
    expect(arrivedTexts(world, place.connection, second)).toHaveLength(5)
  })

  test('grows by a quarter a day from twenty strangers on', async () => {
    const own = await createWorld({ sending: { firstStrangers: 20, strangersPerDay: 500 } })
    onTestFinished(() => own.close())
    const place = await shop(own)
    const id = await campaignTo(place, strangers(30))
    await held(place, id, 'strangers')
    await eventually(() => expect(arrived(place, own)).toHaveLength(20))
    expect(await guardOf(place)).toMatchObject({ warmDays: 0, strangers: { today: 20, most: 500 } })

    await place.company.sql('update number_guards set warm_from = warm_from - 1 where company_id = $1', [
      place.company.id,
    ])
    await aMinuteLater(place)
    await eventually(() => expect(arrived(place, own)).toHaveLength(25))
    expect(await guardOf(place)).toMatchObject({ warmDays: 1, strangers: { used: 25, today: 25 } })
  })

  test('begins anew with another number', async () => {
    const place = await shop()
    const number = someNumber()
    const link = (of: string) =>
      place.company.sql('update connections set number = $2 where id = $1', [place.connection.id, of])
    await link(number)
    await place.company.sql(
      `insert into connection_events (company_id, connection_id, kind, detail, created_at)
       values ($1, $2, 'connected', jsonb_build_object('number', $3::text), now() - interval '9 days')`,
      [place.company.id, place.connection.id, number],
    )
    expect(await guardOf(place)).toMatchObject({ warmDays: 9 })
    await link(someNumber())
    expect(await guardOf(place)).toMatchObject({ warmDays: 0 })
  })
})

describe('quiet hours', () => {
  test('hold a campaign until they end', async () => {
    const place = await shop()
    await set(place, place.connection.id, { quietHours: quietNow() })
    const id = await campaignTo(place, strangers(2))
    const { until } = await held(place, id, 'quietHours')
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(58 * 60_000)
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(60 * 60_000)
    expect(arrived(place)).toEqual([])
    await set(place, place.connection.id, { quietHours: null })
    await campaignIn(place.admin, id, 'FINALIZADA')
    await eventually(() => expect(arrived(place)).toHaveLength(2))
  })

  test('of the installation are for all, whatever a company chooses', async () => {
    const own = await createWorld({ sending: { quietHours: quietNow() } })
    onTestFinished(() => own.close())
    const place = await shop(own)
    await set(place, place.connection.id, { quietHours: null })
    expect(await guardOf(place)).toMatchObject({ hold: { reason: 'quietHours' }, quietHours: null })
  })

  test('are holidays too, if the company wants', async () => {
    const place = await shop()
    const [{ day }] = await place.company.sql(
      `select to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day`,
    )
    await place.admin.post('/holidays', { day, name: 'Aniversário da cidade' })
    expect(await guardOf(place)).toMatchObject({ hold: null })
    expect(await set(place, place.connection.id, { quietHolidays: true })).toMatchObject({
      hold: { reason: 'quietHours' },
    })
  })
})

describe('a bad sign', () => {
  test('in five of the last fifty sends pauses the number until an admin lets it go on', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const list = strangers(7)
    world.network.answer(({ address }) =>
      list.slice(0, 5).some(({ number }) => number === address)
        ? { status: 'rejected', reason: 'ERR_WAPP_INVALID_CONTACT' }
        : { status: 'sent' },
    )
    await set(place, connection.id, { strangersPerDay: 5 })
    const id = await campaignTo(place, list)
    expect(await held(place, id, 'failures')).toMatchObject({ until: null })
    expect(await guardOf(place)).toMatchObject({
      hold: { reason: 'failures', until: null },
      pausedAt: expect.any(String),
    })
    await set(place, connection.id, { strangersPerDay: null })

    // A day later it is still paused: somebody has to look.
    await nextDay(place)
    const supervisor = await company.supervisor()
    expect((await supervisor.post(`/sending-guard/${connection.id}/resume`)).status).toBe(403)
    await held(place, id, 'failures')
    const resumed = await admin.post(`/sending-guard/${connection.id}/resume`)
    expect(resumed).toMatchObject({ status: 200, body: { hold: null, pausedAt: null } })
    const { counts } = await campaignIn(admin, id, 'FINALIZADA')
    expect(counts.states).toMatchObject({ sent: 2, failed: 5 })
    expect(
      await company.sql(
        "select action, detail ->> 'reason' as reason from audit_log where company_id = $1 and action like 'sendingGuard.%ed' and action <> 'sendingGuard.changed' order by id",
        [company.id],
      ),
    ).toEqual([
      { action: 'sendingGuard.paused', reason: 'failures' },
      { action: 'sendingGuard.resumed', reason: 'failures' },
    ])
  })

  test('in six readers of the last two hundred who want no more does so too', async () => {
    const place = await shop()
    const { company, connection } = place
    await set(place, connection.id, { strangersPerDay: 6 })
    const id = await campaignTo(place, strangers(8))
    await held(place, id, 'strangers')
    const conversations = await company.sql('select id::int from conversations where company_id = $1', [company.id])
    const optOut = (ids: number[]) =>
      world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) => noteOptOuts(ctx, ids))
    await optOut(conversations.slice(0, 5).map((row: { id: number }) => row.id))
    await nextDay(place)
    await campaignIn(place.admin, id, 'FINALIZADA')
    await optOut(conversations.map((row: { id: number }) => row.id))

    const other = await campaignTo(place, strangers(1))
    await held(place, other, 'optOuts')
    await eventually(() => expect(arrived(place)).toHaveLength(8))
  })

  test('in six people who answer a campaign with "parar" does so', async () => {
    const place = await shop()
    const people = strangers(6)
    await campaignIn(place.admin, await campaignTo(place, people), 'FINALIZADA')
    for (const { number } of people) await place.connection.receive(said(number, 'Parar'))

    await held(place, await campaignTo(place, strangers(1)), 'optOuts')
    expect(await guardOf(place)).toMatchObject({ hold: { reason: 'optOuts', until: null } })
  })

  test('is a phone that the network has logged out', async () => {
    const place = await shop()
    await world.app.deps.units.run({ kind: 'system', companyId: place.company.id }, async (ctx) =>
      ctx.emit('connection.loggedOut', { connectionId: place.connection.id }),
    )
    expect(await guardOf(place)).toMatchObject({ hold: { reason: 'logout', until: null } })
  })

  test('takes back what waits in the outbox of its number', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    // Another process owns the number, and sends nothing.
    await company.sql(
      `insert into connection_leases (company_id, connection_id, owner, expires_at)
       values ($1, $2, 'another', now() + interval '1 hour')`,
      [company.id, connection.id],
    )
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, strangers(3)),
    })
    const states = async () => (await admin.get(`/campaigns/${id}`)).body.counts.states
    await eventually(async () => expect(await states()).toMatchObject({ reserved: 1, waiting: 2 }))

    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) =>
      ctx.emit('connection.loggedOut', { connectionId: connection.id }),
    )
    // The next message is due now.
    await company.sql("update campaign_paces set next_at = '-infinity' where campaign_id = $1", [id])

    await held(place, id, 'logout')
    await eventually(async () => expect(await states()).toMatchObject({ reserved: 0, waiting: 3 }))
    expect(await company.sql('select from outbox where company_id = $1', [company.id])).toEqual([])
    expect(await guardOf(place)).toMatchObject({ strangers: { used: 0 } })
    await admin.post(`/campaigns/${id}/cancel`)
  })

  test('takes days of the warm-up away', async () => {
    const place = await shop()
    const { company, connection, admin } = place
    await guardOf(place)
    await company.sql('update number_guards set warm_from = warm_from - 10 where company_id = $1', [company.id])
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) =>
      ctx.emit('connection.loggedOut', { connectionId: connection.id }),
    )
    expect(await guardOf(place)).toMatchObject({ warmDays: 7 })
    // Two days of pause do not count.
    await company.sql(
      `update number_guards set paused_at = paused_at - interval '2 days', warm_from = warm_from - 2 where company_id = $1`,
      [company.id],
    )
    await admin.post(`/sending-guard/${connection.id}/resume`)
    expect(await guardOf(place)).toMatchObject({ warmDays: 7 })
  })
})

describe('a limit of the network', () => {
  test('pauses the number, and ends by itself', async () => {
    const place = await shop()
    const { company, connection } = place
    await guardOf(place)
    await company.sql('update number_guards set warm_from = warm_from - 10 where company_id = $1', [company.id])
    const until = new Date(Date.now() + 1_800_000).toISOString()
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) =>
      limitConnection(ctx, connection.id, { scope: 'new_chats', until }),
    )
    const id = await campaignTo(place, strangers(2))
    expect(await held(place, id, 'limited')).toMatchObject({ until })
    expect(arrived(place)).toEqual([])
    expect((await guardOf(place)).warmDays).toBeLessThanOrEqual(7)

    await company.sql('update connection_limits set until = now() where connection_id = $1', [connection.id])
    await aMinuteLater(place)
    await campaignIn(place.admin, id, 'FINALIZADA')
    await eventually(() => expect(arrived(place)).toHaveLength(2))
  })

  test('and a phone that is offline are told on the campaign', async () => {
    const place = await shop()
    const status = (to: string) =>
      place.company.sql('update connections set status = $2 where id = $1', [place.connection.id, to])
    await status('timeout')
    const id = await campaignTo(place, strangers(1))
    await held(place, id, 'offline')
    expect(arrived(place)).toEqual([])
    await status('connected')
    await aMinuteLater(place)
    await campaignIn(place.admin, id, 'FINALIZADA')
  })
})

describe('two campaigns of a number', () => {
  test('come one after the other, unless the company has chosen otherwise', async () => {
    const place = await shop()
    await set(place, place.connection.id, { strangersPerDay: 1 })
    const first = await campaignTo(place, strangers(2))
    await held(place, first, 'strangers')
    const second = await campaignTo(place, strangers(2))
    await held(place, second, 'otherCampaign')
    await set(place, place.connection.id, { severalCampaigns: true })
    await held(place, second, 'strangers')

    await set(place, place.connection.id, { severalCampaigns: false, strangersPerDay: null })
    await campaignIn(place.admin, first, 'FINALIZADA')
    await campaignIn(place.admin, second, 'FINALIZADA')
    await eventually(() => expect(arrived(place)).toHaveLength(4))
  })

  test('do not wait for each other if the earlier one has nobody left for the number', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    const other = await company.connection()
    await set(place, connection.id, { strangersPerDay: 0 })
    const number = someNumber()
    const first = await runCampaign(admin, {
      connections: [connection, other],
      contactListId: await contactList(company, [{ number }]),
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
    })
    await eventually(() => expect(arrivedTexts(world, other)).toHaveLength(1))
    await admin.post(`/campaigns/${first}/pause`, { whatsappId: other.id })
    // They wait for the message on the number that has asked them.
    await other.receive(said(number, 'Sim'))
    for (const { id } of await company.sql('select id::int from tickets where company_id = $1', [company.id]))
      await admin.put(`/tickets/${id}`, { status: 'closed', userId: admin.id })
    await set(place, connection.id, { strangersPerDay: null })
    const second = await campaignTo(place, strangers(2))
    await campaignIn(admin, second, 'FINALIZADA')
    expect(arrived(place)).toHaveLength(2)
  })
})

describe('a person', () => {
  test('pauses a campaign on one of its numbers, and lets it go on', async () => {
    const place = await shop()
    const { admin, connection } = place
    const second = await place.company.connection()
    await set(place, connection.id, { strangersPerDay: 0 })
    await set(place, second.id, { strangersPerDay: 0 })
    const id = await campaignTo(place, strangers(4), [connection, second])
    await eventually(async () => expect(await holdsOf(place, id)).toHaveLength(2))

    expect((await admin.post(`/campaigns/${id}/pause`, { whatsappId: connection.id })).status).toBe(204)
    await set(place, connection.id, { strangersPerDay: null })
    await set(place, second.id, { strangersPerDay: 2 })
    await eventually(() => expect(arrivedTexts(world, second)).toHaveLength(2))
    expect((await admin.get(`/campaigns/${id}`)).body).toMatchObject({
      status: 'EM_ANDAMENTO',
      holds: expect.arrayContaining([{ whatsappId: connection.id, reason: 'person', until: null }]),
    })
    expect(arrived(place)).toEqual([])

    expect((await admin.post(`/campaigns/${id}/resume`, {})).status).toBe(204)
    await campaignIn(admin, id, 'FINALIZADA')
    await eventually(() => expect(arrived(place)).toHaveLength(2))
    expect(await admin.post(`/campaigns/${id}/pause`, {})).toMatchObject({
      status: 400,
      body: { error: 'ERR_CAMPAIGN_NOT_RUNNING' },
    })
  })

  test('takes back what has not left yet', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    world.network.answer(() => ({ status: 'held' }))
    const id = await campaignTo(place, strangers(3))
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts.states.reserved).toBeGreaterThan(0),
    )
    await eventually(async () => {
      await company.sql('update outbox set taken_until = null where company_id = $1', [company.id])
      await admin.post(`/campaigns/${id}/pause`, { whatsappId: connection.id })
      const { states } = (await admin.get(`/campaigns/${id}`)).body.counts
      expect(states).toMatchObject({ reserved: 0, waiting: 3 })
    })
    world.network.answer(() => ({ status: 'sent' }))
    await admin.post(`/campaigns/${id}/resume`, {})
    await campaignIn(admin, id, 'FINALIZADA')
    expect(new Set(arrived(place).map(([number]) => number)).size).toBe(3)
  })

  test('writes whenever they want: it is counted', async () => {
    const place = await shop()
    const { company, admin, connection, queue } = place
    const ana = await company.attendant({ queues: [queue] })
    await set(place, connection.id, { strangersPerDay: 0, quietHours: quietNow() })
    const number = someNumber()
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number })
    const { status, body: ticket } = await ana.post('/tickets', {
      contactId: contact.id,
      whatsappId: connection.id,
      queueId: queue.id,
      userId: ana.id,
      status: 'open',
    })
    expect(status).toBe(200)
    await ana.post(`/messages/${ticket.id}`, { body: 'Bom dia' })
    await eventually(() => expect(arrived(place).map(([to]) => to)).toEqual([number]))
    await eventually(async () => expect(await guardOf(place)).toMatchObject({ byPeople: 1, strangers: { used: 1 } }))
  })
})

describe('a scheduled message', () => {
  async function schedule({ company, admin, connection }: Shop, contactId: number): Promise<number> {
    const { body } = await admin.post('/schedules', {
      body: 'Sua hora é amanhã',
      contactId,
      whatsappId: connection.id,
      sendAt: '2031-03-10T09:00',
    })
    await company.sql("update schedules set send_at = now() - interval '1 minute' where id = $1", [body.id])
    return body.id
  }

  const scheduleIs = (place: Shop, id: number, expected: object) =>
    eventually(async () => expect((await place.admin.get(`/schedules/${id}`)).body).toMatchObject(expected))

  test('to a stranger waits until it may go, and says so', async () => {
    const place = await shop()
    const { admin, connection } = place
    await set(place, connection.id, { strangersPerDay: 0 })
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number: someNumber() })
    const id = await schedule(place, contact.id)
    await scheduleIs(place, id, { status: 'PENDENTE', hold: { reason: 'strangers', until: expect.any(String) } })
    await set(place, connection.id, { strangersPerDay: null, quietHours: quietNow() })
    await scheduleIs(place, id, { status: 'PENDENTE', hold: { reason: 'quietHours', until: expect.any(String) } })
    expect(arrived(place)).toEqual([])
    await set(place, connection.id, { quietHours: null })
    await scheduleIs(place, id, { status: 'ENVIADA', hold: null })
    await eventually(() => expect(arrived(place)).toHaveLength(1))
    expect(await guardOf(place)).toMatchObject({ strangers: { used: 1 } })
  })

  test('to somebody who has written before is never held', async () => {
    const place = await shop()
    const { company, connection } = place
    await knownPeople(place, 1)
    await set(place, connection.id, { strangersPerDay: 0, knownPerDay: 0, quietHours: quietNow() })
    const [contact] = await company.sql('select id::int from contacts where company_id = $1', [company.id])
    await scheduleIs(place, await schedule(place, contact.id), { status: 'ENVIADA', hold: null })
    expect(await guardOf(place)).toMatchObject({ known: { used: 1, today: 0 } })
  })
})

describe('a program', () => {
  const to = (number: string) => ({ number, body: 'Seu pedido saiu' })

  test('is told when it may start no more talks, and can repeat its call then', async () => {
    const place = await shop()
    const { connection } = place
    const program = world.program(await place.company.apiToken(connection))
    const [number, other] = [someNumber(), someNumber()]
    await set(place, connection.id, { strangersPerDay: 1 })
    expect((await program.post('/api/messages/send', to(number))).status).toBe(200)
    const headers = { 'idempotency-key': 'pedido-2' }
    const refused = await program.post('/api/messages/send', to(other), { headers })
    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_SENDING_BUDGET' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // With the first one a talk goes on.
    expect((await program.post('/api/messages/send', to(number))).status).toBe(200)
    expect(await guardOf(place)).toMatchObject({ strangers: { used: 1 } })
    await set(place, connection.id, { strangersPerDay: null })
    expect((await program.post('/api/messages/send', to(other), { headers })).status).toBe(200)
  })

  test('starts no talks with strangers in quiet hours and while the number is paused', async () => {
    const place = await shop()
    const { company, connection } = place
    const [known] = await knownPeople(place, 1)
    const program = world.program(await company.apiToken(connection))
    await set(place, connection.id, { quietHours: quietNow() })
    const quiet = await program.post('/api/messages/send', to(someNumber()))
    expect(quiet).toMatchObject({ status: 429, body: { error: 'ERR_SENDING_HOURS' } })
    expect(Number(quiet.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await program.post('/api/messages/send', to(known?.number ?? ''))).status).toBe(200)

    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) =>
      ctx.emit('connection.loggedOut', { connectionId: connection.id }),
    )
    expect(await program.post('/api/messages/send', to(someNumber()))).toMatchObject({
      status: 409,
      body: { error: 'ERR_SENDING_PAUSED' },
    })
    expect(await company.sql('select from contacts where company_id = $1', [company.id])).toHaveLength(1)
  })

  test('whose messages fail pauses the number', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const program = world.program(await company.apiToken(connection))
    world.network.answer(() => ({ status: 'rejected', reason: 'ERR_WAPP_INVALID_CONTACT' }))
    for (const { number } of strangers(5))
      expect((await program.post('/api/messages/send', to(number))).status).toBe(200)
    await eventually(async () =>
      expect(
        await company.sql('select from messages where company_id = $1 and failure is not null', [company.id]),
      ).toHaveLength(5),
    )
    expect(await program.post('/api/messages/send', to(someNumber()))).toMatchObject({ status: 409 })
    expect(await guardOf(place)).toMatchObject({ hold: { reason: 'failures' } })
    await admin.post(`/sending-guard/${connection.id}/resume`)
    expect((await program.post('/api/messages/send', to(someNumber()))).status).toBe(200)
  })
})

describe('the limits of a number', () => {
  test('are lowered by admins, and never raised above those of the installation', async () => {
    const own = await createWorld({ sending: { strangersPerDay: 100, knownPerDay: 200 } })
    onTestFinished(() => own.close())
    const place = await shop(own)
    const { company, admin, connection } = place
    const change = (by: Person, body: object) => by.put(`/sending-guard/${connection.id}`, body)
    const listener = await admin.listen()
    expect(await change(admin, { strangersPerDay: 50 })).toMatchObject({
      status: 200,
      body: { strangers: { today: 50, chosen: 50, most: 100 }, known: { today: 200, chosen: null, most: 200 } },
    })
    await eventually(() =>
      expect(listener.of('sendingGuard').at(-1)?.payload).toMatchObject({
        action: 'update',
        whatsappId: connection.id,
      }),
    )
    for (const body of [{ strangersPerDay: 101 }, { knownPerDay: 201 }, { strangersPerDay: -1 }, { quietHours: {} }])
      expect(await change(admin, body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await change(admin, { quietHours: { from: '21:00', until: '21:00' } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_QUIET_HOURS_EMPTY' },
    })
    expect(await guardOf(place)).toMatchObject({ quietHours: null })
    const [supervisor, attendant] = [await company.supervisor(), await company.attendant()]
    expect((await change(supervisor, { strangersPerDay: 1 })).status).toBe(403)
    expect((await supervisor.get('/sending-guard')).status).toBe(200)
    expect((await attendant.get('/sending-guard')).status).toBe(403)
    expect((await guardOf(place)).strangers.chosen).toBe(50)
  })

  test('of other companies are neither seen nor changed', async () => {
    const [place, other] = [await shop(), await shop()]
    const { id } = other.connection
    expect(await place.admin.put(`/sending-guard/${id}`, { strangersPerDay: 0 })).toMatchObject({ status: 404 })
    expect(await place.admin.post(`/sending-guard/${id}/resume`)).toMatchObject({ status: 404 })
    const campaign = await campaignTo(place, strangers(1))
    await campaignIn(place.admin, campaign, 'FINALIZADA')
    expect((await other.admin.post(`/campaigns/${campaign}/pause`, {})).status).toBe(404)
    expect(await guardOf(other)).toMatchObject({ strangers: { chosen: null } })
    expect((await place.admin.get('/sending-guard')).body).toHaveLength(1)
  })
})

describe('the report of a campaign', () => {
  const pastBy = async ({ company }: Shop, id: number, time: string) => {
    await company.sql('update campaigns set started_at = started_at - $2::interval where id = $1', [id, time])
    await company.sql('update campaign_holds set since = since - $2::interval where campaign_id = $1', [id, time])
  }
  const openHolds = ({ company }: Shop, id: number) =>
    company.sql('select reason from campaign_holds where campaign_id = $1 and until is null', [id])
  const interruptionsOf = async ({ admin }: Shop, id: number) =>
    (await admin.get(`/campaigns/${id}/report`)).body.interruptions

  test('tells what has held it and how long: quiet hours, and a person', async () => {
    const place = await shop()
    const { admin, connection } = place
    await set(place, connection.id, { quietHours: quietNow() })
    const id = await campaignTo(place, strangers(1))
    await held(place, id, 'quietHours')
    await pastBy(place, id, '1 hour')
    await admin.post(`/campaigns/${id}/pause`, {})
    await pastBy(place, id, '1 hour')
    expect(await interruptionsOf(place, id)).toMatchObject([
      { kind: 'quietHours', connection: null, until: null },
      { kind: 'person', connection: null, until: null },
    ])

    await admin.post(`/campaigns/${id}/resume`, {})
    await set(place, connection.id, { quietHours: null })
    await campaignIn(admin, id, 'FINALIZADA')
    const ended = await interruptionsOf(place, id)
    expect(ended.map(({ kind }: { kind: string }) => kind)).toEqual(['quietHours', 'person'])
    for (const { since, until } of ended) expect(Date.parse(until)).toBeGreaterThan(Date.parse(since))
  })

  test('tells that what has held one of its numbers ended when it was done', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    const other = await company.connection()
    await set(place, connection.id, { quietHours: quietNow() })
    await set(place, other.id, { strangersPerDay: 0 })
    const id = await campaignTo(place, strangers(1), [connection, other])
    await eventually(async () => expect(await holdsOf(place, id)).toHaveLength(2))
    await pastBy(place, id, '1 hour')
    await set(place, other.id, { strangersPerDay: null })
    await campaignIn(admin, id, 'FINALIZADA')
    await eventually(async () => expect(await openHolds(place, id)).toEqual([]))
    const ended = await interruptionsOf(place, id)
    expect(ended.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['quietHours', 'strangers'])
  })

  test('tells that nothing holds it any more after its last number was deleted', async () => {
    const place = await shop()
    const { admin, connection } = place
    await set(place, connection.id, { quietHours: quietNow() })
    const id = await campaignTo(place, strangers(1))
    await held(place, id, 'quietHours')
    expect((await admin.delete(`/whatsapp/${connection.id}`)).status).toBe(200)
    await campaignIn(admin, id, 'CANCELADA')
    expect(await openHolds(place, id)).toEqual([])
  })

  test('tells a pause by the guard, and its end with the stop of the campaign', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) =>
      ctx.emit('connection.loggedOut', { connectionId: connection.id }),
    )
    const id = await campaignTo(place, strangers(1))
    await held(place, id, 'logout')
    await pastBy(place, id, '1 hour')
    await admin.post(`/campaigns/${id}/cancel`)
    await admin.post(`/campaigns/${id}/restart`)
    await held(place, id, 'logout')
    const [first] = await interruptionsOf(place, id)
    expect(first).toMatchObject({ kind: 'logout', until: expect.any(String) })
  })
})
