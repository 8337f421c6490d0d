import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartError } from '../files/data-folder.ts'
import { GatheringSocket } from './gathering-socket.ts'
import { nameStatements } from './named-statements.ts'
import { parseMoment } from './parse-moment.ts'
import type { DB } from './tables.ts'

export type Database = DB
export type Db = Kysely<Database>

// Ids are identity bigints below 2^53; the API sends them as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is a day, not a moment, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseMoment)

export interface PoolOptions {
  max: number
  onError: (error: Error) => void
}

/**
 * In ms. A host that vanishes neither answers nor refuses, so every wait has a limit. The server side has limits too;
 * otherwise it would hold locks for as long as its operating system keeps the dead connection.
 */
const timeouts = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 20_000,
} as const
/** For background work, which no person waits for. */
export const longTimeout = { ...timeouts, statement_timeout: 60_000, query_timeout: 65_000 } as const

/** A pool that prepares each statement once per connection. */
export function createPool(url: string, { max, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 60_000,
    ...timeouts,
    pipeline: true,
    stream: () => new GatheringSocket(),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      onError(error)
      // After the pool itself has removed the broken connection.
      process.nextTick(() => closeIdle(pool))
    })
    nameStatements(client)
  })
  return pool
}

/**
 * When one connection breaks, the others are usually broken too (a host has gone silent). Each would otherwise be
 * noticed by a call that waits for its full timeout, so all idle connections are closed.
 */
function closeIdle(pool: pg.Pool): void {
  for (let count = pool.idleCount; count > 0; count -= 1) pool.connect((_error, _client, done) => done(true))
}

export const createKysely = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

/** One connection for work that is done once, such as migrations. Closed by `destroy()`. */
export function connectOnce(url: string): Kysely<unknown> {
  const { connectionTimeoutMillis, keepAlive, keepAliveInitialDelayMillis } = timeouts
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis,
    keepAlive,
    keepAliveInitialDelayMillis,
  })
  // Without a listener, a broken connection would end the process. The next statement reports the error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

/** Checks the address at the start, so that a wrong one gives one clear sentence. */
export async function waitForDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...timeouts })
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    throw new StartError(`DATABASE_URL: the database at ${new URL(url).host} cannot be used: ${reasonOf(error)}.`)
  } finally {
    client.end().catch(() => undefined)
  }
}

const reasonOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
