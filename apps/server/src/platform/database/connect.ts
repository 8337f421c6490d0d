import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartError } from '../files/data-folder.ts'
import { GatheringSocket } from './gathering-socket.ts'
import { nameStatements } from './named-statements.ts'
import { parseMoment } from './parse-moment.ts'
import type { DB } from './tables.ts'

export type Database = DB
export type Db = Kysely<Database>

// Ids are identity bigints below 2^53, and the wire has them as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is a day, not a moment: it stays the text that it is.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseMoment)

export interface PoolOptions {
  max: number
  onError: (error: Error) => void
}

/**
 * In ms. A host that vanishes without a word answers nothing and refuses nothing: nobody waits longer than this for it. The
 * database gives up as well what it may not tell anybody, or it would hold its locks for as long as its system keeps a line.
 */
const patience = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 20_000,
} as const
/** The same for work that nobody waits for. */
export const longPatience = { ...patience, statement_timeout: 60_000, query_timeout: 65_000 } as const

/** A pool whose statements are prepared once per connection. */
export function createPool(url: string, { max, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 60_000,
    ...patience,
    pipeline: true,
    stream: () => new GatheringSocket(),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      onError(error)
      // After the pool has taken this one out by itself.
      process.nextTick(() => letGoOfIdle(pool))
    })
    nameStatements(client)
  })
  return pool
}

/**
 * A line that breaks is seldom alone. After a host has fallen silent each of those that wait would be found out by a call of
 * its own, which waits in vain for as long as an answer may take.
 */
function letGoOfIdle(pool: pg.Pool): void {
  for (let count = pool.idleCount; count > 0; count -= 1) pool.connect((_error, _client, done) => done(true))
}

export const kyselyOn = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

/** For work that is done once, such as a migration: one connection, closed by `destroy()`. */
export function connectOnce(url: string): Kysely<unknown> {
  const { connectionTimeoutMillis, keepAlive, keepAliveInitialDelayMillis } = patience
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis,
    keepAlive,
    keepAliveInitialDelayMillis,
  })
  // A line that is cut fails what is asked next; on its own it must not end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

/** Says at the start, in one sentence, what is wrong with an address that somebody has written down. */
export async function reachDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...patience })
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
