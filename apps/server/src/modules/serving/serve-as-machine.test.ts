import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx, MachineActor } from '#platform/context'
import { said, someNumber } from '#test/inbound'
import { type Company, type World, createWorld } from '#test/world'
import { changeTicket } from './change-ticket.ts'
import type { Change } from './ticket-intent.ts'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  await world.app.delivery.stop()
})
afterAll(() => world.close())

const bot = (): MachineActor => ({ kind: 'bot', companyId: company.id, forUserId: null })
const asBot = <T>(work: (ctx: Ctx) => Promise<T>) => world.app.deps.units.run(bot(), work)
const change = (id: number, wanted: Change) => asBot((ctx) => changeTicket(ctx, id, wanted))

async function waitingTicket(settings = {}, queues: { id: number }[] = []) {
  const connection = await company.connection({ settings, queues })
  await connection.receive(said(someNumber(), 'Olá'))
  const [ticket] = await company.sql('select id from tickets where connection_id = $1', [connection.id])
  return { id: Number(ticket.id) }
}

test('a machine transfers a ticket to a queue and to a person, and the log names the person and not the machine', async () => {
  const queue = await company.queue()
  const ana = await company.attendant({ queues: [queue] })
  const { id } = await waitingTicket()

  await change(id, { queueId: queue.id, transferNote: 'Quer um orçamento' })
  const served = await change(id, { userId: ana.id, queueId: queue.id, transferNote: 'É com você' })

  expect(served).toMatchObject({ status: 'open', user_id: ana.id, queue_id: queue.id })
  expect(
    await company.sql('select kind, user_id from ticket_log where ticket_id = $1 and kind <> $2 order by id', [
      id,
      'create',
    ]),
  ).toEqual([
    { kind: 'transfered', user_id: null },
    { kind: 'transfered', user_id: null },
    { kind: 'receivedTransfer', user_id: ana.id },
  ])
  const notes = await company.sql(
    'select body, origin, sender_user_id from messages where ticket_id = $1 and is_private order by id',
    [id],
  )
  expect(notes).toEqual([
    { body: 'Quer um orçamento', origin: 'bot', sender_user_id: null },
    { body: 'É com você', origin: 'bot', sender_user_id: null },
  ])
})

test('a machine accepts no ticket without naming a person', async () => {
  const { id } = await waitingTicket()
  await expect(change(id, { status: 'open' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  expect(await company.sql('select status, user_id from tickets where id = $1', [id])).toEqual([
    { status: 'pending', user_id: null },
  ])
})

test("a machine closes a ticket with the connection's farewell", async () => {
  await company.setting('sendFarewellWaitingTicket', 'enabled')
  const { id } = await waitingTicket({ complationMessage: 'Até logo' })

  expect(await change(id, { status: 'closed' })).toMatchObject({ status: 'closed', user_id: null })

  const [last] = await company.sql('select body, origin from messages where ticket_id = $1 order by id desc limit 1', [
    id,
  ])
  expect(last).toEqual({ body: 'Até logo', origin: 'bot' })
})

test('no machine needs a tag to close a ticket that a person may not close without one', async () => {
  const companyId = company.id
  const machines: Record<MachineActor['kind'], MachineActor> = {
    bot: bot(),
    campaign: { kind: 'campaign', companyId, campaignId: 1 },
    schedule: { kind: 'schedule', companyId, scheduleId: 1, forUserId: null },
    api: { kind: 'api', companyId, connectionId: 1 },
    import: { kind: 'import', companyId, connectionId: 1 },
    connection: { kind: 'connection', companyId, connectionId: null },
    system: { kind: 'system', companyId },
  }
  const queue = await company.queue()
  const ana = await company.attendant({ queues: [queue] })
  await company.setting('requiredTag', 'enabled')

  for (const machine of Object.values(machines)) {
    const { id } = await waitingTicket({}, [queue])
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    const byAna = await ana.put(`/tickets/${id}`, { status: 'closed' })
    const byMachine = await world.app.deps.units.run(machine, (ctx) => changeTicket(ctx, id, { status: 'closed' }))

    expect(byAna).toMatchObject({ status: 422, body: { error: 'ERR_TAG_REQUIRED' } })
    expect(byMachine).toMatchObject({ id, status: 'closed', user_id: ana.id })
  }
  await company.setting('requiredTag', 'disabled')
})

test('a machine of another company finds no ticket', async () => {
  const { id } = await waitingTicket()
  const other = await world.company()
  const foreign: MachineActor = { kind: 'bot', companyId: other.id, forUserId: null }
  await expect(
    world.app.deps.units.run(foreign, (ctx) => changeTicket(ctx, id, { status: 'closed' })),
  ).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
})
