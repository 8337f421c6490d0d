import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { isRunning } from '../../src/platform/process/running-process.ts'
import { lockTable } from '../lock-table.ts'
import { type OwnServer, createOwnServer } from '../processes/server-process.ts'
import { eventually } from '#test/world'

/** Blocks the event loop of the process after it was asked to stop. */
const standsStill = `--import=data:text/javascript,${encodeURIComponent(
  `process.on('SIGTERM', () => setTimeout(() => { for (;;); }, 50))`,
)}`

let server: OwnServer
afterEach(() => server.stop())

const started = async (env: Record<string, string> = {}) => {
  server = await createOwnServer(env)
  server.start()
  await server.ready()
  const database = server.databasePid() ?? 0
  expect(isRunning(database)).toBe(true)
  return database
}

test('a step that hangs is named and skipped, and server and database end', { timeout: 120_000 }, async () => {
  const database = await started()
  await lockTable(server.databaseUrl(), 'users')
  const call = fetch(`${server.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(server.operator),
  })
  const cut = call.then(
    ({ status }) => String(status),
    (error: Error) => error.message,
  )
  await eventually(async () => expect(await waiting()).toBe(1))

  expect(await server.end()).toBe(1)

  expect(await cut).toBe('fetch failed')
  expect(server.said()).toContain('The stop gave up waiting for this step: connections to the database.')
  expect(isRunning(database)).toBe(false)
})

test(
  'a process whose event loop hangs is killed from outside, together with its database',
  { timeout: 120_000 },
  async () => {
    const database = await started({ NODE_OPTIONS: standsStill })

    expect(await server.end()).toBeNull()

    expect(server.said()).toMatch(/The stop hung at this step, so the process was killed: .+\./)
    await eventually(() => expect(isRunning(database)).toBe(false))
  },
)

async function waiting(): Promise<number> {
  const client = new pg.Client({ connectionString: server.databaseUrl() })
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and usename = 'guiche_operator'`,
  )
  await client.end()
  return rows[0].count
}
