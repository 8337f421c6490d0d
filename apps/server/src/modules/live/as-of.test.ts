import type { MessageEvent, TicketEvent } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NumberedFact } from '#platform/facts'
import { sql } from '#platform/database/sql'
import { type Company, type World, createWorld } from '#test/world'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

type Event = MessageEvent | TicketEvent

/** The events of a fact, as a process tells them that reads the tables now. */
async function told<E extends Event>(fact: NumberedFact, action: E['action']): Promise<E> {
  const emissions = await world.app.deps.publisher.eventsOf(company.id, [fact])
  const [payload] = emissions.flatMap((emission) =>
    'action' in emission.payload && emission.payload.action === action ? [emission.payload as E] : [],
  )
  if (!payload) throw new Error(`no ${action} of ${fact.kind}`)
  return payload
}

async function newest(kind: string): Promise<NumberedFact> {
  const [fact] = await company.sql(
    'select number::int as number, kind, ids from events where company_id = $1 and kind = $2 order by number desc limit 1',
    [company.id, kind],
  )
  return fact
}

describe('an event with a state that was read', () => {
  test('names the newest fact that it includes, which may be later than its own', async () => {
    const admin = await company.admin()
    const { id } = await company.ticket()
    const created = await newest('message.created')
    const early = await told<MessageEvent>(created, 'create')

    await admin.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
    const late = await told<MessageEvent>(created, 'create')
    const closed = await told<TicketEvent>(await newest('ticket.changed'), 'update')

    expect(late.seq).toBe(early.seq)
    expect(late.asOf).toBeGreaterThan(early.asOf ?? Infinity)
    expect(late).toMatchObject({ ticket: { status: 'closed' }, asOf: closed.asOf })
    expect(closed.asOf).toBeGreaterThanOrEqual(closed.seq ?? Infinity)
  })

  test('includes exactly the facts up to that one, while others are committed', async () => {
    const { id: ticketId } = await company.ticket()
    const created = await newest('message.created')
    if (!('messageId' in created.ids)) throw new Error('no message')
    const { messageId } = created.ids
    const { units } = world.app.deps
    let isEnded = false
    const change = async () => {
      for (let nth = 1; nth <= 100; nth += 1)
        await units.run({ kind: 'system', companyId: company.id }, async ({ db, emit }) => {
          await sql`update messages set body = ${String(nth)} where company_id = ${company.id} and id = ${messageId}`.execute(
            db,
          )
          emit('message.updated', { messageId, ticketId })
        })
      isEnded = true
    }
    const read: MessageEvent[] = []
    const reader = async () => {
      while (!isEnded) read.push(await told<MessageEvent>(created, 'create'))
    }
    await Promise.all([change(), reader(), reader()])

    const changes = await company.sql(
      `select number::int as number from events where company_id = $1 and kind = 'message.updated' and (ids ->> 'messageId')::bigint = $2`,
      [company.id, messageId],
    )
    const included = ({ asOf = 0 }: MessageEvent) => changes.filter(({ number }) => number <= asOf).length
    expect(read.map(({ message }) => Number('body' in message && message.body.replace('Bom dia', '0')))).toEqual(
      read.map((event) => included(event)),
    )
  })
})
