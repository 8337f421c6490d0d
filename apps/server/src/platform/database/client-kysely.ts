import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Database, Db } from './connect.ts'

/**
 * Kysely on connections whose transactions somebody else opens; each connection keeps its own. Statements that are not
 * awaited are pipelined; Kysely's own single-connection driver would send them one after the other.
 */
export function createClientKyselys(): (client: pg.ClientBase) => Db {
  const known = new WeakMap<pg.ClientBase, Db>()
  return (client) => {
    let db = known.get(client)
    if (!db) known.set(client, (db = new Kysely<Database>({ dialect: dialectOf(new ClientConnection(client)) })))
    return db
  }
}

const dialectOf = (connection: DatabaseConnection) => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createDriver: () => driverOf(connection),
})

function driverOf(connection: DatabaseConnection): Driver {
  const refuse = () => Promise.reject(new Error('the unit of work is the transaction'))
  const nothing = () => Promise.resolve()
  return {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: nothing,
    destroy: nothing,
  }
}

class ClientConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#client.query(sql, [...parameters])
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  // oxlint-disable-next-line require-yield -- nothing streams inside of a unit of work
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a unit of work does not stream')
  }
}
