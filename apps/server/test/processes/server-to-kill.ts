import pg from 'pg'
import { type OwnServer, createOwnServer } from './server-process.ts'

// As whoever calls from outside sees it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Said = any

/** A server that a test kills, with calls from outside and a connection to its database. */
export interface ServerToKill extends Pick<OwnServer, 'url' | 'operator' | 'kill' | 'stop' | 'takeDatabaseAway'> {
  /** Another one after each start. */
  database(): pg.Pool
  /** Throws if the server refuses. */
  ask(method: string, path: string, body?: object, token?: string): Promise<Said>
  /** Returns the token. */
  logIn(credentials: object): Promise<string>
  startAgain(): Promise<void>
}

export async function createServerToKill(env: Record<string, string> = {}): Promise<ServerToKill> {
  const server = await createOwnServer(env)
  let database = await start()
  return {
    url: server.url,
    operator: server.operator,
    kill: server.kill,
    takeDatabaseAway: server.takeDatabaseAway,
    stop,
    database: () => database,
    ask,
    logIn: async (credentials) => (await ask('POST', '/auth/login', credentials)).token,
    startAgain,
  }

  async function start(): Promise<pg.Pool> {
    server.start()
    await server.ready()
    const pool = new pg.Pool({ connectionString: server.databaseUrl(), max: 3 })
    pool.on('error', () => undefined)
    return pool
  }

  /** The database keeps running when the server is killed, and starts again with the server. */
  async function startAgain(): Promise<void> {
    await database.end()
    database = await start()
  }

  async function stop(): Promise<void> {
    // A test that has failed may still hold a connection, for which `end` would wait.
    void database.end()
    await server.stop()
  }

  async function ask(method: string, path: string, body?: object, token?: string): Promise<Said> {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}
