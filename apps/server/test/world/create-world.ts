import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type App, buildApp } from '../../src/app.ts'
import type { RetryPauses } from '../../src/modules/delivery/index.ts'
import { install } from '../../src/modules/installation/index.ts'
import type { Answerer } from '../../src/modules/exchanges/index.ts'
import { DownloadFailed, type Outside, OutsideFailed, createOutside } from '../../src/platform/outside/outside.ts'
import type { MailServer } from '../../src/platform/mail/mail-server.ts'
import type { Timeouts } from '../../src/platform/http/server.ts'
import { type Config, type Role, ai as usualAi } from '../../src/platform/process/config.ts'
import { type Log, createLogger } from '../../src/platform/process/log.ts'
import { type FakeChannel, createFakeChannel } from '../fake-channel.ts'
import { testKeys } from '../keys.ts'
import { reservePort } from '../reserve-port.ts'
import { type TestDatabase, createTestDatabase } from '../template.ts'
import { unbounded } from '../campaigns/unbounded-sending.ts'
import { type Caller, createCallers } from './callers.ts'
import { type Company, type CompanyOptions, createCompanies } from './company.ts'
import { type LogIn, type Person, createLogIn } from './people.ts'
import { createSockets } from './sockets.ts'
import type { Sql } from './sql.ts'
import { createVisitors } from './visitors.ts'

export interface World {
  app: App
  /** The test network: records what was sent and answers as scripted. */
  network: FakeChannel
  anonymous: Caller
  /** A program with a token of the messages API. */
  program(token: string, address?: string): Caller
  operator(): Promise<Person>
  company(options?: CompanyOptions): Promise<Company>
  logIn: LogIn
  sql: Sql
  /** Address of the listening server. */
  url(): Promise<string>
  databases: TestDatabase['urls']
  dataFolder: string
  close(): Promise<void>
}

export interface WorldOptions {
  log?: Log
  /** Address of a WhatsApp test server. Without one, a fake channel replaces WhatsApp. */
  whatsAppUrl?: string
  supportNumber?: string
  mailServer?: MailServer
  retryPauses?: RetryPauses
  /** How long a client may take to send a request; read with each request. */
  timeouts?: Timeouts
  roles?: Role[]
  /** How other servers are called. By default calls to addresses outside succeed and reach nobody. */
  outside?: Partial<Outside>
  /** Services that answer customers. */
  answerers?: readonly Answerer[]
  /** Other origins with front ends. */
  origins?: string[]
  /** Payment providers for tests. Their webhooks reach the world. */
  pix?: Partial<Config['pix']>
  /** Where models and voices are. */
  ai?: Partial<Config['ai']>
  /** How Meta is reached. Webhooks of its app reach the world. */
  meta?: Partial<Config['meta']>
  /** What numbers may send at most. By default as much as they want, at any time. */
  sending?: Partial<Config['sending']>
  /** Where Google's services are. */
  google?: Partial<Config['google']>
  /** A second process on the database and the files of another world, which ends later. */
  beside?: World
}

/**
 * In ms. Calls without a socket cannot be disconnected, and one that is refused before its body was read counts as slow
 * for ever. So bodies may take as long as a test file runs.
 */
const patient: Timeouts = { headers: 10_000, whole: 3_600_000, period: 3_600_000, bytesPerPeriod: 0 }

/** Without an app. */
const metaItself = {
  graphUrl: 'https://graph.facebook.com',
  loginUrl: 'https://www.facebook.com',
  version: 'v25.0',
}

const reachesNobody: Outside = {
  // Every name leads to an address outside, so that nobody is asked for it.
  check: createOutside({ resolve: async () => [{ address: '8.8.8.8', family: 4 }] }).check,
  post: async () => 201,
  download: async () => {
    throw new DownloadFailed('nobody is outside of the tests')
  },
  ask: async () => {
    throw new OutsideFailed('unreachable', 'nobody is outside of the tests')
  },
}

/** The real application on a database of its own. */
export async function createWorld({
  log = createLogger(process.env['TEST_LOG'] ?? 'silent'),
  whatsAppUrl,
  supportNumber,
  mailServer,
  retryPauses,
  timeouts = patient,
  roles = ['web', 'worker', 'channels'],
  outside = {},
  answerers = [],
  origins = [],
  pix,
  ai,
  meta,
  sending,
  google,
  beside,
}: WorldOptions = {}): Promise<World> {
  const database = beside ? shared(beside) : await createTestDatabase(inject('adminUrl'))
  const dataFolder = beside?.dataFolder ?? mkdtempSync(join(tmpdir(), 'guiche-world-'))
  const network = createFakeChannel()
  const port = pix || meta ? await reservePort() : 0
  const publicUrl = new URL(port > 0 ? `http://127.0.0.1:${port}` : 'http://guiche.test')
  const app = await buildApp({
    config: {
      dataFolder,
      publicUrl,
      host: '0.0.0.0',
      origins,
      outside: { insideHosts: [], ports: [] },
      redisUrl: undefined,
      google: { dialogflow: undefined, token: undefined, ...google },
      roles: new Set(roles),
      trustProxy: false,
      whatsAppUrl,
      supportNumber,
      mailServer,
      lateAfter: 15,
      leastCampaignPause: 0,
      sending: { ...unbounded, ...sending },
      pix: { efi: undefined, asaas: undefined, caFile: undefined, efiWebhooksFrom: undefined, ...pix },
      ai: { ...usualAi, ...ai },
      meta: { ...metaItself, app: undefined, ...meta },
      retention: { visitors: 7, audit: 365, dead: 30, sessions: 30 },
    },
    databases: database.urls,
    keys: testKeys,
    log,
    checkAnswers: true,
    // With a WhatsApp test server the real client is used.
    channels: whatsAppUrl === undefined ? [network.channel] : [],
    ...(retryPauses && { retryPauses }),
    timeouts,
    outside: { ...reachesNobody, ...outside },
    answerers,
  })
  await app.start()
  const admin = new pg.Pool({ connectionString: database.urls.admin, max: 2 })
  admin.on('error', () => undefined)
  const sql: Sql = async (text, values = []) => (await admin.query(text, values)).rows
  const callerWith = createCallers(app.http)
  const sockets = createSockets(app, url)
  const logIn = createLogIn(callerWith, sockets)
  const company = createCompanies({ app, sql, logIn, visitor: createVisitors(callerWith), operator })
  let listening: Promise<string> | undefined
  let superUser: Promise<Person> | undefined

  return {
    app,
    network,
    anonymous: callerWith({}),
    program: (token, address) => callerWith({ authorization: `Bearer ${token}` }, address),
    operator,
    company,
    logIn,
    sql,
    url,
    databases: database.urls,
    dataFolder,
    close,
  }

  function operator(): Promise<Person> {
    superUser ??= (async () => {
      const made = await install({
        units: app.deps.units,
        adminEmail: 'super@guiche.test',
        adminPassword: 'Super-Senha-1!',
      })
      return logIn(made?.email ?? 'super@guiche.test', 'Super-Senha-1!')
    })()
    return superUser
  }

  async function url(): Promise<string> {
    listening ??= app.http
      .listen({ port, host: '127.0.0.1' })
      .then(() => `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`)
    return listening
  }

  async function close(): Promise<void> {
    sockets.close()
    await app.stop()
    await admin.end()
    await database.drop()
    if (!beside) rmSync(dataFolder, { recursive: true, force: true })
  }
}

const shared = ({ databases }: World): TestDatabase => ({ urls: databases, drop: async () => undefined })
