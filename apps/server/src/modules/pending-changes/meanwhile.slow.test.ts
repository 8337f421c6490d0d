import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { said } from '#test/inbound'
import type { Desk } from '#test/desk'
import { holdTicket } from '#test/lock-table'
import { addManyMessages } from '#test/many-messages'
import { rowsRead } from '#test/rows-read'
import { asked, changesOfFile, undo } from '#test/scenes/pending-changes'
import { type Company, type Person, type World, eventually } from '#test/world'
import { findPendingChange, hasCustomerWritten, insertPendingChange } from './pending-changes.repository.ts'
import { lockTickets } from '#modules/tickets'

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

describe('what happens meanwhile', () => {
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

  test('is gone with its ticket', async () => {
    const { id } = await openTicket()
    const change = await asked(ana, id, { kind: 'close' })

    expect((await (await company.admin()).delete(`/tickets/${id}`)).status).toBe(200)

    expect(await company.sql('select 1 from pending_changes where id = $1', [change])).toEqual([])
  })
})

describe('exactly once', () => {
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
