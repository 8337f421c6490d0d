import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import type { DB } from './tables.ts'

export type Database = DB
export type Db = Kysely<Database>

// Ids are identity bigints below 2^53, and the wire has them as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is a day, not a moment: it stays the text that it is.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export interface PoolOptions {
  max: number
  onError: (error: Error) => void
}

/** A pool whose statements are prepared once per connection, under a name made from their text. */
export function createPool(url: string, { max, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    pipeline: true,
    stream: () => new GatheringSocket(),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    nameStatements(client)
  })
  return pool
}

export const kyselyOn = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

/** For work that is done once, such as a migration: one connection, closed by `destroy()`. */
export function connectOnce(url: string): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }) })
}

/** Planning a statement costs about as much as running it. Statements without parameters may be several in one text and stay as they are. */
function nameStatements(client: pg.ClientBase): void {
  const names = new Map<string, string>()
  const plain = client.query.bind(client)
  const named = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return Reflect.apply(plain, client, [text, values, ...rest])
    let name = names.get(text)
    if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64')))
    return Reflect.apply(plain, client, [{ name, text, values }, ...rest])
  }
  Object.assign(client, { query: named })
}
