import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unbounded } from '#test/campaigns/unbounded-sending'
import { type Shop, arrivedOn, due, failed, newContact, sent, shopIn } from '#test/scenes/schedules'
import { type World, createWorld, eventually } from '#test/world'
import { createSendingGuard } from '#modules/sending-guard'
import { sendSchedule } from './send-schedule.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const shop = () => shopIn(world)
const arrived = (connectionId: number) => arrivedOn(world, connectionId)

describe('exactly once (R29)', () => {
  test('processes that have taken the same one send it once', async () => {
    const place = await shop()
    const { ana, company, connection } = place
    const contact = await newContact(place)
    const id = await due(place, ana, { contactId: contact.id })
    const actor = { kind: 'schedule', companyId: company.id, scheduleId: id, forUserId: ana.id } as const

    await Promise.all(
      [1, 2, 3].map(() =>
        world.app.deps.units.run(actor, (ctx) =>
          sendSchedule(ctx, id, { guard: createSendingGuard(unbounded), lateAfter: 15 }),
        ),
      ),
    )

    await sent(ana, id)
    expect(arrived(connection.id)).toHaveLength(1)
  })

  test('one that cannot be sent now is tried again, and does not stop those behind it', async () => {
    const place = await shop()
    const { ana, company } = place
    const [stuck, free] = [await newContact(place, 'Presa'), await newContact(place, 'Livre')]
    // Something unforeseen: the contact cannot get a conversation.
    await company.sql(`create function refuse_${company.id}() returns trigger language plpgsql as $$ begin
      if new.contact_id = ${stuck.id} then raise exception 'on purpose'; end if; return new; end $$`)
    await company.sql(
      `create trigger refuse_${company.id} before insert on conversations for each row execute function refuse_${company.id}()`,
    )

    const first = await due(place, ana, { contactId: stuck.id }, '5 minutes')
    const second = await due(place, ana, { contactId: free.id })

    await sent(ana, second)
    const [row] = await company.sql(
      'select status, tries, not_before > now() as is_waiting from schedules where id = $1',
      [first],
    )
    expect(row).toEqual({ status: 'PENDENTE', tries: 1, is_waiting: true })

    await company.sql(`drop trigger refuse_${company.id} on conversations`)
    await company.sql('update schedules set not_before = now() where id = $1', [first])
    await sent(ana, first)
  })

  test('one that fails at every try is given up with a reason', async () => {
    const place = await shop()
    const { ana, company } = place
    const contact = await newContact(place)
    await company.sql(`create function refuse_${company.id}() returns trigger language plpgsql as $$ begin
      if new.contact_id = ${contact.id} then raise exception 'on purpose'; end if; return new; end $$`)
    await company.sql(
      `create trigger refuse_${company.id} before insert on conversations for each row execute function refuse_${company.id}()`,
    )
    const id = await due(place, ana, { contactId: contact.id }, '5 minutes')
    await company.sql('update schedules set tries = 5, not_before = now() where id = $1', [id])

    expect(await failed(ana, id)).toMatchObject({ failure: 'ERR_SENDING_WAPP_MSG', sentAt: null })
    await company.sql(`drop trigger refuse_${company.id} on conversations`)
  })
})

describe('while the company is blocked', () => {
  const block = ({ company }: Shop) =>
    company.sql('update companies set due_date = current_date - 3 where id = $1', [company.id])
  const rowOf = async ({ company }: Shop, id: number) =>
    (
      await company.sql(
        `select status, failure, tries, not_before > now() as is_waiting from schedules where id = $1`,
        [id],
      )
    )[0]

  test('a message waits, counts no try, and is sent late as soon as the company is renewed', async () => {
    const place = await shop()
    const contact = await newContact(place)
    const { id } = (
      await place.ana.post('/schedules', { body: 'Sua hora', contactId: contact.id, sendAt: '2031-03-10T09:00' })
    ).body
    await block(place)
    await place.company.sql(`update schedules set send_at = now() - interval '2 hours' where id = $1`, [id])
    await eventually(async () =>
      expect(await rowOf(place, id)).toEqual({ status: 'PENDENTE', failure: null, tries: 0, is_waiting: true }),
    )
    expect(arrived(place.connection.id)).toEqual([])

    const operator = await world.operator()
    expect(await operator.post(`/companies/${place.company.id}/renew`, {})).toMatchObject({ status: 200 })

    expect(await sent(place.ana, id)).toMatchObject({ isLate: true })
    expect(arrived(place.connection.id)).toHaveLength(1)
  })

  test('one that has waited for a day is given up with the reason, and a series goes on', async () => {
    const place = await shop()
    const contact = await newContact(place)
    const { id } = (
      await place.ana.post('/schedules', {
        body: 'Lembrete',
        contactId: contact.id,
        sendAt: '2031-03-10T09:00',
        recurrence: 'daily',
      })
    ).body
    await block(place)
    const ago = `now() - interval '25 hours'`
    await place.company.sql(`update schedules set send_at = ${ago}, recurs_from = ${ago} where id = $1`, [id])

    await eventually(async () =>
      expect(await rowOf(place, id)).toMatchObject({ status: 'ERRO', failure: 'ERR_SUBSCRIPTION_EXPIRED' }),
    )
    expect(
      await place.company.sql(
        `select status, send_at > now() as is_ahead from schedules where company_id = $1 and id <> $2`,
        [place.company.id, id],
      ),
    ).toEqual([{ status: 'PENDENTE', is_ahead: true }])
    expect(arrived(place.connection.id)).toEqual([])
  })
})
