import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { claimDataFolder, StartError } from '../files/data-folder.ts'
import {
  clusterIn,
  createCluster,
  findBinaries,
  makeSocketFolder,
  type RunAs,
  summaryOfOutput,
} from './postgres-files.ts'
import { readPassword, setPassword, writeAccessRules } from './postgres-password.ts'
import { hasEnded, isRunning, worksIn } from '../process/running-process.ts'

export interface EmbeddedPostgres {
  /**
   * For the superuser `postgres`, with its password, over a Unix socket that only the database's system user can reach.
   */
  readonly adminUrl: string
  /** Of the server process. It changes when the server is restarted after a crash. */
  readonly pid: () => number
  /** Close the pools first; remaining clients are disconnected. */
  readonly stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** They override the defaults below. */
  settings?: Record<string, string>
  /** False for tests: faster, but data does not survive a power cut. */
  isDurable?: boolean
  /** True for tests: no password, because programs with different secrets share the logins. */
  isOpen?: boolean
  /** Gets a sentence for the log when the server ended by itself. */
  onRestart?: (sentence: string) => void
}

/** For a small machine that runs other programs too. */
const settings = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  // Recovery flushes every file; where possible with one system call for all of them.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  // For solid-state disks. Compiling a statement (jit) costs more than our statements take.
  random_page_cost: '1.1',
  jit: 'off',
  // Hot tables are small and change all the time (R28).
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  // A unit of work that hangs must not hold its locks for ever.
  idle_in_transaction_session_timeout: '60s',
  client_connection_check_interval: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are reported to the server; their texts and values must not reach a log file (S73).
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
} as const

const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** In ms, recovery after a crash included. */
const startLimit = 120_000

/**
 * Creates the PostgreSQL of this data folder on the first start, starts it and keeps it running. Only one process can
 * own the folder; a server that a killed owner left behind is adopted.
 */
export async function startEmbeddedPostgres(
  dataFolder: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const release = claimDataFolder(dataFolder)
  try {
    const server = await prepare(dataFolder, options)
    const password = options.isOpen ? undefined : (readPassword(dataFolder) ?? (await givePassword(server)))
    let pid = (await adopt(server)) ?? (await launch(server))
    const watch = keepRunning(server, {
      current: () => pid,
      replace: (next) => (pid = next),
      tell: options.onRestart ?? (() => {}),
    })
    return {
      adminUrl: `postgres://postgres${password === undefined ? '' : `:${password}`}@localhost/postgres?host=${encodeURIComponent(server.socketFolder)}`,
      pid: () => pid,
      stop: async () => {
        await watch.end()
        await shutDown(pid)
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

interface Server {
  dataFolder: string
  cluster: string
  runAs: RunAs
  socketFolder: string
  program: string
  settings: Record<string, string>
  args: string[]
  logFile: string
}

async function prepare(
  dataFolder: string,
  { settings: own = {}, isDurable = true, isOpen = false }: EmbeddedOptions,
): Promise<Server> {
  const { cluster: place, runAs } = clusterIn(dataFolder)
  const native = findBinaries(runAs)
  const cluster = statSync(place, { throwIfNoEntry: false })
    ? place
    : await createCluster(dataFolder, runAs, { native, isDurable })
  const socketFolder = makeSocketFolder(cluster, runAs)
  const all = {
    ...settings,
    ...(isDurable ? {} : notDurable),
    ...(isOpen ? {} : { hba_file: writeAccessRules(cluster) }),
    ...own,
  }
  const args = [
    '-D',
    cluster,
    '-k',
    socketFolder,
    '-h',
    '',
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  return {
    dataFolder,
    cluster,
    runAs,
    socketFolder,
    program: join(native, 'bin/postgres'),
    settings: all,
    args,
    logFile: join(dataFolder, 'postgres.log'),
  }
}

/** A server that an earlier version left behind accepts everybody and has to be stopped first. */
async function givePassword(server: Server): Promise<string> {
  const { pid } = readPidFile(server.cluster)
  if (pid && worksIn(pid, server.cluster)) await shutDown(pid)
  return setPassword(server)
}

/**
 * Uses a server that is still running. A server with other settings, or one that is shutting down, is stopped instead.
 */
async function adopt(server: Server): Promise<number | undefined> {
  const { pid, status } = readPidFile(server.cluster)
  if (!pid) return undefined
  if (!worksIn(pid, server.cluster)) {
    // After a crash or a reboot the pid belongs to another process, which PostgreSQL would take for a running server.
    if (isRunning(pid)) rmSync(join(server.cluster, 'postmaster.pid'), { force: true })
    return undefined
  }
  if (status === 'ready' && hasSameArguments(server)) return pid
  await shutDown(pid)
  return undefined
}

async function launch(server: Server): Promise<number> {
  const deadline = performance.now() + startLimit
  for (;;) {
    const { pid, complaint } = await tryToLaunch(server, deadline)
    if (pid) return pid
    // The last processes of a killed server are still ending.
    const isTooEarly = /pre-existing shared memory block|lock file .* already exists/i.test(complaint)
    if (!isTooEarly || performance.now() > deadline)
      throw new StartError(
        `The database in ${server.cluster} does not start: ${summaryOfOutput(complaint)}; its log is ${server.logFile}.`,
      )
    await pause(100)
  }
}

async function tryToLaunch(
  { cluster, runAs, program, args, logFile }: Server,
  deadline: number,
): Promise<{ pid?: number; complaint: string }> {
  const { fd, size } = openLog(logFile)
  // A process group of its own, so that Ctrl+C in the terminal does not stop it before the pools are closed.
  const child = spawn(program, args, { ...runAs, cwd: cluster, detached: true, stdio: ['ignore', 'ignore', fd] })
  closeSync(fd)
  let ending: string | undefined
  child.once('error', (error) => (ending = error.message))
  child.once('exit', (code, signal) => (ending ??= `it ended with ${signal ?? `exit code ${code}`}`))
  child.unref()
  while (ending === undefined) {
    const { pid, status } = readPidFile(cluster)
    if (pid && pid === child.pid && status === 'ready') return { pid, complaint: '' }
    if (performance.now() > deadline) {
      child.kill('SIGQUIT')
      return { complaint: 'FATAL: it was not ready in time' }
    }
    await pause(5)
  }
  return { complaint: readFileSync(logFile, 'utf8').slice(size) || `FATAL: ${ending}` }
}

/** Restarts the server when it ends by itself, with growing pauses while that fails (R22). */
function keepRunning(
  server: Server,
  {
    current,
    replace,
    tell,
  }: { current: () => number; replace: (pid: number) => void; tell: (sentence: string) => void },
) {
  const ending = new AbortController()
  const done = watch()
  return {
    end: async () => {
      ending.abort()
      await done
    },
  }

  async function watch(): Promise<void> {
    let wait = 250
    while (await unlessEnding(wait)) {
      if (isRunning(current())) {
        wait = 250
        continue
      }
      try {
        replace((await adopt(server)) ?? (await launch(server)))
        tell('the database ended by itself and was started again')
      } catch (error) {
        tell(error instanceof Error ? error.message : String(error))
        wait = Math.min(wait * 2, 5_000)
      }
    }
  }

  /** Returns false once the watch has ended. The timer does not keep the process alive. */
  async function unlessEnding(time: number): Promise<boolean> {
    await pause(time, undefined, { ref: false, signal: ending.signal }).catch(() => {})
    return !ending.signal.aborted
  }
}

/**
 * A pool does not wait until the server has closed its connections, so they get a moment first. Then open transactions
 * are rolled back and a checkpoint is written. If that takes too long, the next start recovers.
 */
async function shutDown(pid: number): Promise<void> {
  for (const [signal, timeout] of stops) {
    if (!isRunning(pid)) return
    process.kill(pid, signal)
    if (await hasEnded(pid, timeout)) return
  }
}

/**
 * The signals of PostgreSQL's smart, fast and immediate shutdown, and at last a kill; with the time in ms that each
 * gets.
 */
const stops = [
  ['SIGTERM', 500],
  ['SIGINT', 6_500],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 1_000],
] as const

function readPidFile(cluster: string): { pid?: number; status?: string } {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isSafeInteger(pid) && pid > 1 ? { pid, status: lines[7]?.trim() ?? '' } : {}
  } catch {
    return {}
  }
}

function hasSameArguments({ cluster, program, args }: Server): boolean {
  try {
    return (
      readFileSync(join(cluster, 'postmaster.opts'), 'utf8').trim() ===
      [program, ...args.map((arg) => `"${arg}"`)].join(' ')
    )
  } catch {
    return false
  }
}

/** Appends to the log file; a file that has grown is kept once as `.1`. */
function openLog(file: string): { fd: number; size: number } {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found && found.size > 1_000_000) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a', 0o600)
  return { fd, size: statSync(file).size }
}
