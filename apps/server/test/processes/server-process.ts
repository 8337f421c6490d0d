import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../../src/platform/process/running-process.ts'
import { databaseUrlIn, preparedDataFolder, removeDataFolder } from '../data-folder.ts'
import { reservePort } from '../reserve-port.ts'
import { unboundedSending } from '../campaigns/unbounded-sending.ts'
import { eventually } from '#test/world'

const main = join(import.meta.dirname, '../../src/main.ts')

export interface Started {
  child: ChildProcess
  said: () => string
  /** What it wrote to standard error: failures only. */
  complained: () => string
}

/** Starts the program as from a terminal, with only this environment. `through`: a command that runs it. */
export function startProgram(env: Record<string, string>, args: string[] = [], through: string[] = []): Started {
  return startFile(main, env, args, through)
}

/** The same for another program. */
export function startFile(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
  through: string[] = [],
): Started {
  const [command = process.execPath, ...rest] = [...through, process.execPath, file, ...args]
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
  })
  if (hasEnded(child)) throw new Error(`it ended: ${said()}`)
}

export const ended = (child: ChildProcess): Promise<number | null> =>
  hasEnded(child)
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** The whole product, with a folder and a database of its own, which tests can kill. */
export interface OwnServer {
  url: string
  /** Where its data are. */
  folder: string
  operator: { email: string; password: string }
  /** Starts it; `ready()` waits until it answers. */
  start(): void
  ready(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  /** Waits until it has ended; returns its exit code. */
  ended(): Promise<number | null>
  /** Asks it to stop; returns its exit code. */
  end(): Promise<number | null>
  /** The pid of its database; undefined while there is none. */
  databasePid(): number | undefined
  /** Ends the database and keeps it from being started until it is given back. */
  takeDatabaseAway(): { release(): void }
  /** The address of the database with its superuser. */
  databaseUrl(): string
  /** Its output since the last start. */
  said(): string
  /** Its standard error since the last start. */
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
    folder,
    operator,
    start,
    ready: untilReady,
    kill,
    ended: untilEnded,
    end,
    databasePid,
    takeDatabaseAway,
    databaseUrl: () => databaseUrlIn(folder),
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
    running = startProgram({ ...unboundedSending, ...own, ...env }, args)
  }

  async function untilReady() {
    const current = running
    if (!current) throw new Error('it was not started')
    await ready(current)
    await eventually(async () => {
      const { status } = await fetch(`${url}/health/ready`)
      if (status !== 200) throw new Error(`not ready: ${status} ${current.said()}`)
    })
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
    return { release: () => renameSync(`${needed}.away`, needed) }
  }

  function said() {
    return running?.said() ?? ''
  }

  function complained() {
    return running?.complained() ?? ''
  }

  async function stop() {
    await end()
    // After a kill the database still runs; after an orderly stop it does not.
    const database = databasePid()
    if (database && isRunning(database)) process.kill(database, 'SIGKILL')
    removeDataFolder(folder)
  }
}
