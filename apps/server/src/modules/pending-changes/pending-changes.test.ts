import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { said } from '#test/inbound'
import { type Desk, createDesk } from '#test/desk'
import { holdTicket } from '#test/lock-table'
import { addManyMessages } from '#test/many-messages'
import { rowsRead } from '#test/rows-read'
import { type Company, type Listener, type Person, type TestConnection, type World, eventually } from '#test/world'
import { doChange } from './do-change.ts'
import { findPendingChange, hasCustomerWritten, insertPendingChange } from './pending-changes.repository.ts'
import { findPerson } from '#modules/sessions'
import { lockTickets } from '#modules/tickets'
import { createChannels } from '#channels/registry'

let desk: Desk
let world: World
let company: Company
let ana: Person
let bia: Person
beforeAll(async () => {
  desk = await createDesk()
  ;({ world, company, attendant: ana } = desk)
  bia = await company.attendant({ queues: [desk.queue], name: 'Bia Costa' })
  world.network.answer(() => ({ status: 'sent' }))
})
afterAll(() => desk.world.close())

let numbers = 62_000_000
async function openTicket(settings = {}): Promise<{ id: number; connection: TestConnection; number: string }> {
  const connection = await company.connection({ queues: [desk.queue], settings })
  const number = `55119${(numbers += 1)}`
  return { id: await desk.openTicket(connection, number), connection, number }
}

const ask = (person: Person, ticketId: number, body: object) =>
  person.post(`/pending-changes/tickets/${ticketId}`, body)
const undo = (person: Person, id: number) => person.delete(`/pending-changes/${id}`)
const ticketOf = async (id: number) => (await (await company.admin()).get(`/tickets/${id}`)).body
/** The time to undo has passed. */
const letPass = (id: number) =>
  company.sql("update pending_changes set due_at = now() - interval '1 second' where id = $1", [id])
const isGone = (id: number) =>
  eventually(async () => expect(await company.sql('select 1 from pending_changes where id = $1', [id])).toEqual([]))

async function asked(person: Person, ticketId: number, body: object): Promise<number> {
  const answer = await ask(person, ticketId, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.id
}

/** Lets the time pass and returns how it ended for its author. */
async function ended(person: Person, id: number): Promise<{ outcome: string; reason: string | null }> {
  const listener = await person.listen()
  await letPass(id)
  return eventually(() => {
    const [end] = endsHeard(listener, id)
    if (!end) throw new Error('it has not ended yet')
    return end
  })
}

const endsHeard = (listener: Listener, id: number) =>
  listener
    .of('pendingChange')
    .flatMap(({ payload }) => (payload.action === 'ended' && payload.id === id ? [payload] : []))

describe('a change that can be undone', () => {
  test('is due in eight seconds, and nobody sees anything of it until then', async () => {
    const { id } = await openTicket({ complationMessage: 'Até logo!' })

    const { body } = await ask(ana, id, { kind: 'close' })

    expect(body).toMatchObject({ kind: 'close', ticketId: id, messageId: null, contactName: 'Mariana' })
    expect(body.dueIn).toBeGreaterThan(0)
    expect(body.dueIn).toBeLessThanOrEqual(8000)
    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: ana.id })
    expect((await ana.get(`/messages/${id}`)).body.messages).toHaveLength(1)
    expect((await ana.get('/pending-changes')).body).toMatchObject([{ id: body.id }])
    expect((await bia.get('/pending-changes')).body).toEqual([])
    await undo(ana, body.id)
  })

  test('is done when its time has passed, with the farewell of the one who asked', async () => {
    const { id } = await openTicket({ complationMessage: 'Até logo!' })
    const change = await asked(ana, id, { kind: 'close' })

    expect(await ended(ana, change)).toMatchObject({ outcome: 'done', reason: null })

    expect(await ticketOf(id)).toMatchObject({ status: 'closed', userId: ana.id })
    expect(await bodiesOf(id)).toEqual(['Olá', 'Até logo!'])
    expect(
      await company.sql("select user_id::int from ticket_log where ticket_id = $1 and kind = 'closed'", [id]),
    ).toEqual([{ user_id: ana.id }])
  })

  test('is done without a farewell if it was asked so', async () => {
    const { id } = await openTicket({ complationMessage: 'Até logo!' })

    await ended(ana, await asked(ana, id, { kind: 'close', sendFarewellMessage: false }))

    expect(await bodiesOf(id)).toEqual(['Olá'])
  })

  test('names no contact by a number that is masked for the user', async () => {
    await company.setting('lgpdHideNumber', 'enabled')
    onTestFinished(() => company.setting('lgpdHideNumber', 'disabled'))
    const { id } = await openTicket()
    await company.sql(
      `update contacts set name = '+55 11 98888-7777'
       where company_id = $1 and id = (select contact_id from tickets where company_id = $1 and id = $2)`,
      [company.id, id],
    )

    const { body } = await ask(ana, id, { kind: 'close' })

    expect(JSON.stringify([body, (await ana.get('/pending-changes')).body])).not.toMatch(/98888/)
    await undo(ana, body.id)
  })

  test('is not done after it was undone', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, { kind: 'close' })

    expect((await undo(ana, change)).status).toBe(200)

    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: ana.id })
    expect(await undo(ana, change)).toMatchObject({ status: 404, body: { error: 'ERR_NO_PENDING_CHANGE' } })
  })

  test('cannot be undone after it was done', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, { kind: 'close' })
    await ended(ana, change)

    expect(await undo(ana, change)).toMatchObject({ status: 404, body: { error: 'ERR_NO_PENDING_CHANGE' } })
    expect(await ticketOf(id)).toMatchObject({ status: 'closed' })
  })

  test('ignores a waiting ticket without a farewell', async () => {
    const connection = await company.connection({
      queues: [desk.queue],
      settings: { complationMessage: 'Até logo!' },
    })
    await company.setting('sendFarewellWaitingTicket', 'enabled')
    await connection.receive(said(`55119${(numbers += 1)}`, 'Oi'))
    const [{ id }] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])

    await ended(ana, await asked(ana, id, { kind: 'ignore' }))

    expect(await ticketOf(id)).toMatchObject({ status: 'closed' })
    expect(await bodiesOf(id)).toEqual(['Oi'])
  })

  test('transfers a ticket with its note', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, {
      kind: 'transfer',
      userId: bia.id,
      queueId: desk.queue.id,
      transferNote: 'É com você',
    })
    expect(await ticketOf(id)).toMatchObject({ userId: ana.id })

    await ended(ana, change)

    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: bia.id })
    expect(await bodiesOf(id)).toEqual(['Olá', 'É com você'])
  })

  test('deletes a message, and not after it was undone', async () => {
    const { id } = await openTicket()
    const [kept, gone] = [await desk.write(id, 'Fica'), await desk.write(id, 'Sai')]
    const [first, second] = [
      (await ana.post(`/pending-changes/messages/${kept.id}`)).body,
      (await ana.post(`/pending-changes/messages/${gone.id}`)).body,
    ]
    expect([first, second]).toMatchObject([{ messageId: kept.id }, { kind: 'delete', messageId: gone.id }])

    await undo(ana, first.id)
    await ended(ana, second.id)

    const { messages } = (await ana.get(`/messages/${id}`)).body
    const deleted = (messages as { id: number; isDeleted: boolean }[]).map((one) => [one.id, one.isDeleted])
    expect(deleted).toEqual(
      expect.arrayContaining([
        [kept.id, false],
        [gone.id, true],
      ]),
    )
  })

  test('replaces what the same person asked for the same ticket before', async () => {
    const { id } = await openTicket()
    const first = await asked(ana, id, { kind: 'close' })
    const second = await asked(ana, id, { kind: 'transfer', userId: bia.id, queueId: desk.queue.id })

    expect(await undo(ana, first)).toMatchObject({ status: 404 })
    await ended(ana, second)

    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: bia.id })
  })
})

describe('a change that cannot be done is refused at once', () => {
  test('a closing without the tag that the company wants', async () => {
    const { id } = await openTicket()
    await company.setting('requiredTag', 'enabled')
    try {
      expect(await ask(ana, id, { kind: 'close' })).toMatchObject({ status: 422, body: { error: 'ERR_TAG_REQUIRED' } })
    } finally {
      await company.setting('requiredTag', 'disabled')
    }
    expect((await ana.get('/pending-changes')).body).toEqual([])
  })

  test('a closing of a ticket that is closed, and a transfer to nobody who works here', async () => {
    const { id } = await openTicket()
    expect(await ask(ana, id, { kind: 'transfer', userId: 987_654_321, queueId: desk.queue.id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
    await ana.put(`/tickets/${id}`, { status: 'closed' })
    expect(await ask(ana, id, { kind: 'close' })).toMatchObject({ status: 400, body: { error: 'ERR_TICKET_NOT_OPEN' } })
  })

  test('the deletion of a message of the customer', async () => {
    const { id } = await openTicket()
    const [{ id: theirs }] = (await ana.get(`/messages/${id}`)).body.messages

    expect(await ana.post(`/pending-changes/messages/${theirs}`)).toMatchObject({
      body: { error: 'ERR_DELETE_WAPP_MSG' },
    })
  })
})

describe('what happens meanwhile', () => {
  test.each(['close', 'ignore'])('%s is stopped by a message of the customer', async (kind) => {
    const { id, connection, number } = await openTicket()
    const change = await asked(ana, id, { kind })
    await connection.receive(said(number, 'Só mais uma coisa'))

    expect(await ended(ana, change)).toMatchObject({ outcome: 'stopped', reason: 'ERR_CUSTOMER_WROTE' })

    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: ana.id, lastMessage: 'Só mais uma coisa' })
  })

  test('a message of the customer that came before, and that its author had not seen, stops it too', async () => {
    const { id, connection, number } = await openTicket()
    const { lastMessageAt } = await ticketOf(id)
    await connection.receive(said(number, 'Só mais uma coisa'))
    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ lastMessage: 'Só mais uma coisa' }))

    const change = await asked(ana, id, { kind: 'close', seenUntil: lastMessageAt })

    expect(await ended(ana, change)).toMatchObject({ outcome: 'stopped', reason: 'ERR_CUSTOMER_WROTE' })
  })

  test('a message that its author has seen does not stop it', async () => {
    const { id, connection, number } = await openTicket()
    await connection.receive(said(number, 'Só isso, obrigado'))
    await eventually(async () => expect(await ticketOf(id)).toMatchObject({ lastMessage: 'Só isso, obrigado' }))
    const { lastMessageAt } = await ticketOf(id)

    const change = await asked(ana, id, { kind: 'close', seenUntil: lastMessageAt })

    expect(await ended(ana, change)).toMatchObject({ outcome: 'done' })
  })

  test('a message of the customer does not stop a transfer: the colleague reads it', async () => {
    const { id, connection, number } = await openTicket()
    const change = await asked(ana, id, { kind: 'transfer', userId: bia.id, queueId: desk.queue.id })
    await connection.receive(said(number, 'Só mais uma coisa'))

    expect(await ended(ana, change)).toMatchObject({ outcome: 'done' })
    expect(await ticketOf(id)).toMatchObject({ userId: bia.id })
  })

  test('a closing goes on after the attendant’s own message', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, { kind: 'close' })
    await desk.write(id, 'Tchau')

    expect(await ended(ana, change)).toMatchObject({ outcome: 'done' })
  })

  test('a colleague who moves the ticket stops it', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, { kind: 'close' })
    await bia.put(`/tickets/${id}`, { status: 'open', userId: bia.id, queueId: desk.queue.id, transferNote: '' })

    expect(await ended(ana, change)).toMatchObject({ outcome: 'stopped', reason: 'ERR_TICKET_CHANGED' })
    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: bia.id })
  })

  test('a closing counts as done if a colleague has closed the ticket', async () => {
    const { id } = await openTicket({ complationMessage: 'Até logo!' })
    const change = await asked(ana, id, { kind: 'close' })
    await bia.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })

    expect(await ended(ana, change)).toMatchObject({ outcome: 'done' })
    expect(await bodiesOf(id)).toEqual(['Olá'])
  })

  test('of two colleagues who both asked, the one who was first gets it', async () => {
    const { id } = await openTicket()
    const [first, second] = [
      await asked(ana, id, { kind: 'transfer', userId: bia.id, queueId: desk.queue.id }),
      await asked(bia, id, { kind: 'transfer', userId: null, queueId: (await company.queue()).id }),
    ]

    expect(await ended(ana, first)).toMatchObject({ outcome: 'done' })
    expect(await ended(bia, second)).toMatchObject({ outcome: 'stopped', reason: 'ERR_TICKET_CHANGED' })
    expect(await ticketOf(id)).toMatchObject({ userId: bia.id })
  })

  test('is done although the author has logged out', async () => {
    const clara = await company.attendant({ queues: [desk.queue] })
    const { id } = await openTicket()
    const change = await asked(clara, id, { kind: 'close' })
    await clara.delete('/auth/logout')
    await letPass(change)
    await isGone(change)

    expect(await ticketOf(id)).toMatchObject({ status: 'closed' })
  })

  test('is not done if the author has lost the right to see the ticket, or works here no more', async () => {
    const admin = await company.admin()
    const [clara, dora] = [
      await company.attendant({ queues: [desk.queue] }),
      await company.attendant({ queues: [desk.queue] }),
    ]
    const [one, other] = [await openTicket(), await openTicket()]
    const changes = [await asked(clara, one.id, { kind: 'close' }), await asked(dora, other.id, { kind: 'close' })]
    await admin.put(`/users/${clara.id}`, { queueIds: [] })
    await admin.delete(`/users/${dora.id}`)

    for (const change of changes) await letPass(change)
    for (const change of changes) await isGone(change)

    expect(await ticketOf(one.id)).toMatchObject({ status: 'open' })
    expect(await ticketOf(other.id)).toMatchObject({ status: 'open' })
  })

  test('is gone with its ticket', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, { kind: 'close' })

    expect((await (await company.admin()).delete(`/tickets/${id}`)).status).toBe(200)

    expect(await company.sql('select 1 from pending_changes where id = $1', [change])).toEqual([])
  })
})

describe('exactly once', () => {
  test('processes that do it at the same time do it once', async () => {
    const { id } = await openTicket({ complationMessage: 'Até logo!' })
    const change = await asked(ana, id, { kind: 'close' })
    const person = await findPerson(world.app.deps.units, { companyId: company.id, userId: ana.id })
    if (!person) throw new Error('no such user')

    await Promise.all(
      [1, 2, 3].map(() => world.app.deps.units.run(person, (ctx) => doChange(ctx, createChannels(), change))),
    )

    expect(await bodiesOf(id)).toEqual(['Olá', 'Até logo!'])
  })

  test('an undo wins while the worker that has taken it still waits for the ticket', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, { kind: 'close' })
    const holder = await holdTicket(world.databases.admin, id)
    await letPass(change)
    await eventually(async () => {
      const [row] = await company.sql('select tries from pending_changes where id = $1', [change])
      expect(row.tries).toBeGreaterThan(0)
    })
    expect((await undo(ana, change)).status).toBe(200)
    await holder.release()

    await world.app.deps.publisher.idle()
    expect(await ticketOf(id)).toMatchObject({ status: 'open' })
  })
})

describe('other tabs of its author', () => {
  test('are told what was asked and that it was undone', async () => {
    const { id } = await openTicket()
    const listener = await ana.listen()

    const change = await asked(ana, id, { kind: 'close' })

    await eventually(() =>
      expect(listener.of('pendingChange').map(({ payload }) => payload)).toMatchObject([
        { action: 'asked', id: change },
      ]),
    )
    await undo(ana, change)
    await eventually(() =>
      expect(endsHeard(listener, change)).toMatchObject([{ action: 'ended', outcome: 'undone', reason: null }]),
    )
  })
})

describe('a message that waits in the outbox and whose deletion can still be undone', () => {
  afterEach(() => world.network.answer(() => ({ status: 'sent' })))

  /** A message that was never tried, behind one that the network did not take; then the network takes everything. */
  async function deleteWaiting() {
    const { id, connection } = await openTicket()
    world.network.answer(({ action }) => ({ status: action === 'send' ? 'held' : 'sent' }))
    await desk.write(id, `Primeira ${id}`)
    await eventually(() => expect(desk.tried()).toContain(`Primeira ${id}`))
    const { id: messageId } = await desk.write(id, `Engano ${id}`)
    await desk.write(id, `Depois ${id}`)
    const change: number = (await ana.post(`/pending-changes/messages/${messageId}`)).body.id
    world.network.answer(() => ({ status: 'sent' }))
    await eventually(() => expect(desk.arrived()).toContain(`Primeira ${id}`))
    const other = await desk.openTicket(connection)
    await desk.write(other, `Outra ${id}`)
    await eventually(() => expect(desk.arrived()).toContain(`Outra ${id}`))
    expect(desk.tried()).not.toContain(`Engano ${id}`)
    return { id, change }
  }

  test('is never sent if it is deleted, and what was written after it is', async () => {
    const { id, change } = await deleteWaiting()

    await letPass(change)

    await eventually(() => expect(desk.arrived()).toContain(`Depois ${id}`))
    expect(desk.tried()).not.toContain(`Engano ${id}`)
  })

  test('is sent in its turn after that was undone', async () => {
    const { id, change } = await deleteWaiting()

    await undo(ana, change)

    await eventually(() => expect(desk.arrived()).toContain(`Depois ${id}`))
    const own = desk.arrived().filter((body) => body.endsWith(` ${id}`) && !body.startsWith('Outra'))
    expect(own).toEqual([`Primeira ${id}`, `Engano ${id}`, `Depois ${id}`])
  })
})

describe('somebody else', () => {
  test('cannot undo it, list it, or ask for one where they see no ticket', async () => {
    const { id } = await openTicket()
    const message = await desk.write(id, 'Sigilo')
    const change = await asked(ana, id, { kind: 'close' })
    const stranger = await company.attendant({ queues: [await company.queue()] })
    const outsider = await (await world.company()).admin()

    for (const person of [bia, await company.admin(), stranger, outsider]) {
      expect(await undo(person, change)).toMatchObject({ status: 404, body: { error: 'ERR_NO_PENDING_CHANGE' } })
      expect((await person.get('/pending-changes')).body).toEqual([])
    }
    for (const person of [stranger, outsider]) {
      expect(await ask(person, id, { kind: 'close' })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_TICKET_FOUND' },
      })
      expect(await person.post(`/pending-changes/messages/${message.id}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_MESSAGE_FOUND' },
      })
    }
    expect(await bia.post(`/pending-changes/messages/${message.id}`)).toMatchObject({ status: 400 })
    expect((await undo(ana, change)).status).toBe(200)
  })

  test('is not told of it', async () => {
    const { id } = await openTicket()
    const listener = await bia.listen({ lists: ['open'] })
    await ended(ana, await asked(ana, id, { kind: 'close' }))

    expect(listener.of('pendingChange')).toEqual([])
  })
})

async function bodiesOf(ticketId: number): Promise<string[]> {
  const rows = await company.sql('select body from messages where company_id = $1 and ticket_id = $2 order by id', [
    company.id,
    ticketId,
  ])
  return rows.map(({ body }) => body)
}

describe('in a company with many messages', () => {
  test('the rows read to ask for a closing, and again before it, do not grow with other conversations', async () => {
    const { id } = await openTicket()
    const other = await openTicket()
    await addManyMessages(company, other.id, 5000)
    const closing = {
      kind: 'close',
      messageId: null,
      toUserId: null,
      toQueueId: null,
      note: '',
      sendsFarewell: false,
      asksRating: false,
    } as const

    const read = await world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) => {
      const [ticket] = await lockTickets(ctx, [id])
      if (!ticket) throw new Error('there is no ticket')
      let change = 0
      const toAsk = await rowsRead(ctx, 'messages', async () => {
        change = await insertPendingChange(ctx, ana.id, ticket, closing)
      })
      const pending = await findPendingChange(ctx, change)
      if (!pending) throw new Error('there is no pending change')
      const toDo = await rowsRead(ctx, 'messages', () => hasCustomerWritten(ctx, pending))
      return { toAsk, toDo }
    })

    expect(read.toAsk).toBeGreaterThan(0)
    expect(Math.max(read.toAsk, read.toDo)).toBeLessThan(50)
  })
})
