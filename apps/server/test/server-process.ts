import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../src/platform/process/running-process.ts'
import { preparedDataFolder, removeDataFolder } from './data-folder.ts'
import { reservePort } from './reserve-port.ts'
import { eventually } from './world.ts'

const main = join(import.meta.dirname, '../src/main.ts')

export interface Started {
  child: ChildProcess
  said: () => string
  /** What of it went to the standard error: failures, and nothing that only passes the time. */
  complained: () => string
}

/** The program as it is started by hand, with nothing in its environment but this. `through`: a command that runs it. */
export function startProgram(env: Record<string, string>, args: string[] = [], through: string[] = []): Started {
  const [command = process.execPath, ...rest] = [...through, process.execPath, main, ...args]
  const child = spawn(command, rest, {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let complaints = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  return { child, said: () => text, complained: () => complaints }
}

export async function ready({ child, said }: Started): Promise<void> {
  await eventually(() => {
    if (!hasEnded(child) && !said().includes('is ready')) throw new Error(`it is not ready: ${said()}`)
  }, 60_000)
  if (hasEnded(child)) throw new Error(`it ended: ${said()}`)
}

export const ended = (child: ChildProcess): Promise<number | null> =>
  hasEnded(child)
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** The whole product, with a folder and a database of its own, to be treated badly. */
export interface OwnServer {
  url: string
  operator: { email: string; password: string }
  /** Begins to start; `ready()` waits until it answers. */
  start(): void
  ready(): Promise<void>
  /** `kill -9`, without a word of warning. */
  kill(): Promise<void>
  /** Waits for its end; its exit code. */
  ended(): Promise<number | null>
  /** Asked to end, as by whoever runs it; its exit code. */
  end(): Promise<number | null>
  /** The process of its database, or undefined while there is none. */
  databasePid(): number | undefined
  /** The database ends at once, and cannot be started again before it is given back. */
  takeDatabaseAway(): { giveBack(): void }
  /** As the database's superuser. */
  databaseUrl(): string
  /** What it has said since its last start. */
  said(): string
  /** What of that went to the standard error. */
  complained(): string
  stop(): Promise<void>
}

export async function createOwnServer(
  env: Record<string, string> = {},
  { args = [] }: { args?: string[] } = {},
): Promise<OwnServer> {
  const folder = await preparedDataFolder('own')
  const port = await reservePort()
  const operator = { email: 'super@guiche.test', password: 'Super-Senha-1!' }
  const url = `http://127.0.0.1:${port}`
  let running: Started | undefined

  return {
    url,
    operator,
    start,
    ready: untilReady,
    kill,
    ended: untilEnded,
    end,
    databasePid,
    takeDatabaseAway,
    databaseUrl,
    said,
    complained,
    stop,
  }

  function start() {
    const own = {
      PORT: String(port),
      GUICHE_METRICS_PORT: '0',
      GUICHE_DATA: folder,
      GUICHE_PUBLIC_URL: url,
      GUICHE_ADMIN_EMAIL: operator.email,
      GUICHE_ADMIN_PASSWORD: operator.password,
    }
    running = startProgram({ ...own, ...env }, args)
  }

  async function untilReady() {
    const current = running
    if (!current) throw new Error('it was not started')
    await ready(current)
    await eventually(async () => {
      const { status } = await fetch(`${url}/health/ready`)
      if (status !== 200) throw new Error(`not ready: ${status} ${current.said()}`)
    }, 60_000)
  }

  async function untilEnded() {
    return running ? ended(running.child) : null
  }

  async function kill() {
    await signal('SIGKILL')
  }

  async function end() {
    return signal('SIGTERM')
  }

  async function signal(name: NodeJS.Signals): Promise<number | null> {
    const child = running?.child
    if (!child) return null
    child.kill(name)
    return untilEnded()
  }

  function pidFile(): string[] {
    const file = join(folder, 'postgres', 'postmaster.pid')
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  }

  function databasePid() {
    const pid = Number(pidFile()[0])
    return pid > 1 ? pid : undefined
  }

  function takeDatabaseAway() {
    const needed = join(folder, 'postgres', 'PG_VERSION')
    const pid = databasePid()
    renameSync(needed, `${needed}.away`)
    if (pid) process.kill(pid, 'SIGKILL')
    return { giveBack: () => renameSync(`${needed}.away`, needed) }
  }

  function databaseUrl() {
    const socketFolder = pidFile()[4]?.trim()
    if (!socketFolder) throw new Error('the database does not run')
    const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim()
    return `postgres://postgres:${password}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`
  }

  function said() {
    return running?.said() ?? ''
  }

  function complained() {
    return running?.complained() ?? ''
  }

  async function stop() {
    await end()
    // A killed server has left it behind; one that has stopped in order has taken it along.
    const database = databasePid()
    if (database && isRunning(database)) process.kill(database, 'SIGKILL')
    removeDataFolder(folder)
  }
}
