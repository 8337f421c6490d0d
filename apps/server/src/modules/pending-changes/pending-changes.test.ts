import { beforeAll, describe, expect, test } from 'vitest'
import { said } from '#test/inbound'
import type { Desk } from '#test/desk'
import { ask, asked, changesOfFile, endsHeard, undo } from '#test/scenes/pending-changes'
import { type Company, type Person, type World, eventually } from '#test/world'
import { doChange } from './do-change.ts'
import { findPerson } from '#modules/sessions'
import { createChannels } from '#channels/registry'

let desk: Desk
let world: World
let company: Company
let ana: Person
let bia: Person
const scene = changesOfFile()
const { openTicket, ticketOf, bodiesOf, letPass, isGone, ended } = scene
beforeAll(() => {
  ;({ desk, world, company, ana, bia } = scene.started)
})

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

  test('a colleague who moves the ticket stops it', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, { kind: 'close' })
    await bia.put(`/tickets/${id}`, { status: 'open', userId: bia.id, queueId: desk.queue.id, transferNote: '' })

    expect(await ended(ana, change)).toMatchObject({ outcome: 'stopped', reason: 'ERR_TICKET_CHANGED' })
    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: bia.id })
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
