import { onCallWeekdays } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let connection: TestConnection
let admin: Person
let ana: Person
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.network.answer(() => ({ status: 'sent' }))
  company = await world.company()
  queue = await company.queue()
  connection = await company.connection({ queues: [queue] })
  admin = await company.admin()
  ana = await company.attendant({ queues: [queue], name: 'Ana' })
})

const allDay = onCallWeekdays.map((weekdayEn) => ({ weekday: '', weekdayEn, startTime: '00:00', endTime: '23:59' }))
const never = onCallWeekdays.map((weekdayEn) => ({ weekday: '', weekdayEn, startTime: null, endTime: null }))
/** As existing clients send it. */
const oneDay = onCallWeekdays.map((weekdayEn, nth) => ({
  weekday: nth === 0 ? 'Segunda-feira' : '',
  weekdayEn,
  startTime: nth === 0 ? '08:00' : null,
  endTime: nth === 0 ? '18:00' : null,
}))
const entry = (userId: number, more: object = {}) => ({
  userId,
  phone: '5511999990000',
  interval: 1,
  days: oneDay,
  ...more,
})

async function onCall(person: Person, more: object = {}): Promise<string> {
  const phone = someNumber()
  const answer = await admin.post('/plantao', entry(person.id, { phone, days: allDay, ...more }))
  if (answer.status !== 201) throw new Error(`not on call: ${JSON.stringify(answer.body)}`)
  return phone
}

async function customer(name: string, number = someNumber(), on = connection): Promise<{ id: number; uuid: string }> {
  await on.receive(said(number, 'Preciso de ajuda', { name }))
  const [ticket] = await company.sql(
    'select id::int, uuid from tickets where company_id = $1 and connection_id = $2 order by id desc limit 1',
    [company.id, on.id],
  )
  return { id: ticket.id, uuid: ticket.uuid }
}

const sentTo = (phone: string) => world.network.arrived.filter(({ address }) => address === phone)
const arrives = (phone: string, count: number) => eventually(() => expect(sentTo(phone)).toHaveLength(count))
const noticesOf = () =>
  company.sql(
    'select is_in_house, ticket_id::int, user_id::int from on_call_notices where company_id = $1 order by id',
    [company.id],
  )
/** The last notices were longer ago. */
const letPass = (minutes: number) =>
  company.sql(
    `with old as (update on_call_notices set created_at = created_at - make_interval(mins => $2) where company_id = $1)
     update on_calls set looks_at = '-infinity' where company_id = $1`,
    [company.id, minutes],
  )
/** Everybody was looked at since this was called. */
async function lookedAt(): Promise<void> {
  await company.sql(`update on_calls set looks_at = '-infinity' where company_id = $1`, [company.id])
  await eventually(async () => {
    const [left] = await company.sql(
      `select count(*)::int as count from on_calls where company_id = $1 and looks_at = '-infinity'`,
      [company.id],
    )
    expect(left.count).toBe(0)
  })
}

describe('the roster', () => {
  test('is kept as existing clients send it', async () => {
    const made = await admin.post('/plantao', entry(ana.id))
    expect(made).toMatchObject({
      status: 201,
      body: { userId: ana.id, user: { id: ana.id, name: 'Ana' }, phone: '5511999990000', interval: 1, afterNotices: 0 },
    })
    const { id, days } = made.body
    expect(days.map(({ weekdayEn }: { weekdayEn: string }) => weekdayEn)).toEqual([...onCallWeekdays])
    expect(days[0]).toEqual({ weekday: 'Segunda-feira', weekdayEn: 'Monday', startTime: '08:00', endTime: '18:00' })
    expect(days[6]).toEqual({ weekday: 'Domingo', weekdayEn: 'Sunday', startTime: null, endTime: null })
    expect((await admin.get('/plantao')).body).toEqual([made.body])
    expect((await admin.get(`/plantao/${id}`)).body).toEqual(made.body)

    const changed = await admin.put(`/plantao/${id}`, { ...made.body, interval: '15', phone: '(11) 98888-7777' })
    expect(changed).toMatchObject({ status: 200, body: { id, interval: 15, phone: '5511988887777' } })
    expect((await admin.delete(`/plantao/${id}`)).body).toEqual({ message: expect.any(String) })
    expect((await admin.get('/plantao')).body).toEqual([])
    expect(await admin.delete(`/plantao/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_ON_CALL_FOUND' } })
    const audited = await company.sql(
      `select action, detail ->> 'name' as name from audit_log where company_id = $1 and object = 'onCall' order by id`,
      [company.id],
    )
    expect(audited).toEqual(
      ['onCall.created', 'onCall.changed', 'onCall.deleted'].map((action) => ({ action, name: 'Ana' })),
    )
  })

  test('has each user once, also if they are added twice at once', async () => {
    const answers = await Promise.all([1, 2].map(() => admin.post('/plantao', entry(ana.id))))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({ error: 'ERR_ON_CALL_ALREADY_EXISTS' })
    const bia = await company.attendant()
    const { id } = (await admin.post('/plantao', entry(bia.id))).body
    expect(await admin.put(`/plantao/${id}`, entry(ana.id))).toMatchObject({ status: 400 })
  })

  test.each([
    ['without a user', { userId: null }, 'body.userId', 'onCallUser'],
    ['without a phone', { phone: ' ' }, 'body.phone', 'onCallPhone'],
    ['with a phone that is none', { phone: '12' }, 'body.phone', 'invalidPhone'],
    ['without an interval', { interval: null }, 'body.interval', 'onCallInterval'],
    ['with an interval of 0', { interval: 0 }, 'body.interval', 'onCallInterval'],
    ['without any shift', { days: never }, 'body.days', 'onCallDay'],
    [
      'without the start of a shift',
      { days: [{ ...never[0], endTime: '18:00' }] },
      'body.days.0.startTime',
      'onCallStart',
    ],
    ['without the end of a shift', { days: [{ ...never[0], startTime: '08:00' }] }, 'body.days.0.endTime', 'onCallEnd'],
    [
      'with the hour 25:00',
      { days: [{ ...never[0], startTime: '08:00', endTime: '25:00' }] },
      'body.days.0.endTime',
      'invalidHour',
    ],
    ['with a day twice', { days: [oneDay[0], oneDay[0]] }, 'body.days', 'onCallDays'],
  ])('refuses an entry %s', async (_what, more, path, message) => {
    const answer = await admin.post('/plantao', entry(ana.id, more))

    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(answer.body.details.issues).toContainEqual(expect.objectContaining({ path, message }))
  })

  test('loses a user who is deleted, and is told to admins only', async () => {
    const [near, far] = [await admin.listen(), await ana.listen()]
    const bia = await company.attendant()
    const { id } = (await admin.post('/plantao', entry(bia.id))).body
    await eventually(() => expect(near.of('onCall')).toHaveLength(1))
    await admin.delete(`/users/${bia.id}`)

    await eventually(() =>
      expect(near.of('onCall').map(({ payload }) => payload)).toMatchObject([
        { action: 'update', record: { id } },
        { action: 'delete', id },
      ]),
    )
    expect((await admin.get('/plantao')).body).toEqual([])
    expect(far.of('onCall')).toEqual([])
  })

  test('is closed to others than admins, and to other companies', async () => {
    const { id } = (await admin.post('/plantao', entry(ana.id))).body
    const stranger = await (await world.company()).admin()

    for (const person of [ana, await company.supervisor()])
      for (const answer of [
        await person.get('/plantao'),
        await person.get('/plantao/notices'),
        await person.post('/plantao', entry(person.id)),
        await person.put(`/plantao/${id}`, entry(person.id)),
        await person.delete(`/plantao/${id}`),
      ])
        expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect((await stranger.get('/plantao')).body).toEqual([])
    for (const answer of [
      await stranger.get(`/plantao/${id}`),
      await stranger.put(`/plantao/${id}`, entry(stranger.id)),
      await stranger.delete(`/plantao/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_ON_CALL_FOUND' } })
    expect(await stranger.post('/plantao', entry(ana.id))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
  })
})

describe('the notice', () => {
  test('goes to who is on call when a customer waits, and makes neither ticket nor message', async () => {
    const phone = await onCall(ana)
    const number = someNumber()
    const { uuid } = await customer('Rita', number)

    await arrives(phone, 1)
    const [notice] = sentTo(phone)
    expect(notice?.connectionId).toBe(connection.id)
    expect(notice?.body).toMatch(/^\u200eNovo atendimento aguardando sua resposta: Rita \/ 55\d+\nhttps?:\/\/\S+$/)
    expect(notice?.body).toContain(number)
    expect(notice?.body).toContain(`/tickets/${uuid}`)
    const [made] = await company.sql(
      `select (select count(*) from tickets where company_id = $1)::int as tickets,
              (select count(*) from messages where company_id = $1)::int as messages,
              (select count(*) from contacts where company_id = $1)::int as contacts`,
      [company.id],
    )
    expect(made).toEqual({ tickets: 1, messages: 1, contacts: 1 })
  })

  test.each([
    ['in Spain', '+34 612 345 678', '34612345678'],
    ['in Peru', '+51 987 654 321', '51987654321'],
    ['in the United States', '+1 (305) 555-1234', '13055551234'],
    ['on the Faroes', '00 298 123456', '298123456'],
    ['in Brazil without the country code', '(31) 98765-4321', '5531987654321'],
  ])('goes to the number of somebody who is on call %s', async (_where, phone, dialled) => {
    await onCall(ana, { phone })
    await customer('Rita')

    await eventually(() =>
      expect(world.network.arrived.filter(({ connectionId }) => connectionId === connection.id)).toMatchObject([
        { address: dialled },
      ]),
    )
  })

  test('about a customer without a number has only their name', async () => {
    await customer('Visitante Rita')
    await company.sql('update contacts set phone = null where company_id = $1', [company.id])

    const phone = await onCall(ana)

    await arrives(phone, 1)
    expect(sentTo(phone)[0]?.body).toMatch(/resposta: Visitante Rita\nhttp/)
  })

  test('whose copy comes back from the phone makes no ticket, and wakes no bot', async () => {
    const phone = await onCall(ana)
    await customer('Rita')
    await arrives(phone, 1)
    const [notice] = sentTo(phone)

    await connection.receive({
      ...said(phone, notice?.body ?? '', { isEcho: true }),
      externalId: notice?.externalId ?? '',
    })

    const [made] = await company.sql('select count(*)::int as count from tickets where company_id = $1', [company.id])
    expect(made.count).toBe(1)
  })

  test('comes once in an interval, again after it, and no more once somebody has accepted', async () => {
    const phone = await onCall(ana, { interval: 10 })
    const { id } = await customer('Rita')
    await arrives(phone, 1)

    await connection.receive(said(someNumber(), 'Oi', { name: 'Ivo' }))
    await arrives(phone, 2)
    await letPass(9)
    await lookedAt()
    expect(sentTo(phone)).toHaveLength(2)
    await letPass(2)
    await arrives(phone, 4)

    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    await letPass(11)
    await arrives(phone, 5)
    expect(sentTo(phone).at(-1)?.body).toContain('Ivo')
  })

  test('is sent once, although the network is slow to take it and the process looks again', async () => {
    let isDown = true
    world.network.answer(() => (isDown ? { status: 'retry', reason: 'slow' } : { status: 'sent' }))
    const phone = await onCall(ana, { interval: 60 })
    await customer('Rita')
    await eventually(() => expect(world.network.tries.some(({ address }) => address === phone)).toBe(true))
    isDown = false

    await arrives(phone, 1)
    await lookedAt()
    expect(
      new Set(world.network.tries.filter(({ address }) => address === phone).map((one) => one.externalId)).size,
    ).toBe(1)
    expect(await noticesOf()).toHaveLength(1)
  })

  test('goes to nobody outside of their shift', async () => {
    const phone = await onCall(ana, {
      days: [{ weekdayEn: await weekdayFarFromNow(), startTime: '12:00', endTime: '12:01' }],
    })
    await customer('Rita')

    await lookedAt()
    expect(sentTo(phone)).toEqual([])
    expect(await noticesOf()).toEqual([])
  })

  test('is not sent for a customer who has the bot to answer to', async () => {
    const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
    const menu = await company.connection({
      queues: [sales, support],
      settings: { greetingMessage: 'Escolha' },
    })
    const phone = await onCall(await company.supervisor())
    const talk = await customer('Rita', someNumber(), menu)
    const [ticket] = await company.sql(`select bot ->> 'isBot' as "isBot" from tickets where id = $1`, [talk.id])
    expect(ticket.isBot).toBe('true')

    // The longest wait comes first.
    await customer('Ivo')
    await arrives(phone, 1)
    expect(sentTo(phone)[0]?.body).toContain('Ivo')
  })

  test('masks the number for whom numbers are masked', async () => {
    await company.setting('lgpdHideNumber', 'enabled')
    const [toAna, toBoss] = [await onCall(ana), await onCall(await company.supervisor())]
    const number = someNumber()
    await customer(number, number)

    await arrives(toAna, 1)
    await arrives(toBoss, 1)
    expect(sentTo(toAna)[0]?.body).not.toContain(number)
    expect(sentTo(toBoss)[0]?.body).toContain(number)
  })

  test('tells nobody of a ticket that they do not see', async () => {
    const other = await company.attendant({ queues: [await company.queue()] })
    const [phone, hidden] = [await onCall(ana), await onCall(other)]
    await customer('Rita')

    await arrives(phone, 1)
    await lookedAt()
    expect(sentTo(hidden)).toEqual([])
  })

  test('tells a second person after so many notices to others', async () => {
    const boss = await company.supervisor()
    const [first, second] = [await onCall(ana, { interval: 5 }), await onCall(boss, { interval: 5, afterNotices: 2 })]
    await customer('Rita')
    await arrives(first, 1)
    await lookedAt()
    expect(sentTo(second)).toEqual([])

    // The customer has waited since before the first notice.
    await company.sql(`update tickets set waiting_since = now() - interval '1 hour' where company_id = $1`, [
      company.id,
    ])
    await letPass(6)
    await arrives(first, 2)
    await arrives(second, 1)
  })

  test('without a connection is shown in the application, stored and logged', async () => {
    const near = await ana.listen()
    const far = await (await company.attendant({ queues: [queue] })).listen()
    const phone = await onCall(ana, { interval: 60 })
    await company.sql(`update connections set status = 'disconnected' where company_id = $1`, [company.id])
    const number = someNumber()
    const { id, uuid } = await customer('Rita', number)

    await eventually(() =>
      expect(near.of('onCallNotice').map(({ payload }) => payload)).toMatchObject([
        { ticketId: id, uuid, contact: { name: 'Rita', number } },
      ]),
    )
    expect(await noticesOf()).toEqual([{ is_in_house: true, ticket_id: id, user_id: ana.id }])
    expect((await admin.get('/plantao/notices')).body).toMatchObject([
      { way: 'house', user: { name: 'Ana' }, ticket: { id, uuid, contactName: 'Rita' } },
    ])
    expect(sentTo(phone)).toEqual([])
    expect(far.of('onCallNotice')).toEqual([])
  })

  const shownWays = async () => (await admin.get('/plantao/notices')).body.map(({ way }: { way: string }) => way)

  test('that the network refuses is shown in the application too, once', async () => {
    world.network.answer(() => ({ status: 'rejected', reason: 'no account' }))
    const near = await ana.listen()
    await onCall(ana, { interval: 60 })
    const { id } = await customer('Rita')
    const told = () => near.of('onCallNotice').map(({ payload }) => payload.ticketId)

    await eventually(() => expect(told()).toEqual([id]), 15_000)
    expect(await shownWays()).toEqual(['house'])
    await lookedAt()
    expect(told()).toEqual([id])
  })

  test('that no connection carries for a minute is shown in the application too', async () => {
    world.network.answer(() => ({ status: 'held' }))
    const near = await ana.listen()
    await onCall(ana, { interval: 60 })
    const { id } = await customer('Rita')
    const told = () => near.of('onCallNotice').map(({ payload }) => payload.ticketId)
    await eventually(async () => expect(await shownWays()).toEqual(['waiting']))
    await lookedAt()
    expect(told()).toEqual([])

    await company.sql(
      `update private_messages set created_at = created_at - interval '61 seconds' where company_id = $1`,
      [company.id],
    )
    await lookedAt()
    await eventually(() => expect(told()).toEqual([id]))
    expect(await shownWays()).toEqual(['house'])
    expect(await noticesOf()).toHaveLength(1)
  })

  test('that still waits for its connection is not sent once somebody has accepted', async () => {
    world.network.answer(() => ({ status: 'held' }))
    const phone = await onCall(ana, { interval: 60 })
    const [taken, other] = [await customer('Rita'), await customer('Ivo')]
    await eventually(async () => expect(await shownWays()).toEqual(['waiting', 'waiting']))

    await ana.put(`/tickets/${taken.id}`, { status: 'open', userId: ana.id })
    world.network.answer(() => ({ status: 'sent' }))
    await company.sql('update private_messages set not_before = now() where company_id = $1', [company.id])
    await connection.receive(said(someNumber(), 'Oi', { name: 'Lia' }))

    await arrives(phone, 2)
    expect(sentTo(phone).map(({ body }) => body)).not.toContainEqual(expect.stringContaining('Rita'))
    const ways = (await admin.get('/plantao/notices')).body
    expect(ways.find(({ ticket }: { ticket: { id: number } }) => ticket.id === taken.id)).toMatchObject({
      way: 'unsent',
    })
    expect(ways.find(({ ticket }: { ticket: { id: number } }) => ticket.id === other.id)).toMatchObject({
      way: 'message',
    })
  })

  test('goes over the default connection, else over any that is connected', async () => {
    const other = await company.connection()
    await company.sql(`update connections set is_default = true where id = $1`, [other.id])
    const phone = await onCall(ana)
    await customer('Rita')

    await arrives(phone, 1)
    expect(sentTo(phone)[0]?.connectionId).toBe(other.id)
  })

  test('of a company that is blocked is not sent', async () => {
    const phone = await onCall(ana)
    await company.sql('update companies set active = false where id = $1', [company.id])
    await customer('Rita')
    await company.sql(`update on_calls set looks_at = '-infinity' where company_id = $1`, [company.id])
    const other = await world.company()
    await other.connection()

    expect(sentTo(phone)).toEqual([])
    await company.sql('update companies set active = true where id = $1', [company.id])
    await arrives(phone, 1)
  })
})

/** Three days from now, in São Paulo. */
async function weekdayFarFromNow() {
  const [row] = await company.sql(`select extract(isodow from now() + interval '3 days')::int as day`)
  return onCallWeekdays[row.day - 1] ?? 'Monday'
}
