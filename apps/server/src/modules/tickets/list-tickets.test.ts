import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TicketFilter } from '@guiche/contract'
import type { UserActor, UserCtx } from '#platform/context'
import { said, someNumber } from '#test/inbound'
import { looksAt } from '#test/looked-at'
import { type Desk, createDesk } from '#test/desk'
import { type Company, type Person, type World, eventually } from '#test/world'
import { readListed } from './list-tickets.ts'

let desk: Desk
let world: World
let company: Company
let queue: { id: number }
let ana: Person
beforeAll(async () => {
  desk = await createDesk()
  ;({ world, company, queue, attendant: ana } = desk)
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const listed = async (person: Person, query: string) => (await person.get(`/tickets?${query}`)).body.tickets
const idsOf = async (person: Person, query: string): Promise<number[]> =>
  (await listed(person, query)).map(({ id }: { id: number }) => id)
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

/** A customer who waits in the queue. */
async function waiting(body = 'Olá', settings: Record<string, unknown> = {}) {
  const connection = await company.connection({ queues: [queue], settings })
  const number = someNumber()
  await connection.receive(said(number, body))
  const [{ id, contact_id: contactId }] = await company.sql(
    'select id::int, contact_id::int from tickets where company_id = $1 and connection_id = $2',
    [company.id, connection.id],
  )
  return { id, contactId, connection, number }
}

describe('the order', () => {
  test('by the longest wait begins with who has waited longest, and ends with who does not wait', async () => {
    const own = await world.company()
    const boss = await own.admin()
    const [short, long, answered] = [await own.ticket(), await own.ticket(), await own.ticket()]
    const put = (id: number, wait: string | null, last: string) =>
      own.sql('update tickets set waiting_since = $3, last_message_at = $4 where company_id = $1 and id = $2', [
        own.id,
        id,
        wait,
        last,
      ])
    await put(short.id, '2026-03-09T12:00:00Z', '2026-03-09T12:00:00Z')
    await put(long.id, '2026-03-09T08:00:00Z', '2026-03-09T11:00:00Z')
    await put(answered.id, null, '2026-03-09T13:00:00Z')

    expect(await idsOf(boss, 'status=pending')).toEqual([answered.id, short.id, long.id])
    expect(await idsOf(boss, 'status=pending&sort=longestWait')).toEqual([long.id, short.id, answered.id])
    expect((await boss.get('/tickets?status=pending&sort=name')).status).toBe(400)
  })

  test('holds over pages, each ticket once', async () => {
    const own = await world.company()
    const boss = await own.admin()
    const connection = await own.connection()
    await connection.receive(...Array.from({ length: 45 }, () => said(someNumber(), 'Olá')))
    await own.sql(
      'update tickets set waiting_since = now() - make_interval(mins => (id * 7 % 45)::int) where company_id = $1',
      [own.id],
    )

    const pages = [
      await listed(boss, 'status=pending&sort=longestWait&pageNumber=1'),
      await listed(boss, 'status=pending&sort=longestWait&pageNumber=2'),
    ]

    const waits = pages.flat().map(({ waitingSince }: { waitingSince: string }) => waitingSince)
    expect(pages.map(({ length }) => length)).toEqual([40, 5])
    expect(waits).toEqual(waits.toSorted())
    expect(new Set(pages.flat().map(({ id }: { id: number }) => id)).size).toBe(45)
  })
})

describe('the number of rows read for a page by the longest wait', () => {
  // Statistics that change in the middle of a test change the plan, and with it the rows.
  beforeAll(() => world.sql('alter table tickets set (autovacuum_enabled = off)'))

  /** In a company where this many customers wait. */
  async function look(waits: number): Promise<number> {
    const own = await world.company()
    const { id: connectionId } = await own.connection()
    await own.sql(
      `with people as (
         insert into contacts (company_id, name) select $1, 'Cliente ' || n from generate_series(1, $3::int) as n returning id),
       talks as (
         insert into conversations (company_id, contact_id, connection_id) select $1, id, $2 from people returning id, contact_id)
       insert into tickets (company_id, conversation_id, contact_id, connection_id, status, waiting_since)
       select $1, id, contact_id, $2, 'pending', now() - make_interval(secs => (id * 7919 % 86400)::int) from talks`,
      [own.id, connectionId, waits],
    )
    await world.sql('analyze tickets')
    const { id: userId, name } = await own.admin()
    const actor: UserActor = {
      kind: 'user',
      companyId: own.id,
      userId,
      sessionId: '',
      name,
      profile: 'admin',
      isSuper: false,
      queueIds: [],
      seesAllTickets: true,
      seesGroups: true,
      managesConnections: true,
      seesRealTime: false,
      seesDashboard: false,
      numbersMasked: false,
      subscriptionExpired: false,
      subscriptionEndsAt: undefined,
      features: [],
    }
    const filter = TicketFilter.parse({ status: 'pending', sort: 'longestWait' })
    const read = (ctx: UserCtx) => readListed(ctx, filter)
    return world.app.deps.units.read(actor, async (ctx) => {
      // As often as it takes until the connection keeps one plan for all companies.
      for (let times = 0; times < 8; times += 1) expect(await read(ctx)).toHaveLength(41)
      return looksAt(ctx, read)
    })
  }

  test('does not grow with the tickets that wait', async () => {
    const few = await look(1000)
    const many = await look(4000)

    expect(few).toBeGreaterThan(0)
    expect(many).toBeLessThan(1.5 * few)
  })
})

test('filters by tag, connection, status, user and unread messages combine; the one by user is for admins', async () => {
  const boss = await company.admin()
  const bia = await company.attendant({ queues: [queue] })
  const [first, second, third] = [await waiting(), await waiting(), await waiting()]
  const accept = (person: Person, { id }: { id: number }) =>
    person.put(`/tickets/${id}`, { status: 'open', userId: person.id })
  await accept(ana, first)
  await accept(bia, second)
  const tag = (await boss.post('/tags', { name: 'Orçamento', color: '#aa3344', kanban: 0 })).body
  for (const { id, contactId } of [first, third]) {
    const synced = await boss.post('/tags/sync', { contactId, ticketId: id, tags: [tag] })
    expect(synced.status).toBe(200)
  }
  const all = `queueIds=[${queue.id}]&showAll=true`
  const ids = async (person: Person, query: string) =>
    sorted((await idsOf(person, query)).filter((id) => [first.id, second.id, third.id].includes(id)))

  expect(await ids(boss, `status=open&${all}`)).toEqual([first.id, second.id])
  expect(await ids(boss, `status=open&${all}&users=[${bia.id}]`)).toEqual([second.id])
  expect(await ids(ana, `status=open&${all}&users=[${bia.id}]`)).toEqual([first.id])
  expect(await ids(boss, `status=open&${all}&tags=[${tag.id}]`)).toEqual([first.id])
  expect(await ids(boss, `status=open&${all}&tags=[${tag.id}]&users=[${bia.id}]`)).toEqual([])
  expect(await ids(boss, `status=open&${all}&whatsapps=[${second.connection.id},${third.connection.id}]`)).toEqual([
    second.id,
  ])
  expect(await ids(boss, `status=search&tags=[${tag.id}]`)).toEqual([first.id, third.id])
  expect(await ids(boss, `status=search&tags=[${tag.id}]&statusFilter=["pending"]`)).toEqual([third.id])
  expect(await ids(ana, 'withUnreadMessages=true')).toEqual([first.id, third.id])
})

describe('a ticket that awaits consent', () => {
  const awaitConsent = (id: number, isBot = true) =>
    company.sql(
      `update tickets set status = 'lgpd', bot = bot || jsonb_build_object('isBot', $3::boolean) where company_id = $1 and id = $2`,
      [company.id, id, isBot],
    )

  test('is listed with the waiting ones, found by its status, and in the bell once its customer is not answered', async () => {
    const { id } = await waiting()
    await awaitConsent(id)

    expect(await listed(ana, 'status=pending')).toContainEqual(expect.objectContaining({ id, status: 'lgpd' }))
    expect(await idsOf(ana, 'status=search&statusFilter=["lgpd"]')).toEqual([id])
    expect(await idsOf(ana, 'status=pending&statusFilter=["pending"]')).not.toContain(id)
    expect(await idsOf(ana, 'withUnreadMessages=true')).not.toContain(id)
    const stranger = await company.attendant({ queues: [await company.queue()] })
    for (const query of ['status=pending', 'status=search&statusFilter=["lgpd"]'])
      expect(await idsOf(stranger, query)).not.toContain(id)

    await awaitConsent(id, false)
    expect(await idsOf(ana, 'withUnreadMessages=true')).toContain(id)
    expect(await idsOf(stranger, 'withUnreadMessages=true')).not.toContain(id)
  })

  test('is accepted like any other, and then leaves the lists of colleagues', async () => {
    const { id } = await waiting()
    await awaitConsent(id)
    const bia = await company.attendant({ queues: [queue] })
    const heard = await bia.listen({ lists: ['pending'] })

    const accepted = await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })

    expect(accepted).toMatchObject({ status: 200, body: { status: 'open', userId: ana.id } })
    await eventually(() =>
      expect(heard.of('ticket').map(({ payload }) => payload)).toEqual([
        expect.objectContaining({ action: 'delete', ticketId: id, status: 'pending' }),
      ]),
    )
    expect(await idsOf(bia, 'status=pending')).not.toContain(id)
  })
})

test('a ticket that the bot talks to is in the list, and in the bell once it waits for a person', async () => {
  const { id } = await waiting()
  const setBot = (isBot: boolean) =>
    company.sql(
      'update tickets set bot = bot || jsonb_build_object($3::text, $4::boolean) where company_id = $1 and id = $2',
      [company.id, id, 'isBot', isBot],
    )
  await setBot(true)
  expect(await listed(ana, 'status=pending')).toContainEqual(expect.objectContaining({ id, isBot: true }))
  expect(await idsOf(ana, 'withUnreadMessages=true')).not.toContain(id)

  await setBot(false)
  expect(await idsOf(ana, 'withUnreadMessages=true')).toContain(id)
})

test('a waiting row shows what the customer asked, not the greeting', async () => {
  await company.setting('sendGreetingMessageOneQueues', 'enabled')
  const listener = await ana.listen({ lists: ['pending', 'open'] })
  const { id, connection, number } = await waiting('Vocês abrem no sábado?', { greetingMessage: 'Bem-vindo à loja!' })
  await company.setting('sendGreetingMessageOneQueues', 'disabled')
  const rowIn = async (list: string) =>
    (await listed(ana, `status=${list}`)).find((ticket: { id: number }) => ticket.id === id)
  const heard = () =>
    listener.of('message').findLast(({ payload }) => payload.ticket?.id === id)?.payload.ticket?.lastMessage
  await eventually(() =>
    expect(listener.of('message').map(({ payload }) => payload.message.body)).toContain('Bem-vindo à loja!'),
  )

  expect(await rowIn('pending')).toMatchObject({
    lastMessage: 'Vocês abrem no sábado?',
    fromMe: false,
    lastMessageAck: null,
    unreadMessages: 1,
    waitingSince: expect.any(String),
  })
  expect(heard()).toBe('Vocês abrem no sábado?')

  await connection.receive(said(number, 'E no domingo?'))
  expect(await rowIn('pending')).toMatchObject({ lastMessage: 'E no domingo?' })
  await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
  await desk.write(id, 'Só no sábado')
  expect(await rowIn('open')).toMatchObject({ lastMessage: 'Só no sábado', fromMe: true })
})

describe('a message that was not sent', () => {
  const fail = () =>
    world.network.answer(({ body }) =>
      body === 'perdida' ? { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' } : { status: 'sent' },
    )
  const rowOf = async (id: number) =>
    (await listed(ana, 'status=open')).find((ticket: { id: number }) => ticket.id === id)

  test.for([
    ['sent again', ({ id }: { id: number }) => ana.post(`/messages/${id}/retry`)],
    ['deleted', ({ id }: { id: number }) => ana.delete(`/messages/${id}`)],
  ] as const)('shows on its row and live, also behind later messages, until it is %s', async ([, repair]) => {
    fail()
    const id = await desk.openTicket(await desk.connection())
    const listener = await ana.listen({ lists: ['open'] })
    const heard = () =>
      listener
        .of('ticket')
        .flatMap(({ payload }) => (payload.action === 'update' && payload.ticketId === id ? [payload.ticket] : []))
        .at(-1)?.hasFailed
    expect(await rowOf(id)).toMatchObject({ hasFailed: false })

    const lost = await desk.write(id, 'perdida')
    await eventually(() => expect(heard()).toBe(true))
    await desk.write(id, 'chegou')
    expect(await rowOf(id)).toMatchObject({ lastMessage: 'chegou', hasFailed: true })

    world.network.answer(() => ({ status: 'sent' }))
    expect((await repair(lost)).status).toBe(200)
    await eventually(() => expect(heard()).toBe(false))
    expect(await rowOf(id)).toMatchObject({ hasFailed: false })
  })
})
