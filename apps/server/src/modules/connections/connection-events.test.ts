import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld } from '#test/world'
import { removeOldEvents } from './connection-events.repository.ts'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

async function happened(connectionId: number, ...events: [kind: string, minutesAgo: number, detail?: object][]) {
  for (const [kind, minutes, detail = {}] of events)
    await company.sql(
      'insert into connection_events (company_id, connection_id, kind, created_at, detail) values ($1, $2, $3, now() - make_interval(mins => $4), $5)',
      [company.id, connectionId, kind, minutes, JSON.stringify(detail)],
    )
}

const kindsOf = (events: { kind: string }[]) => events.map(({ kind }) => kind)

describe('the history of a connection', () => {
  test('lists what happened in order, without repeated attempts', async () => {
    const connection = await company.connection()
    await happened(
      connection.id,
      ['opening', 100],
      ['qrcode', 99],
      ['pairing', 98],
      ['connected', 97],
      ['lost', 60, { attempt: 1 }],
    )
    await happened(
      connection.id,
      ['lost', 59, { attempt: 2 }],
      ['connected', 50],
      ['ended', 10, { reason: 'logged_out' }],
    )
    const missed = { since: '2026-11-21T08:00:00.000Z', until: '2026-11-21T08:01:00.000Z' }
    await connection.receive(said(someNumber(), 'Oi', { missed }), said(someNumber(), 'Olá', { missed }))

    const { status, body } = await admin.get(`/whatsapp/${connection.id}/events`)
    expect(status).toBe(200)
    expect(kindsOf(body.events)).toEqual(['recovered', 'ended', 'connected', 'lost', 'connected', 'qrcode'])
    expect(body.events).toMatchObject([
      { count: 2 },
      { reason: 'logged_out' },
      { secondsAway: 600 },
      { wasKilled: false },
      { secondsAway: null },
      {},
    ])
    expect(body.hasMore).toBe(false)
  })

  test('comes in pages', async () => {
    const { id } = await company.connection()
    await happened(
      id,
      ...Array.from({ length: 60 }, (_, nth): [string, number] => [nth % 2 ? 'lost' : 'connected', 100 - nth]),
    )
    const first = (await admin.get(`/whatsapp/${id}/events`)).body
    expect([first.events.length, first.hasMore]).toEqual([50, true])
    const second = (await admin.get(`/whatsapp/${id}/events?before=${first.events.at(-1).id}`)).body
    expect([second.events.length, second.hasMore]).toEqual([10, false])
  })

  test('is kept for ninety days, except for the events that define the current state', async () => {
    const { id } = await company.connection()
    const old = 200 * 24 * 60
    await happened(id, ['connected', old], ['lost', old - 1], ['connected', old - 2])
    await happened((await company.connection()).id, ['connected', 5])
    await removeOldEvents(world.app.deps.units.operator, 1000)
    const rows = await company.sql('select kind from connection_events where connection_id = $1', [id])
    expect(kindsOf(rows)).toEqual(['connected'])
  })

  test('gives the health of the last 24 hours', async () => {
    const own = await world.company()
    const connection = await own.connection()
    const keeper = await own.attendant({ allowConnections: 'enabled' })
    await own.webChat()
    const events: [string, number, object?][] = [
      ['connected', 3000],
      ['lost', 2000],
      ['connected', 720],
      ['ended', 1, { reason: 'qr_expired' }],
    ]
    for (const [kind, minutes, detail = {}] of events)
      await own.sql(
        'insert into connection_events (company_id, connection_id, kind, created_at, detail) values ($1, $2, $3, now() - make_interval(mins => $4), $5)',
        [own.id, connection.id, kind, minutes, JSON.stringify(detail)],
      )
    const { body } = await keeper.get('/whatsapp-health')
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ connectionId: connection.id, share: expect.closeTo(0.5, 3) })
    expect(body[0].marks.slice(0, 23)).toEqual(Array.from({ length: 23 }, () => 'down'))
    expect(body[0].marks.slice(25)).toEqual(Array.from({ length: 23 }, () => 'up'))
  })

  test('is visible only to those who manage connections, for their own company', async () => {
    const { id } = await company.connection()
    await happened(id, ['connected', 5])
    const stranger = await (await world.company()).admin()
    const ana = await company.attendant()
    expect(await stranger.get(`/whatsapp/${id}/events`)).toMatchObject({ status: 404 })
    expect((await stranger.get('/whatsapp-health')).body).toEqual([])
    expect(await ana.get(`/whatsapp/${id}/events`)).toMatchObject({ status: 403 })
    expect(await ana.get('/whatsapp-health')).toMatchObject({ status: 403 })
  })
})
