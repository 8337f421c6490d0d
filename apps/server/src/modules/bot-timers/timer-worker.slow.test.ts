import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockTicket } from '#modules/tickets'
import { type TimerKind, clearTimers, setTimer } from '#modules/ticket-timers'
import { type Desk, createDesk } from '#test/desk'
import { said, someNumber } from '#test/inbound'
import { holdTicket } from '#test/lock-table'
import { type Company, eventually } from '#test/world'
import { createTimerWorker } from './timer-worker.ts'

let desk: Desk
let company: Company
beforeAll(async () => {
  desk = await createDesk()
  ;({ company } = desk)
  desk.world.network.answer(() => ({ status: 'sent' }))
})
afterAll(() => desk.world.close())

/** A customer who waits in the queue. */
async function waitingTicket(): Promise<number> {
  const connection = await company.connection({ queues: [desk.queue], settings: { complationMessage: 'Até logo!' } })
  await connection.receive(said(someNumber(), 'Olá'))
  const [{ id }] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
  return id
}

/** As the bot does after a choice of the customer. `due`: in seconds. */
const set = (id: number, kind: TimerKind, due: number) =>
  desk.world.app.deps.units.run({ kind: 'bot', companyId: company.id, forUserId: null }, async (ctx) => {
    await lockTicket(ctx, id)
    await setTimer(ctx, id, kind, { due })
  })
const timersOf = async (id: number): Promise<{ kind: string; tries: number }[]> =>
  company.sql('select kind, tries from ticket_timers where ticket_id = $1', [id])
const isDone = (id: number) => eventually(async () => expect(await timersOf(id)).toEqual([]))
const bodiesOf = async (id: number): Promise<string[]> =>
  (await company.sql('select body from messages where ticket_id = $1 order by id', [id])).map(({ body }) => body)
const statusOf = async (id: number): Promise<string> =>
  (await company.sql('select status from tickets where id = $1', [id]))[0].status
const isTaken = (id: number) => eventually(async () => expect(await timersOf(id)).toMatchObject([{ tries: 1 }]))

const place = (count: number) =>
  new RegExp(
    `^\\*Assistente Virtual:\\*\n(Bom dia|Boa tarde|Boa noite) \\*Mariana\\*, sua posição na fila de atendimento é: \\*${count}\\*$`,
  )

describe('what is due to a ticket', () => {
  test('is not done before its time', async () => {
    const id = await waitingTicket()
    await set(id, 'optionClose', 3600)
    await set(await waitingTicket(), 'optionClose', 0)

    await eventually(async () =>
      expect(await company.sql('select 1 from ticket_timers where due_at <= now()')).toEqual([]),
    )

    expect(await statusOf(id)).toBe('pending')
  })

  test('is forgotten when it is cleared, and when the ticket is closed', async () => {
    const [cleared, closed] = [await waitingTicket(), await waitingTicket()]
    for (const id of [cleared, closed]) await set(id, 'queuePosition', 3600)

    await desk.world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) =>
      clearTimers(ctx, [cleared], ['queuePosition']),
    )
    await (await company.admin()).put(`/tickets/${closed}`, { status: 'closed' })

    expect(await timersOf(cleared)).toEqual([])
    expect(await timersOf(closed)).toEqual([])
  })

  test('is done once by two workers at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, waitingTicket))
    const other = createTimerWorker(desk.world.app.deps, { isOnline: () => false })
    await other.start()
    try {
      for (const id of ids) await set(id, 'queuePosition', 0)
      for (const id of ids) await isDone(id)
    } finally {
      await other.stop()
    }

    for (const id of ids) expect(await bodiesOf(id)).toEqual(['Olá', expect.stringContaining('sua posição')])
  })

  test('is done in the other tickets when it fails in one', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, waitingTicket))
    const [broken, ...others] = ids
    for (const id of ids) await set(id, 'optionClose', 3600)
    await company.sql(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`,
    )
    await company.sql(
      `create trigger refused before update on tickets for each row when (old.id = ${broken}) execute function refuse()`,
    )

    await company.sql('update ticket_timers set due_at = now() where ticket_id = any ($1)', [ids])
    for (const id of others) await isDone(id)

    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map((id) => (id === broken ? 'pending' : 'closed')))
    expect(await timersOf(broken ?? 0)).toEqual([{ kind: 'optionClose', tries: 1 }])
    await company.sql('drop trigger refused on tickets')
    await company.sql('update ticket_timers set not_before = now() where ticket_id = $1', [broken])
    await isDone(broken ?? 0)
    expect(await statusOf(broken ?? 0)).toBe('closed')
  })

  test('is done for several times of one ticket', async () => {
    const id = await waitingTicket()
    for (const kind of ['queuePosition', 'optionClose'] as const) await set(id, kind, 3600)

    await company.sql(
      `update ticket_timers set due_at = now() - case kind when 'queuePosition' then interval '1 s' else '0 s' end where ticket_id = $1`,
      [id],
    )
    await isDone(id)

    expect(await bodiesOf(id)).toEqual(['Olá', expect.stringContaining('sua posição')])
    expect(await statusOf(id)).toBe('closed')
  })

  test('is not done if it was set anew while a process did it', async () => {
    const id = await waitingTicket()
    await set(id, 'optionClose', 3600)
    const holder = await holdTicket(desk.world.databases.admin, id)
    await company.sql('update ticket_timers set due_at = now() where ticket_id = $1', [id])
    await isTaken(id)

    await company.sql(
      `update ticket_timers set set_id = nextval(pg_get_serial_sequence('ticket_timers', 'set_id')), due_at = now() + interval '1 hour', tries = 0
       where ticket_id = $1`,
      [id],
    )
    await holder.release()
    await set(await waitingTicket(), 'optionClose', 0)
    await eventually(async () =>
      expect(await company.sql('select 1 from ticket_timers where due_at <= now()')).toEqual([]),
    )

    expect(await statusOf(id)).toBe('pending')
    expect(await timersOf(id)).toEqual([{ kind: 'optionClose', tries: 0 }])
  })

  test('waits while the company is switched off, and is done late', async () => {
    const id = await waitingTicket()
    await company.sql('update companies set active = false where id = $1', [company.id])
    await set(id, 'optionClose', 0)
    const other = await desk.world.company()
    const elsewhere = await other.connection()
    await elsewhere.receive(said(someNumber(), 'Oi'))
    await other.sql(
      `insert into ticket_timers (company_id, ticket_id, kind, due_at) select company_id, id, 'optionClose', now() from tickets where connection_id = $1`,
      [elsewhere.id],
    )
    await eventually(async () =>
      expect(await other.sql('select 1 from ticket_timers where company_id = $1', [other.id])).toEqual([]),
    )
    expect(await statusOf(id)).toBe('pending')

    await company.sql('update companies set active = true where id = $1', [company.id])

    await eventually(async () => expect(await statusOf(id)).toBe('closed'))
  })

  test('that always fails does not stop the others, and is given up in the end', async () => {
    const [broken, id] = [await waitingTicket(), await waitingTicket()]
    await company.sql(
      `create or replace function break_it() returns trigger language plpgsql as $$ begin
         if new.id = ${broken} and new.status = 'closed' then raise 'broken'; end if; return new; end $$`,
    )
    await company.sql('create trigger broken before update on tickets for each row execute function break_it()')
    try {
      await set(broken, 'optionClose', -60)
      await set(id, 'optionClose', 0)
      await eventually(async () => expect(await statusOf(id)).toBe('closed'))
      expect(await timersOf(broken)).toMatchObject([{ tries: 1 }])
      await company.sql("update ticket_timers set tries = 9, not_before = '-infinity' where ticket_id = $1", [broken])
      await isDone(broken)
    } finally {
      await company.sql('drop trigger broken on tickets')
    }
    expect(await statusOf(broken)).toBe('pending')
  })
})

describe('the place in the queue', () => {
  test('counts those who wait in it when it is sent', async () => {
    const own = await company.queue()
    const connection = await company.connection({ queues: [own] })
    const numbers = [someNumber(), someNumber(), someNumber()]
    for (const number of numbers) await connection.receive(said(number, 'Olá'))
    const ids = (
      await company.sql('select id::int from tickets where connection_id = $1 order by id', [connection.id])
    ).map(({ id }) => id)
    await set(ids[2], 'queuePosition', 0)
    await isDone(ids[2])
    expect(await bodiesOf(ids[2])).toEqual(['Olá', expect.stringMatching(place(3))])

    await (await company.admin()).put(`/tickets/${ids[0]}`, { status: 'closed' })
    await set(ids[1], 'queuePosition', 0)
    await isDone(ids[1])

    expect(await bodiesOf(ids[1])).toEqual(['Olá', expect.stringMatching(place(2))])
  })

  test('is left out when it is more than five minutes late', async () => {
    const [late, later] = [await waitingTicket(), await waitingTicket()]

    await set(late, 'queuePosition', -290)
    await set(later, 'queuePosition', -310)
    await isDone(late)
    await isDone(later)

    expect(await bodiesOf(late)).toHaveLength(2)
    expect(await bodiesOf(later)).toEqual(['Olá'])
  })

  test('is not told to a customer whom somebody has taken', async () => {
    const id = await waitingTicket()
    await desk.attendant.put(`/tickets/${id}`, { status: 'open', userId: desk.attendant.id })

    await set(id, 'queuePosition', 0)
    await isDone(id)

    expect(await bodiesOf(id)).toEqual(['Olá'])
  })
})

describe('an option that closes', () => {
  test('closes the ticket without a farewell', async () => {
    const id = await waitingTicket()

    await set(id, 'optionClose', 0)

    await eventually(async () => expect(await statusOf(id)).toBe('closed'))
    expect(await bodiesOf(id)).toEqual(['Olá'])
  })

  test('does not, if somebody has taken the ticket meanwhile', async () => {
    const id = await waitingTicket()
    await desk.attendant.put(`/tickets/${id}`, { status: 'open', userId: desk.attendant.id })

    await set(id, 'optionClose', 0)
    await isDone(id)

    expect(await statusOf(id)).toBe('open')
  })
})
