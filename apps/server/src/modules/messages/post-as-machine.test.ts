import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, MachineActor } from '#platform/context'
import { audit } from '#platform/audit'
import { closeTicket, lockTicket } from '#modules/tickets'
import { said, someNumber } from '#test/inbound'
import { type Company, type World, createWorld } from '#test/world'
import { postMessage } from './post-message.ts'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  await world.app.delivery.stop()
})
afterAll(() => world.close())

async function waitingTicket() {
  const connection = await company.connection()
  await connection.receive(said(someNumber(), 'Olá'))
  const [ticket] = await company.sql('select id, connection_id from tickets where connection_id = $1', [connection.id])
  return { id: Number(ticket.id), connectionId: connection.id }
}

const post = (actor: Actor, ticketId: number, body: string, clientId?: string) =>
  world.app.deps.units.run(actor, (ctx) => postMessage(ctx, ticketId, { body, ...(clientId && { clientId }) }))

const machines = (companyId: number): [MachineActor, { origin: string; priority: number }][] => [
  [
    { kind: 'bot', companyId, forUserId: null },
    { origin: 'bot', priority: 1 },
  ],
  [
    { kind: 'api', companyId, connectionId: 1 },
    { origin: 'api', priority: 2 },
  ],
  [
    { kind: 'schedule', companyId, scheduleId: 5, forUserId: null },
    { origin: 'schedule', priority: 2 },
  ],
  [
    { kind: 'campaign', companyId, campaignId: 7 },
    { origin: 'campaign', priority: 3 },
  ],
]

test('machines write under their own origin and priority, and the customer still waits for a person', async () => {
  for (const [actor, { origin, priority }] of machines(company.id)) {
    const { id, connectionId } = await waitingTicket()

    const { message } = await post(actor, id, 'Aviso')

    expect(message).toMatchObject({ origin, sender_user_id: null, body: 'Aviso' })
    expect(
      await company.sql('select priority from outbox where connection_id = $1 and action = $2', [connectionId, 'send']),
    ).toEqual([{ priority }])
    expect(
      await company.sql('select unread_count, waiting_since is null as is_answered from tickets where id = $1', [id]),
    ).toEqual([{ unread_count: 1, is_answered: false }])
  }
})

test('a repeated call of the API with one client id creates one message', async () => {
  const { id, connectionId } = await waitingTicket()
  const api = { kind: 'api', companyId: company.id, connectionId } as const
  const clientId = '0b9be4d2-9f8c-4c31-8a55-0d1d0c6a1c11'

  const first = await post(api, id, 'Pedido enviado', clientId)
  const again = await post(api, id, 'Pedido enviado', clientId)

  expect([first.isNew, again.isNew]).toEqual([true, false])
  expect(again.message.id).toBe(first.message.id)
})

test('machines of one company find no tickets of another', async () => {
  const { id } = await waitingTicket()
  const other = await world.company()

  for (const [actor] of machines(other.id))
    await expect(post(actor, id, 'Oi')).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND', status: 404 })
})

test('a ticket that the bot closes has no user, and its attendance is finished', async () => {
  const { id } = await waitingTicket()

  await world.app.deps.units.run({ kind: 'bot', companyId: company.id, forUserId: null }, async (ctx) => {
    const ticket = await lockTicket(ctx, id)
    if (ticket) await closeTicket(ctx, ticket)
  })

  expect(await company.sql('select status, user_id from tickets where id = $1', [id])).toEqual([
    { status: 'closed', user_id: null },
  ])
  expect(await company.sql("select user_id from ticket_log where ticket_id = $1 and kind = 'closed'", [id])).toEqual([
    { user_id: null },
  ])
  expect(
    await company.sql('select finished_at is not null as is_finished from ticket_turns where ticket_id = $1', [id]),
  ).toEqual([{ is_finished: true }])
})

test('the audit log names the machine that acted', async () => {
  await world.app.deps.units.run({ kind: 'campaign', companyId: company.id, campaignId: 7 }, (ctx) =>
    audit(ctx, { action: 'ticket.closeAll', detail: { closed: 1 } }),
  )

  expect(
    await company.sql(
      "select actor_user_id, detail from audit_log where company_id = $1 and action = 'ticket.closeAll'",
      [company.id],
    ),
  ).toEqual([{ actor_user_id: null, detail: { closed: 1, by: 'campaign 7' } }])
})
