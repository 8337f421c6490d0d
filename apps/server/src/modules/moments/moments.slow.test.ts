import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Counter, boardOf, namesOf, openCounter } from '#test/scenes/board'
import { type Company, type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let sales: { id: number; name: string }
let support: { id: number; name: string }
let admin: Person
let supervisor: Person
let ana: Person
let bia: Person
let customer: Counter['customer']
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ;({ company, sales, support, admin, supervisor, ana, bia, customer } = await openCounter(world))
})

const momentsOf = async (person: Person, query = '') =>
  (await person.get(`/dashboard/moments${query}`)).body.map((ticket: { id: number }) => ticket.id)

describe('the board', () => {
  test('shows an attendant only their own tickets and the waiting ones of their queues, and how many others have', async () => {
    const own = await customer('Rita', sales, ana)
    const colleague = await company.attendant({ queues: [sales] })
    await customer('Ivo', sales, colleague)
    await customer('Zeca', sales)
    await customer('Lia', support)

    const { attendants, served, waiting } = await boardOf(ana)

    expect(served).toMatchObject({ count: 1, tickets: [{ id: own }] })
    expect({ count: waiting.count, names: namesOf(waiting) }).toEqual({ count: 1, names: ['Zeca'] })
    expect(attendants).toContainEqual(expect.objectContaining({ id: colleague.id, openTickets: 1 }))
  })

  test('tells the tickets that the bot talks to and those that await consent from those that wait for a person', async () => {
    const [withBot, consenting] = [await customer('Rita', sales), await customer('Ivo', sales)]
    await world.sql(`update tickets set bot = bot || '{"isBot": true}' where company_id = $1 and id = $2`, [
      company.id,
      withBot,
    ])
    await world.sql(`update tickets set status = 'lgpd' where company_id = $1 and id = $2`, [company.id, consenting])

    const { waiting } = await boardOf(admin)

    expect(waiting.tickets).toEqual([
      expect.objectContaining({ id: withBot, isBot: true, status: 'pending' }),
      expect.objectContaining({ id: consenting, status: 'lgpd' }),
    ])
  })

  test('is refused without the right, and shows nothing of another company', async () => {
    await customer('Rita', sales, ana)
    await customer('Zeca', sales)

    for (const path of ['/dashboard/moments', '/dashboard/moments/board'])
      expect(await bia.get(path)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    const stranger = await (await world.company()).admin()
    expect(await momentsOf(stranger)).toEqual([])
    expect(await boardOf(stranger)).toMatchObject({
      attendants: [{ id: stranger.id }],
      served: { tickets: [], count: 0 },
      waiting: { tickets: [], count: 0 },
    })
  })
})

describe('GET /dashboard/moments', () => {
  test('answers a bare array: own tickets for attendants, all for managers, of a user or of queues', async () => {
    const [rita, ivo] = [await customer('Rita', sales, ana), await customer('Ivo', support, bia)]
    const zeca = await customer('Zeca', sales)

    expect(new Set(await momentsOf(admin, '?status=open&showAll=true'))).toEqual(new Set([rita, ivo]))
    expect(new Set(await momentsOf(supervisor))).toEqual(new Set([rita, ivo]))
    expect(await momentsOf(ana, '?status=open&showAll=true')).toEqual([rita])
    expect(await momentsOf(ana, `?userId=${bia.id}`)).toEqual([])
    expect(await momentsOf(admin, `?userId=${bia.id}&showAll=false`)).toEqual([ivo])
    expect(await momentsOf(admin, `?queueIds=[0,${sales.id}]`)).toEqual([rita])
    expect(await momentsOf(admin, '?status=pending')).toEqual([zeca])
    expect(await momentsOf(admin, '?status=&userId=&queueIds=[]')).toHaveLength(2)
  })

  test('chooses by the day of the last change, in the time zone of the company', async () => {
    const id = await customer('Rita', sales, ana)
    await world.sql(
      `update tickets set updated_at = timestamp '2026-03-10 23:30' at time zone 'America/Sao_Paulo' where company_id = $1 and id = $2`,
      [company.id, id],
    )

    expect(await momentsOf(admin, '?dateStart=2026-03-10&dateEnd=2026-03-10')).toEqual([id])
    expect(await momentsOf(admin, '?dateStart=2026-03-11')).toEqual([])
    expect(await momentsOf(admin, '?dateEnd=2026-03-09')).toEqual([])
  })

  test('lists of several tickets of a contact in a queue the newest only', async () => {
    const connection = await company.connection({ queues: [sales] })
    const number = someNumber()
    for (const body of ['Olá', 'De novo']) {
      await connection.receive(said(number, body))
      const [{ id }] = await world.sql(
        `select id from tickets where company_id = $1 and connection_id = $2 and status = 'pending'`,
        [company.id, connection.id],
      )
      await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
      await ana.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
    }
    const rows = await world.sql(`select id from tickets where company_id = $1 and connection_id = $2 order by id`, [
      company.id,
      connection.id,
    ])
    expect(rows).toHaveLength(2)

    expect(await momentsOf(admin, '?status=closed')).toEqual([Number(rows[1].id)])
  })
})

describe('how many tickets of a queue are being served', () => {
  const servedOf = (loads: { id: number; served: number }[], { id }: { id: number }) =>
    loads.findLast((load) => load.id === id)?.served

  test('is told to admins, also live, when one is taken, moves to another queue and is closed', async () => {
    const [first, second] = [await company.queue(), await company.queue()]
    const [carla, dora] = [
      await company.attendant({ queues: [first, second] }),
      await company.attendant({ queues: [second] }),
    ]
    const heard = await admin.listen()
    const [bias, strangers] = [await bia.listen(), await (await (await world.company()).admin()).listen()]
    const told = () => heard.of('queueLoads').flatMap(({ payload }) => payload.queues)
    const loads = async () => (await admin.get('/dashboard/moments/queues')).body

    const id = await customer('Sônia', first, carla)
    await customer('Tadeu', first)
    await eventually(() => expect(servedOf(told(), first)).toBe(1))
    expect([servedOf(await loads(), first), servedOf(await loads(), second)]).toEqual([1, undefined])

    await carla.put(`/tickets/${id}`, { userId: dora.id, queueId: second.id })
    await eventually(() => expect([servedOf(told(), first), servedOf(told(), second)]).toEqual([0, 1]))

    await dora.put(`/tickets/${id}`, { status: 'closed' })
    await eventually(() => expect(servedOf(told(), second)).toBe(0))
    expect(servedOf(await loads(), second)).toBeUndefined()
    expect([bias.of('queueLoads'), strangers.of('queueLoads')]).toEqual([[], []])
  })

  test('is told to nobody else', async () => {
    for (const person of [ana, bia, supervisor])
      expect((await person.get('/dashboard/moments/queues')).status).toBe(403)
  })
})

describe('live', () => {
  const loadOf = ({ of }: Listener, person: Person) =>
    of('attendants')
      .flatMap(({ payload }) => payload.attendants)
      .findLast((told: { id: number; openTickets?: number }) => told.id === person.id && told.openTickets !== undefined)
      ?.openTickets

  test('how many tickets somebody has is told when one is taken, transferred and closed', async () => {
    const heard = await supervisor.listen()
    const id = await customer('Rita', sales, ana)
    await eventually(() => expect(loadOf(heard, ana)).toBe(1))

    await ana.put(`/tickets/${id}`, { userId: bia.id, queueId: support.id })
    await eventually(() => expect([loadOf(heard, ana), loadOf(heard, bia)]).toEqual([0, 1]))

    await bia.put(`/tickets/${id}`, { status: 'closed' })
    await eventually(() => expect(loadOf(heard, bia)).toBe(0))
  })

  test('loads and presence are told to who has the right, also just now, and to nobody else', async () => {
    const [anas, bias, strangers] = [
      await ana.listen(),
      await bia.listen(),
      await (await (await world.company()).admin()).listen(),
    ]
    const colleague = await company.attendant({ queues: [sales] })
    await colleague.listen()
    const presence = { id: colleague.id, online: true }
    await eventually(() =>
      expect(anas.of('attendants').flatMap(({ payload }) => payload.attendants)).toContainEqual(presence),
    )
    await customer('Rita', sales, colleague)
    await eventually(() => expect(loadOf(anas, colleague)).toBe(1))
    expect(bias.of('attendants')).toEqual([])

    const strangersHeard = strangers.of('attendants').length
    await admin.put(`/users/${bia.id}`, { allowRealTime: 'enabled' })
    await admin.put(`/users/${ana.id}`, { allowRealTime: 'disabled' })
    await eventually(async () => {
      const before = anas.of('attendants').length
      await customer('Ivo', sales, colleague)
      await eventually(() => expect(loadOf(bias, colleague)).toBeGreaterThan(1))
      expect(anas.of('attendants')).toHaveLength(before)
    })
    expect((await ana.get('/dashboard/moments/board')).status).toBe(403)
    expect(strangers.of('attendants').slice(strangersHeard)).toEqual([])
  })
})
