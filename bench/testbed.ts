import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDataFolder } from '../apps/server/src/platform/files/data-folder.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { reservePort } from '../apps/server/test/reserve-port.ts'
import { unboundedSending } from '../apps/server/test/campaigns/unbounded-sending.ts'
import { server } from '../scripts/process.mjs'
import { type WaServer, createWaServer } from '@guiche/wa-testserver'
import { type Client, createClient } from './client.ts'
import { onDatabase } from './database.ts'
import { type Seeded, logInAs, seed } from './seed.ts'

export interface ServerUnderTest {
  url: string
  pid: number
  data: Seeded
  /** Calls as the admin of the large company. */
  admin: Client
  /** Calls as an attendant of its queue who may see groups. */
  attendant: Client
  tokens: { publicToken: string; companyId: number; userId: number }
  /** Calls as the operator of the platform. */
  operator(): Promise<Client>
  /** Logs in again: an access token is valid for a quarter of an hour. */
  logIn(): Promise<void>
  /** Only the attendant, while the admin is logged in elsewhere. */
  logInAttendant(): Promise<void>
  stop(): Promise<void>
}

export interface Swallowing extends ServerUnderTest {
  /** Adds connections of this channel. */
  connect(count: number): Promise<number[]>
  /** The addresses of all messages so far. */
  swallowed(): string[]
}

interface Baseline {
  url: string
  client: Client
  pid: number
}

export interface Testbed {
  isQuick: boolean
  postgres: EmbeddedPostgres
  /** The product with all data, and with a tenth of it. */
  whole: ServerUnderTest
  tenth: ServerUnderTest
  baseline: Baseline
  /** The test server that the products connect to. */
  whatsApp: WaServer
  adminUrlOf(database: string): string
  /** What the database writes about itself. */
  postgresLog: string
  /** The baseline server on another database, for what is of this company. */
  baselineOn(database: string, companyId?: number): Promise<Baseline>
  /** Starts the product again on little data, in a database of this name, for measurements that need a process of their own. */
  fresh(name: string, more?: Record<string, string>): Promise<ServerUnderTest>
  /** The same with integrations that are all the service at this address. */
  answering(name: string, service: string): Promise<ServerUnderTest>
  /** The same with a channel in place of WhatsApp, which takes every message at once. */
  swallowing(name: string): Promise<Swallowing>
  close(): Promise<void>
}

const root = join(import.meta.dirname, '..')
const operator = { email: 'super@bench.test', password: 'Bench-Senha-1!' }

/** Starts a database server with two data sets, the product on each, and the baseline server. */
export async function openTestbed({
  isQuick,
  messages = isQuick ? 100_000 : 1_000_000,
}: {
  isQuick: boolean
  messages?: number
}): Promise<Testbed> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-bench-'))
  // When this runs as root, the database runs as another user, who needs access to the folder. Otherwise it would put
  // its files elsewhere and leave them there.
  chmodSync(folder, 0o711)
  const dataFolder = join(folder, 'data')
  openDataFolder(dataFolder)
  const postgres = await startEmbeddedPostgres(dataFolder, {
    isOpen: true,
    settings: {
      max_connections: '200',
      // Tells when something was committed, not only when its transaction began.
      track_commit_timestamp: 'on',
      ...(process.env['PROFILE'] && {
        shared_preload_libraries: 'pg_stat_statements',
        'pg_stat_statements.track_planning': 'on',
      }),
    },
  })
  const adminUrlOf = (database: string) => {
    const url = new URL(postgres.adminUrl)
    url.pathname = `/${database}`
    return url.href
  }
  const whatsApp = await createWaServer({ initialKeys: 'few' })
  const children: ChildProcess[] = []
  // When the run is interrupted or breaks, no child process may survive.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)))
  process.once('uncaughtException', (error) => {
    console.error(error)
    void close().finally(() => process.exit(1))
  })
  const whole = await serve('whole', messages)
  const tenth = await serve('tenth', messages / 10)
  const baseline = await baselineOn('whole', whole.data.companyId)

  return {
    isQuick,
    postgres,
    whole,
    tenth,
    baseline,
    whatsApp,
    adminUrlOf,
    postgresLog: join(dataFolder, 'postgres.log'),
    baselineOn: (database, companyId = 0) => baselineOn(database, companyId),
    fresh: (name, more) => serve(name, 1000, more),
    answering: (name, service) => {
      const program = [...server.slice(0, -1), 'apps/server/test/processes/answering-program.ts']
      const more = { ANSWERING_SERVICE: service, GUICHE_INSIDE_HOSTS: new URL(service).host }
      return serve(name, 1000, more, program)
    },
    swallowing,
    close,
  }

  async function close(): Promise<void> {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map(ended))
    await whatsApp.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  async function swallowing(name: string): Promise<Swallowing> {
    const file = join(folder, `${name}.swallowed`)
    writeFileSync(file, '')
    const program = [...server.slice(0, -1), 'bench/campaigns/swallowing-server.ts']
    const product = await serve(name, 1000, { GUICHE_CAMPAIGN_PAUSE: '0', SWALLOWED: file }, program)
    return {
      ...product,
      connect: (count) =>
        onDatabase(adminUrlOf(name), async (db) => {
          const { rows } = await db.query(
            `insert into connections (company_id, name, channel, status)
             select $1, 'Linha ' || n, 'whatsapp', 'connected' from generate_series(1, $2::integer) n returning id::int`,
            [product.data.companyId, count],
          )
          return rows.map(({ id }) => id)
        }),
      swallowed: () => readFileSync(file, 'utf8').split('\n').slice(0, -1),
    }
  }

  async function serve(
    name: string,
    size: number,
    more: Record<string, string> = {},
    program: readonly string[] = server,
  ): Promise<ServerUnderTest> {
    const admin = new pg.Client({ connectionString: postgres.adminUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    const port = await reservePort()
    const url = `http://127.0.0.1:${port}`
    // The first start creates the tables to fill; the second one plans with fresh statistics.
    const env = {
      PORT: String(port),
      GUICHE_METRICS_PORT: '0',
      DATABASE_URL: adminUrlOf(name),
      GUICHE_DATA: join(folder, name),
      GUICHE_ADMIN_EMAIL: operator.email,
      GUICHE_ADMIN_PASSWORD: operator.password,
      LOG_LEVEL: 'error',
      ...unboundedSending,
      ...whatsApp.environment,
    }
    const first = await start(env, url)
    const data = await seed({
      url,
      databaseUrl: adminUrlOf(name),
      login: operator,
      messages: size,
    })
    first.kill('SIGTERM')
    await new Promise((resolve) => first.once('exit', resolve))
    const child = await start({ ...env, ...more }, url, program)
    const headers = { admin: {}, attendant: {} }
    const tokens = { publicToken: '', companyId: 0, userId: 0 }
    const logInAttendant = async () => {
      const attendant = await logInAs(url, data.attendant)
      Object.assign(headers.attendant, { authorization: `Bearer ${attendant.token}` })
    }
    const logIn = async () => {
      const admin = await logInAs(url, data.admin)
      Object.assign(headers.admin, { authorization: `Bearer ${admin.token}` })
      await logInAttendant()
      const { companyId, id: userId } = admin.user
      Object.assign(tokens, { publicToken: admin.publicToken, companyId, userId })
    }
    await logIn()
    return {
      url,
      pid: child.pid ?? 0,
      data,
      admin: createClient(url, headers.admin),
      attendant: createClient(url, headers.attendant),
      tokens,
      operator: async () => {
        const { token } = await logInAs(url, operator)
        return createClient(url, { authorization: `Bearer ${token}` })
      },
      logIn,
      logInAttendant,
      stop: async () => {
        child.kill('SIGTERM')
        await ended(child)
      },
    }
  }

  async function start(
    env: Record<string, string>,
    url: string,
    program: readonly string[] = server,
  ): Promise<ChildProcess> {
    const child = spawn(process.execPath, [...program], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    await answering(`${url}/health/ready`, child)
    return child
  }

  async function baselineOn(database: string, companyId: number): Promise<Baseline> {
    const port = await reservePort()
    const child = spawn(process.execPath, ['bench/baselines/baseline.ts'], {
      cwd: root,
      env: {
        ...process.env,
        BASELINE_PORT: String(port),
        BASELINE_DATABASE: adminUrlOf(database),
        BASELINE_COMPANY: String(companyId),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    const url = `http://127.0.0.1:${port}`
    await answering(`${url}/ready`, child)
    return { url, client: createClient(url), pid: child.pid ?? 0 }
  }
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => child.once('exit', resolve))
}

export async function answering(url: string, child: ChildProcess): Promise<void> {
  const client = createClient(url)
  while (child.exitCode === null) {
    const reply = await client.get(url).catch(() => undefined)
    if (reply?.status === 200) return client.close()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server ended with ${child.exitCode}`)
}
