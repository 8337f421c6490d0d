import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { said } from '#test/inbound'
import type { Desk } from '#test/desk'
import { ask, asked, changesOfFile, undo } from '#test/scenes/pending-changes'
import type { Company, Person } from '#test/world'

let desk: Desk
let company: Company
let ana: Person
let bia: Person
const scene = changesOfFile()
const { newNumber, openTicket, ticketOf, bodiesOf, ended } = scene
beforeAll(() => {
  ;({ desk, company, ana, bia } = scene.started)
})

describe('a change that can be undone', () => {
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

  test('ignores a waiting ticket without a farewell', async () => {
    const connection = await company.connection({
      queues: [desk.queue],
      settings: { complationMessage: 'Até logo!' },
    })
    await company.setting('sendFarewellWaitingTicket', 'enabled')
    await connection.receive(said(newNumber(), 'Oi'))
    const [{ id }] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])

    await ended(ana, await asked(ana, id, { kind: 'ignore' }))

    expect(await ticketOf(id)).toMatchObject({ status: 'closed' })
    expect(await bodiesOf(id)).toEqual(['Oi'])
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
  test('a closing of a ticket that is closed, and a transfer to nobody who works here', async () => {
    const { id } = await openTicket()
    expect(await ask(ana, id, { kind: 'transfer', userId: 987_654_321, queueId: desk.queue.id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
    await ana.put(`/tickets/${id}`, { status: 'closed' })
    expect(await ask(ana, id, { kind: 'close' })).toMatchObject({ status: 400, body: { error: 'ERR_TICKET_NOT_OPEN' } })
  })
})
