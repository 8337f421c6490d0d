import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number; name: string }
let otherQueue: { id: number; name: string }
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  ;[queue, otherQueue] = [await company.queue(), await company.queue()]
  admin = await company.admin()
})
afterAll(() => world.close())

async function waiting(options: Parameters<Company['connection']>[0] = { queues: [queue] }) {
  const connection = await company.connection(options)
  const number = someNumber()
  await connection.receive(said(number, 'Olá'))
  return { id: await ticketOn(connection), connection, number }
}

async function ticketOn(connection: TestConnection): Promise<number> {
  const [{ id }] = await company.sql('select id from tickets where company_id = $1 and connection_id = $2', [
    company.id,
    connection.id,
  ])
  return Number(id)
}

interface Attendance {
  user_id: number | null
  queue_id: number | null
  is_queued: boolean
  is_started: boolean
  is_finished: boolean
}

/** Oldest first. */
const attendancesOf = (ticketId: number): Promise<Attendance[]> =>
  company.sql(
    `select user_id, queue_id, queued_at is not null as is_queued, started_at is not null as is_started, finished_at is not null as is_finished
     from ticket_turns where company_id = $1 and ticket_id = $2 order by id`,
    [company.id, ticketId],
  )

const change = (person: Person, id: number, body: Record<string, unknown>) => person.put(`/tickets/${id}`, body)
const accept = (person: Person, id: number) => change(person, id, { status: 'open', userId: person.id })
const logOf = async (id: number) =>
  (await admin.get(`/tickets-log/${id}`)).body
    .map((entry: { type: string }) => entry.type)
    .filter((type: string) => type !== 'access')
    .toReversed()

describe('the attendance of a ticket', () => {
  test('starts with the message of the customer, follows every move and ends when the ticket is closed', async () => {
    const [ana, bia] = [await company.attendant({ queues: [queue] }), await company.attendant({ queues: [otherQueue] })]
    const { id } = await waiting()
    const waits = { user_id: null, queue_id: queue.id, is_queued: true, is_started: false, is_finished: false }
    expect(await attendancesOf(id)).toEqual([waits])

    await accept(ana, id)
    const served = { ...waits, user_id: ana.id, is_started: true }
    expect(await attendancesOf(id)).toEqual([served])

    await change(ana, id, { status: 'open', userId: bia.id, queueId: otherQueue.id })
    expect(await attendancesOf(id)).toEqual([{ ...served, user_id: bia.id, queue_id: otherQueue.id }])

    await change(bia, id, { status: 'pending' })
    expect(await attendancesOf(id)).toEqual([{ ...served, user_id: null, queue_id: otherQueue.id }])

    await accept(bia, id)
    await change(bia, id, { status: 'closed' })
    expect(await attendancesOf(id)).toEqual([
      { ...served, user_id: bia.id, queue_id: otherQueue.id, is_finished: true },
    ])
    expect(await logOf(id)).toEqual(['create', 'open', 'transfered', 'receivedTransfer', 'pending', 'open', 'closed'])
  })

  test('is started when a waiting ticket is assigned to a user', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const { id } = await waiting()

    await change(admin, id, { status: 'open', userId: ana.id, queueId: queue.id })

    expect(await attendancesOf(id)).toMatchObject([{ user_id: ana.id, is_started: true }])
  })

  test('is a new one when a closed ticket goes back to its queue', async () => {
    const { id } = await waiting()
    await accept(admin, id)
    await change(admin, id, { status: 'closed' })

    await change(admin, id, { status: 'pending' })

    expect(await attendancesOf(id)).toMatchObject([
      { is_finished: true },
      { user_id: null, queue_id: queue.id, is_finished: false },
    ])
  })

  test('is a new one when a message of the customer reopens a closed ticket', async () => {
    const { id, connection, number } = await waiting({ queues: [queue], reopenMinutes: 60 })
    await accept(admin, id)
    await change(admin, id, { status: 'closed' })

    await connection.receive(said(number, 'mais uma coisa'))

    expect(await attendancesOf(id)).toMatchObject([{ is_finished: true }, { user_id: null, is_finished: false }])
    expect(await logOf(id)).toEqual(['create', 'open', 'closed', 'reopen'])
  })

  test('has no user after its user is deleted', async () => {
    const leaver = await company.attendant({ queues: [queue] })
    const { id } = await waiting()
    await accept(leaver, id)

    await admin.delete(`/users/${leaver.id}`)

    await eventually(async () =>
      expect((await admin.get(`/tickets/${id}`)).body).toMatchObject({ status: 'pending', userId: null }),
    )
    expect(await attendancesOf(id)).toMatchObject([{ user_id: null, queue_id: queue.id, is_finished: false }])
    expect(await logOf(id)).toEqual(['create', 'open', 'pending'])
  })

  test('has no deleted user after a retry if the first tries fail', async () => {
    const leaver = await company.attendant({ queues: [queue] })
    const { id } = await waiting()
    await accept(leaver, id)

    await company.sql('alter table ticket_turns rename to ticket_turns_away')
    await admin.delete(`/users/${leaver.id}`)
    const { publisher } = world.app.deps
    await publisher.idle()
    // A call would read the rating from the table that is away.
    expect(await company.sql('select status, user_id::int from tickets where id = $1', [id])).toEqual([
      { status: 'open', user_id: leaver.id },
    ])
    await company.sql('alter table ticket_turns_away rename to ticket_turns')

    await eventually(async () => expect(await attendancesOf(id)).toMatchObject([{ user_id: null }]))
  })

  test('of a group has no user after its user is deleted, and the group is open to all again', async () => {
    const leaver = await company.attendant({ queues: [queue], allowGroup: true })
    const connection = await company.connection({ queues: [queue], allowsGroups: true })
    await connection.receive(
      said({ kind: 'group', value: '120363000000000042' }, 'Oi', {
        isGroup: true,
        author: { name: 'Rita', identity: phone(someNumber()), address: 'x@s.whatsapp.net' },
      }),
    )
    const id = await ticketOn(connection)
    await accept(leaver, id)
    expect(await attendancesOf(id)).toMatchObject([{ user_id: leaver.id }])

    await admin.delete(`/users/${leaver.id}`)

    await eventually(async () => expect(await attendancesOf(id)).toMatchObject([{ user_id: null }]))
    const [ticket] = await company.sql('select status, user_id from tickets where company_id = $1 and id = $2', [
      company.id,
      id,
    ])
    expect(ticket).toEqual({ status: 'group', user_id: null })
  })

  test('is opened again in another queue if its own was deleted after it was closed', async () => {
    const doomed = await company.queue()
    const { id } = await waiting({ queues: [doomed] })
    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
    await admin.put(`/tickets/${id}`, { status: 'closed', userId: admin.id })
    await admin.delete(`/queue/${doomed.id}`)

    expect(await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })).toMatchObject({
      status: 400,
      body: { error: 'ERR_QUEUE_REQUIRED' },
    })
    expect(await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id, queueId: queue.id })).toMatchObject({
      status: 200,
      body: { status: 'open', queueId: queue.id },
    })
  })

  test('is transferred to a user only in another queue if its own was deleted after it was closed', async () => {
    const doomed = await company.queue()
    const { id } = await waiting({ queues: [doomed] })
    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
    await admin.put(`/tickets/${id}`, { status: 'closed', userId: admin.id })
    await admin.delete(`/queue/${doomed.id}`)
    const colleague = await company.attendant({ queues: [queue] })

    expect(await admin.put(`/tickets/${id}`, { userId: colleague.id })).toMatchObject({
      status: 400,
      body: { error: 'ERR_QUEUE_REQUIRED' },
    })
    expect(await admin.put(`/tickets/${id}`, { userId: colleague.id, queueId: queue.id })).toMatchObject({
      status: 200,
      body: { status: 'open', userId: colleague.id, queueId: queue.id },
    })
  })

  test('has no queue after its queue is deleted', async () => {
    const sales = await company.queue()
    const { id } = await waiting({ queues: [sales] })

    await admin.delete(`/queue/${sales.id}`)

    await eventually(async () => expect((await admin.get(`/tickets/${id}`)).body).toMatchObject({ queueId: null }))
    expect(await attendancesOf(id)).toMatchObject([{ queue_id: null, is_finished: false }])
  })
})

test('a closed ticket that is returned leaves a queue that is gone', async () => {
  const doomed = await company.queue()
  const { id } = await waiting({ queues: [doomed] })
  await accept(admin, id)
  await change(admin, id, { status: 'closed' })
  await admin.delete(`/queue/${doomed.id}`)

  const returned = await change(admin, id, { status: 'pending' })

  expect(returned).toMatchObject({ status: 200, body: { status: 'pending', userId: null, queueId: null } })
  expect((await attendancesOf(id)).at(-1)).toMatchObject({ queue_id: null, is_finished: false })
})

/** Statements that move or create tickets, or that record it. */
const statements = {
  'status, user and queue of tickets':
    /update tickets\b[^;`]*?\bset\b(?:(?!\bwhere\b)[^`])*?\b(?:status|user_id|queue_id) = /i,
  'new tickets': /insert into tickets\b/i,
  attendances: /(?:insert into|update|delete from) ticket_turns\b/i,
  'the log': /(?:insert into|update|delete from) ticket_log\b/i,
}

const modules = join(import.meta.dirname, '..')
const sources = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const writersOf = (statement: RegExp) =>
  sources.filter((file) => statement.test(readFileSync(join(modules, file), 'utf8'))).toSorted()

test.each([
  ['status, user and queue of tickets', ['tickets/move-ticket.ts']],
  ['new tickets', ['tickets/begin-tickets.ts']],
  ['attendances', ['tickets/attendances.repository.ts']],
  // The other removes what is too old.
  ['the log', ['tickets/counted/accesses.repository.ts', 'tickets/ticket-log.ts']],
] as const)('no other file writes: %s', (what, files) => {
  expect(writersOf(statements[what])).toEqual(files)
})
