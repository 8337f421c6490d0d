import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type World, createWorld } from '#test/world'
import { awaySince } from './away-since.ts'
import { listWantedSessions, wishSession } from './sessions.repository.ts'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())

const units = () => world.app.deps.units
const at = (time: string) => new Date(`2026-11-21T${time}:00.000Z`)

async function happened(connectionId: number, ...events: [kind: string, at: Date][]): Promise<void> {
  for (const [kind, when] of events)
    await company.sql(
      'insert into connection_events (company_id, connection_id, kind, created_at) values ($1, $2, $3, $4)',
      [company.id, connectionId, kind, when],
    )
}

const askedOf = (connectionId: number, lastSeenAt: Date | null) =>
  units().run({ kind: 'connection', companyId: company.id, connectionId }, (ctx) =>
    awaySince(ctx, { connectionId, lastSeenAt }),
  )

describe('the start of an absence', () => {
  test('is unknown if the session was never connected', async () => {
    const { id } = await company.connection()
    await happened(id, ['opening', at('09:00')], ['qrcode', at('09:01')])
    expect(await askedOf(id, at('10:00'))).toBeUndefined()
  })

  test('is the first loss after the last connection, regardless of later attempts', async () => {
    const { id } = await company.connection()
    await happened(id, ['connected', at('08:00')], ['lost', at('08:30')], ['connected', at('09:00')])
    await happened(id, ['lost', at('10:02')], ['lost', at('10:03')], ['stopped', at('10:04')], ['opening', at('10:05')])
    expect(await askedOf(id, at('10:04'))).toEqual(at('10:02'))
  })

  test('is the last lease renewal of a process that was killed, which the history records once', async () => {
    const { id } = await company.connection()
    await happened(id, ['connected', at('09:00')])
    expect(await askedOf(id, at('10:02'))).toEqual(at('10:02'))
    expect(await askedOf(id, at('10:09'))).toEqual(at('10:02'))
    expect(
      await company.sql("select created_at, detail from connection_events where connection_id = $1 and kind = 'lost'", [
        id,
      ]),
    ).toEqual([{ created_at: at('10:02'), detail: { cause: 'killed' } }])
  })
})

test('sessions with the latest customer messages start first (R35)', async () => {
  const [silent, recent, old] = [await company.connection(), await company.connection(), await company.connection()]
  await old.receive(said(someNumber(), 'Oi', { sentAt: at('08:00').toISOString() }))
  await recent.receive(said(someNumber(), 'Oi', { sentAt: at('11:00').toISOString() }))
  await old.receive(said(someNumber(), 'Oi', { sentAt: at('09:00').toISOString() }))
  await units().run({ kind: 'connection', companyId: company.id, connectionId: null }, async (ctx) => {
    for (const { id } of [silent, old, recent]) await wishSession(ctx, id, 'open')
  })
  const wanted = await listWantedSessions(units().operator, 'nobody')
  expect(wanted.map(({ connectionId }) => connectionId)).toEqual([recent.id, old.id, silent.id])
})
