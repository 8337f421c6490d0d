import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, test } from '@playwright/test'
import { databaseUrlIn, preparedDataFolder, removeDataFolder } from '../../apps/server/test/data-folder.ts'
import { reservePort } from '../../apps/server/test/reserve-port.ts'
import { unboundedSending } from '../../apps/server/test/campaigns/unbounded-sending.ts'
import type { Credentials } from './call.ts'

/** The real server with a database and a data folder of its own. */
export interface Server {
  readonly url: string
  readonly operator: Credentials
  /** Everything that the process has printed. */
  said: () => string
  /** The address of its database with the superuser. */
  databaseUrl: () => string
  /** Kills the process, and the database with `withDatabase`, without a warning. */
  kill: (options?: { withDatabase?: boolean }) => Promise<void>
  /** Starts on the same port and the same data. */
  startAgain: () => Promise<void>
}

export interface RunningServer extends Server {
  stop: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')
const timeout = 60_000

/** One server for all tests of a file. `extraEnv` returns additional environment variables. */
export function serverOfFile(extraEnv: () => NodeJS.ProcessEnv = () => ({})): () => Server {
  let server: RunningServer | undefined
  test.beforeAll(async () => {
    server = await startServer(extraEnv())
  })
  test.afterEach(({ browser }) => closePages(browser))
  test.afterAll(() => server?.stop())
  return () => {
    if (!server) throw new Error('The server is available only while tests run.')
    return server
  }
}

/** Closes open pages, because they would keep requesting a server that has stopped. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

export async function startServer(extraEnv: NodeJS.ProcessEnv): Promise<RunningServer> {
  const dataFolder = await preparedDataFolder('e2e')
  const port = await reservePort()
  const url = `http://127.0.0.1:${port}`
  const operator = { email: 'operadora@plataforma.test', password: 'Senha-da-Operadora-1' }
  const environment = {
    ...process.env,
    LOG_LEVEL: 'error',
    ...unboundedSending,
    ...extraEnv,
    PORT: String(port),
    HOST: '127.0.0.1',
    GUICHE_DATA: dataFolder,
    GUICHE_PUBLIC_URL: url,
    GUICHE_METRICS_PORT: '0',
    GUICHE_ADMIN_EMAIL: operator.email,
    GUICHE_ADMIN_PASSWORD: operator.password,
  }
  let said = ''
  const hear = (text: Buffer) => void (said += text.toString())
  let running = await run(url, environment, hear)

  return {
    url,
    operator,
    said: () => said,
    databaseUrl: () => databaseUrlIn(dataFolder),
    kill: async ({ withDatabase = false } = {}) => {
      const database = databasePid(dataFolder)
      await end(running, 'SIGKILL')
      if (withDatabase && database) process.kill(database, 'SIGKILL')
    },
    startAgain: async () => {
      running = await run(url, environment, hear)
    },
    stop: async () => {
      await end(running, 'SIGTERM')
      removeDataFolder(dataFolder)
    },
  }
}

async function run(url: string, env: NodeJS.ProcessEnv, hear: (text: Buffer) => void): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString()
      hear(text)
    })

  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended before it was ready:\n${said}`)
    return (await fetch(`${url}/health/ready`).catch(() => undefined))?.status
  }
  await expect.poll(isReady, { timeout, intervals: [100] }).toBe(200)
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

function databasePid(dataFolder: string): number | undefined {
  const file = join(dataFolder, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}
