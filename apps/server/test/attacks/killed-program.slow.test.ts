import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutsideCalls } from '#test/outside-calls'
import { type OwnServer, createOwnServer } from '#test/processes/server-process'
import { eventually } from '#test/world'

let server: OwnServer
let database: pg.Pool
beforeAll(async () => {
  server = await createOwnServer()
  server.start()
  await server.ready()
  connect()
}, 90_000)
afterAll(async () => {
  await database.end()
  await server.stop()
})

/** The database keeps running when the server is killed, and starts again with the server. */
function connect() {
  database = new pg.Pool({ connectionString: server.databaseUrl(), max: 3 })
  database.on('error', () => undefined)
}

test(
  'a call with an Idempotency-Key is carried out once although the process was killed during it',
  { timeout: 240_000 },
  async () => {
    const { ask, logIn, openCompany } = createOutsideCalls(server)
    const { token: boss } = await logIn(await openCompany())
    const connection = await ask('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp' }, boss)
    const token = randomUUID().replaceAll('-', '').slice(0, 30).toUpperCase()
    await ask('PUT', `/whatsapp/${connection.id}`, { token }, boss)
    // Without a network it is tried again and again, and messages wait for it.
    await eventually(async () => {
      const { status } = await ask('GET', `/whatsapp/${connection.id}`, undefined, boss)
      expect(['OPENING', 'TIMEOUT']).toContain(status)
    })
    const send = (body: string, key: string) =>
      fetch(`${server.url}/api/messages/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ number: '5511987654321', body }),
      })
    expect((await send('Primeira', 'um')).status).toBe(200)

    // The call waits for the conversation, which somebody else has locked.
    const holder = await database.connect()
    await holder.query('begin')
    await holder.query('select from conversations for update')
    const cut = send('Segunda', 'dois').catch((error: unknown) => error)
    await eventually(async () => {
      const { rows } = await database.query("select from pg_stat_activity where wait_event_type = 'Lock'")
      expect(rows.length).toBeGreaterThan(0)
    })
    await server.kill()
    expect(await cut).toBeInstanceOf(Error)
    await holder.query('rollback')
    holder.release()
    await database.end()
    server.start()
    await server.ready()
    connect()

    const [again, repeated] = [await send('Segunda', 'dois'), await send('Segunda', 'dois')]
    const first = await send('Primeira', 'um')

    expect([again.status, repeated.status, first.status]).toEqual([200, 200, 200])
    expect(await again.json()).toEqual(await repeated.json())
    const { rows } = await database.query("select body from messages where origin = 'api' order by id")
    expect(rows).toEqual([{ body: 'Primeira' }, { body: 'Segunda' }])
  },
)
