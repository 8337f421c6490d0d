import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { holdConversation } from '#test/lock-table'
import { rotationOfFile, searching } from '#test/scenes/rotation'
import { type Company, type Person, type World, eventually } from '#test/world'
import { createTimerWorker } from './timer-worker.ts'

let world: World
let company: Company
let admin: Person
const rotation = rotationOfFile()
const { rotatingQueue, member, come, leave, ticketOf, isAssigned, bodiesOf, logOf, timersOf, letPass } = rotation
beforeAll(() => {
  ;({ world, company, admin } = rotation)
})

/** So many transactions wait for a lock. */
const isHeldUp = (count: number) =>
  eventually(async () =>
    expect(
      await world.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    ).toHaveLength(count),
  )

describe('a queue that assigns its tickets in turn', () => {
  test('shows the reason to admins only', async () => {
    const { queue, customer } = await rotatingQueue()
    const ana = await member(queue)
    const id = await customer()
    await isAssigned(id, ana)

    const entryFor = async (person: Person) =>
      ((await person.get(`/tickets-log/${id}`)).body as { type: string }[]).find(({ type }) => type === 'assign')

    expect(await entryFor(admin)).toMatchObject({ user: { id: ana.id }, decision: { reason: 'inTurn' } })
    expect(await entryFor(ana)).toMatchObject({ user: { id: ana.id }, decision: null })
  })

  test('gives each as many, the oldest first', async () => {
    const { queue, customer } = await rotatingQueue()
    const [ana, bia] = [await member(queue), await member(queue)]
    const work = (starts: string, ends: string) =>
      company.sql('update users set work_starts = $2, work_ends = $3 where id = any ($1)', [
        [ana.id, bia.id],
        starts,
        ends,
      ])
    const [{ starts, ends }] = await company.sql(
      `select (local + interval '2 hours')::time as starts, (local + interval '3 hours')::time as ends
       from companies c cross join lateral (select now() at time zone c.timezone as local) l where c.id = $1`,
      [company.id],
    )
    await work(starts, ends)
    const ids = [await customer(), await customer(), await customer(), await customer()]
    for (const id of ids) await eventually(async () => expect(await timersOf(id)).toMatchObject([{ minutes: 1 }]))
    expect(await ticketOf(ids[0] ?? 0)).toMatchObject({ status: 'pending', userId: null })

    await work('00:00', '23:59')
    await company.sql(
      "update ticket_timers set due_at = now() - interval '1 second' where kind = 'rotation' and ticket_id = any ($1)",
      [ids],
    )

    await isAssigned(ids[3] ?? 0, bia)
    const owners = []
    for (const id of ids) owners.push((await ticketOf(id)).userId)
    expect(owners).toEqual([ana.id, bia.id, ana.id, bia.id])
  })

  test('goes on where it was, with one who comes later', async () => {
    const { queue, customer } = await rotatingQueue()
    const ana = await member(queue)
    await isAssigned(await customer(), ana)
    await isAssigned(await customer(), ana)

    const bia = await member(queue)

    await isAssigned(await customer(), bia)
    await isAssigned(await customer(), ana)
    const last = await customer()
    await isAssigned(last, bia)
    expect(await bodiesOf(last)).toEqual(['Olá', searching])
  })

  test('leaves out who has left, and who does not work at this time', async () => {
    const { queue, customer } = await rotatingQueue()
    const [gone, away, ana] = [await member(queue), await member(queue), await member(queue)]
    await leave(gone)
    await company.sql(
      `update users u set work_starts = (local + interval '2 hours')::time, work_ends = (local + interval '3 hours')::time
       from companies c cross join lateral (select now() at time zone c.timezone as local) l where c.id = u.company_id and u.id = $1`,
      [away.id],
    )

    await isAssigned(await customer(), ana)
    const last = await customer()
    await isAssigned(last, ana)
    expect(await logOf(last)).toMatchObject([{ kind: 'assign', user_id: ana.id }])
  })

  test('assigns nothing if it is switched off, and what waits when it is switched on', async () => {
    const { queue, customer } = await rotatingQueue({ ativarRoteador: false })
    const ana = await member(queue)
    const id = await customer()
    expect(await timersOf(id)).toEqual([])

    await admin.put(`/queue/${queue.id}`, { ativarRoteador: true })

    await isAssigned(id, ana)
  })

  test('assigns again what comes back', async () => {
    const { queue, customer } = await rotatingQueue()
    const ana = await member(queue)
    const id = await customer()
    await isAssigned(id, ana)
    const bia = await member(queue)

    await ana.put(`/tickets/${id}`, { status: 'pending' })

    await isAssigned(id, bia)
    expect((await logOf(id)).map(({ kind }) => kind)).toEqual(['assign', 'pending', 'assign'])
  })

  test('leaves a customer in a menu to the menu, and takes who has not answered it for 5 minutes', async () => {
    const { queue, customer } = await rotatingQueue()
    await admin.put(`/queue/${queue.id}`, { chatbots: [{ name: 'Preços' }, { name: 'Prazos' }] })
    const id = await customer()
    const saidAgo = (minutes: number) =>
      company.sql(
        `with earlier as (update tickets set bot = bot || jsonb_build_object('saidAt', now() - make_interval(mins => $2)) where id = $1)
         update ticket_timers set due_at = now() where ticket_id = $1 and kind = 'rotation'`,
        [id, minutes],
      )
    const ana = await member(queue)
    await eventually(async () => expect(await timersOf(id)).toMatchObject([{ minutes: 5 }]))
    expect(await ticketOf(id)).toMatchObject({ status: 'pending', userId: null, isBot: true })

    await saidAgo(2)
    await eventually(async () => expect(await timersOf(id)).toMatchObject([{ minutes: 3 }]))
    expect(await ticketOf(id)).toMatchObject({ status: 'pending', userId: null, isBot: true })

    await saidAgo(5)
    await isAssigned(id, ana)
    expect(await ticketOf(id)).toMatchObject({ isBot: false })
    expect(await logOf(id)).toMatchObject([
      { kind: 'chatBot' },
      { kind: 'assign', user_id: ana.id, detail: { rule: 'rotation', reason: 'leftMenu' } },
    ])
  })

  test('gives nobody a ticket that an option of its menu closes', async () => {
    const { queue, connection, customer } = await rotatingQueue()
    const chatbots = [{ name: 'Preços' }, { name: 'Encerrar', greetingMessage: 'Até mais', closeTicket: true }]
    await admin.put(`/queue/${queue.id}`, { chatbots })
    await member(queue)
    const number = someNumber()
    const id = await customer(number)

    await connection.receive(said(number, '2'))

    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'closed' }))
    expect((await logOf(id)).map(({ kind }) => kind)).toEqual(['chatBot', 'chatBot', 'closed'])
    expect(await bodiesOf(id)).not.toContain(searching)
  })

  test('tells the attendant, as a transfer does, until they read it', async () => {
    const { queue, customer } = await rotatingQueue()
    const ana = await member(queue)
    const heard = await ana.listen({ notification: true })
    const id = await customer()
    await isAssigned(id, ana)

    await eventually(() =>
      expect(heard.of('ticket').map(({ payload }) => payload.ticket)).toContainEqual(
        expect.objectContaining({ id, userId: ana.id, transfer: { at: expect.any(String), by: null, note: '' } }),
      ),
    )
    expect((await ana.get('/tickets?withUnreadMessages=true')).body.tickets).toMatchObject([
      { id, transfer: { by: null } },
    ])

    await ana.get(`/messages/${id}`)
    expect((await ticketOf(id)).transfer).toBeNull()
  })

  test('assigns many while their customers write, without a deadlock', async () => {
    const { queue, connection, customer } = await rotatingQueue()
    const numbers = Array.from({ length: 5 }, () => someNumber())
    const ids: number[] = []
    for (const number of numbers) ids.push(await customer(number))
    for (const id of ids) await eventually(async () => expect(await timersOf(id)).toMatchObject([{ minutes: 1 }]))
    const [first = 0, ...others] = ids
    // The last conversation is due first; messages lock the first one first.
    await company.sql(
      "update ticket_timers set due_at = now() - ticket_id * interval '1 ms', not_before = now() + interval '1 hour' where ticket_id = any ($1)",
      [ids],
    )
    const ana = await member(queue)
    const holder = await holdConversation(world.databases.admin, first)
    try {
      await connection.deliver(...numbers.map((number) => said(number, 'Alguém aí?')))
      await isHeldUp(1)
      await company.sql("update ticket_timers set not_before = '-infinity' where ticket_id = any ($1)", [ids])
      await isHeldUp(2)
      // The one that waits for a conversation holds no other.
      const free = await world.sql(
        `select from conversations where id in (select conversation_id from tickets where id = any ($1)) for update skip locked`,
        [others],
      )
      expect(free).toHaveLength(others.length)
    } finally {
      await holder.release()
    }
    await connection.drained()
    for (const id of ids) {
      await isAssigned(id, ana)
      expect(await bodiesOf(id)).toContain('Alguém aí?')
    }
  })

  test('assigns a ticket once while two processes do it', async () => {
    const { queue, customer } = await rotatingQueue()
    const ids = await Promise.all(Array.from({ length: 8 }, () => customer()))
    const [ana, bia] = [await company.attendant({ queues: [queue] }), await company.attendant({ queues: [queue] })]
    const other = createTimerWorker(world.app.deps, { isOnline: (_, id) => id === ana.id || id === bia.id })
    await other.start()
    onTestFinished(() => other.stop())

    await Promise.all([come(ana), come(bia)])
    for (const id of ids) await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'open' }))

    for (const id of ids) {
      expect(await bodiesOf(id)).toEqual(['Olá', searching])
      expect(await logOf(id)).toHaveLength(1)
    }
    const shares = await company.sql(
      'select count(*)::int as count from tickets where queue_id = $1 group by user_id order by user_id',
      [queue.id],
    )
    expect(shares).toEqual([{ count: 4 }, { count: 4 }])
  })
})

describe('an attendant who does not answer', () => {
  test('keeps it after an answer, also when the customer has written again', async () => {
    const { queue, connection, customer } = await rotatingQueue()
    const ana = await member(queue)
    const number = someNumber()
    const id = await customer(number)
    await isAssigned(id, ana)
    await member(queue)

    await ana.post(`/messages/${id}`, { body: 'Bom dia' })
    await connection.receive(said(number, 'Quero saber o preço'))
    await company.sql("update ticket_timers set due_at = now() where ticket_id = $1 and kind = 'rotation'", [id])

    await eventually(async () => expect(await timersOf(id)).toEqual([]))
    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: ana.id })
  })

  test('keeps it if nobody else is there', async () => {
    const { queue, customer } = await rotatingQueue()
    const ana = await member(queue)
    const id = await customer()
    await isAssigned(id, ana)

    await letPass(id, 5)

    await eventually(async () => expect(await timersOf(id)).toMatchObject([{ minutes: 5 }]))
    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: ana.id })
    expect(await logOf(id)).toHaveLength(1)
  })

  test('who has left loses it to the queue, and whoever comes first gets it', async () => {
    const { queue, customer } = await rotatingQueue()
    const ana = await member(queue)
    const id = await customer()
    await isAssigned(id, ana)
    await leave(ana)

    await letPass(id, 5)
    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'pending', userId: null }))
    const bia = await member(queue)

    await isAssigned(id, bia)
    expect((await logOf(id)).map(({ kind, detail }) => [kind, detail?.reason])).toEqual([
      ['assign', 'inTurn'],
      ['pending', 'nobodyThere'],
      ['assign', 'inTurn'],
    ])
  })

  test('keeps it for good if the queue sets no time', async () => {
    const { queue, customer } = await rotatingQueue({ tempoRoteador: 0 })
    const ana = await member(queue)
    const id = await customer()

    await isAssigned(id, ana)

    expect(await timersOf(id)).toEqual([])
  })

  test('keeps it if a colleague has given it to them', async () => {
    const { queue, customer } = await rotatingQueue()
    const ana = await member(queue)
    const id = await customer()
    await isAssigned(id, ana)
    const bia = await member(queue)

    await ana.put(`/tickets/${id}`, { status: 'open', userId: bia.id })

    expect(await timersOf(id)).toEqual([])
  })
})
