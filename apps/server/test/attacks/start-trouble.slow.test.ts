import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { reservePort } from '../reserve-port.ts'
import { type Started, createOwnServer, ended, ready, startProgram } from '../processes/server-process.ts'
import { createTestDatabase } from '../template.ts'
import { eventually } from '#test/world'

const timeout = 60_000

let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
const programs = new Set<Started>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guiche-trouble-'))
  chmodSync(folder, 0o711)
  database = await createTestDatabase(inject('adminUrl'))
})
afterAll(async () => {
  for (const { child } of programs) child.kill('SIGKILL')
  await Promise.all([...programs].map(({ child }) => ended(child)))
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a start that fails says why in one sentence', () => {
  test('with a damaged table of the embedded database, and names its log', async () => {
    const server = await createOwnServer()
    try {
      server.start()
      await server.ready()
      const [types] = await query(
        server.databaseUrl(),
        "select current_setting('data_directory') || '/' || pg_relation_filepath('pg_type') as file",
      )
      await server.end()
      truncateSync(String(types?.['file']), 100)

      server.start()
      expect(await server.ended()).toBe(1)
      expect(server.complained()).toMatch(
        /^The database in \S+\/postgres is damaged: could not read .+; its log is \S+\/postgres\.log\.\n$/,
      )
    } finally {
      await server.stop()
    }
  })

  test('with a login that may not create roles', async () => {
    const login = `weak_${crypto.randomUUID().slice(0, 8)}`
    await query(database.urls.admin, `create role ${login} login`)
    const weak = new URL(database.urls.admin)
    weak.username = login
    try {
      expect(await refusal({ DATABASE_URL: weak.href })).toMatch(
        /^DATABASE_URL: its login may not do what a start needs .+: permission denied .+\.$/,
      )
    } finally {
      await query(database.urls.admin, `drop role ${login}`)
    }
  })

  test('with a database of a later version of the program', async () => {
    await query(database.urls.admin, "insert into kysely_migration values ('9999-later', now()::text)")
    try {
      expect(await refusal({ DATABASE_URL: database.urls.admin })).toMatch(
        /^The database was made by another version of the program: .*9999-later.*\.$/,
      )
    } finally {
      await query(database.urls.admin, "delete from kysely_migration where name = '9999-later'")
    }
  })

  test('without the Redis that it should use', async () => {
    const url = `redis://127.0.0.1:${await reservePort()}`
    expect(await refusal({ DATABASE_URL: database.urls.admin, REDIS_URL: url })).toMatch(
      /^REDIS_URL: no Redis answers at 127\.0\.0\.1:\d+: .*ECONNREFUSED.*\.$/,
    )
  })

  test('with a Redis that accepts the connection and does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    const port = await eventually(() => {
      const address = silent.address()
      if (typeof address !== 'object' || !address) throw new Error('it does not listen')
      return address.port
    })
    try {
      expect(await refusal({ DATABASE_URL: database.urls.admin, REDIS_URL: `redis://127.0.0.1:${port}` })).toMatch(
        /^REDIS_URL: no Redis answers at 127\.0\.0\.1:\d+: it says nothing\.$/,
      )
    } finally {
      silent.close()
    }
  })

  test('with a demo whose packages are missing', async () => {
    expect(await refusal({ GUICHE_ROLES: 'web' }, ['--demo'])).toMatch(/^GUICHE_ROLES: .+\.$/)
  })

  // Only root can change the user, with a Linux tool.
  const mayBecomeAnother = process.getuid?.() === 0 && process.platform === 'linux'
  test.runIf(mayBecomeAnother)('as a user without a name in the system', async () => {
    const data = join(folder, 'nameless')
    mkdirSync(data, { mode: 0o777 })
    chmodSync(data, 0o777)
    expect(await refusal({ GUICHE_DATA: data }, [], asNameless)).toMatch(
      /^PostgreSQL .+ without a name, and \/etc\/passwd has none for 54321: .+\.$/,
    )
  })
})

test('a start that waits says what it waits for', async () => {
  const holder = new pg.Client({ connectionString: database.urls.admin })
  await holder.connect()
  await holder.query("select pg_advisory_lock(hashtext('guiche roles'))")
  const program = start({ DATABASE_URL: database.urls.admin, PORT: String(await reservePort()) })
  try {
    await eventually(() => expect(program.said()).toContain('Preparing the tables …'), timeout)
  } finally {
    await holder.end()
  }
  await ready(program)
  expect(program.complained()).toBe('')
  program.child.kill('SIGTERM')
  expect(await ended(program.child)).toBe(0)
})

test('a process without the role web prints its roles instead of its address', async () => {
  const metricsPort = await reservePort()
  const program = start({
    DATABASE_URL: database.urls.admin,
    GUICHE_ROLES: 'worker,channels',
    PORT: String(await reservePort()),
    GUICHE_METRICS_PORT: String(metricsPort),
  })
  await ready(program)

  expect(program.said()).not.toMatch(/Address|https/)
  expect(program.said()).toMatch(/Roles +worker, channels\n/)
  const metrics = /Metrics +(\S+)/.exec(program.said())?.[1] ?? ''
  expect((await fetch(metrics)).status).toBe(200)
  program.child.kill('SIGTERM')
  expect(await ended(program.child)).toBe(0)
})

/** With the right to read everything, because other users may not be able to enter the folder of the sources. */
const asNameless = [
  'setpriv',
  '--reuid=54321',
  '--regid=54321',
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
]

function start(env: Record<string, string>, args: string[] = [], through: string[] = []): Started {
  const own = {
    GUICHE_DATA: join(folder, 'data'),
    GUICHE_METRICS_PORT: '0',
    GUICHE_SECRET: 'ground-that-is-missing-under-the-feet',
  }
  const program = startProgram({ ...own, ...env }, args, through)
  programs.add(program)
  return program
}

/** Expects one sentence without a stack. */
async function refusal(...args: Parameters<typeof start>): Promise<string> {
  const program = start(...args)
  const closed = new Promise((resolve) => program.child.once('close', resolve))
  expect(await ended(program.child)).toBe(1)
  await closed
  return program.complained().trim()
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
