import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isErrno, isRunning, startOf } from '../process/running-process.ts'

/**
 * The program cannot start because of its environment, not because of a bug. It prints one sentence and exits with 1.
 */
export class StartError extends Error {}

/** Creates the folder if needed and checks that it can be written, at the start and not at the first message. */
export function openDataFolder(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    makeFolder(dirname(folder), 0o755)
    // As root the database runs under another user, who must be able to pass through; the files inside have rights of
    // their own.
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
    const fd = openSync(probe, 'w', 0o600)
    try {
      writeSync(fd, Buffer.alloc(65_536))
      fsyncSync(fd)
    } finally {
      closeSync(fd)
      rmSync(probe, { force: true })
    }
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written: ${describeErrno(error)}.`)
  }
}

/**
 * Claims the folder for this process. A claim of a process that has ended does not count. Returns the function that
 * gives the folder back.
 */
export function claimDataFolder(folder: string): () => void {
  const file = join(folder, 'owner')
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) })
  const offer = `${file}.${process.pid}`
  writeFileSync(offer, mine, { mode: 0o644 })
  try {
    // Making a link is atomic, and only one process can succeed.
    while (!link(offer, file)) discardStale(file, folder)
  } finally {
    rmSync(offer, { force: true })
  }
  return () => {
    if (read(file) === mine) rmSync(file, { force: true })
  }
}

/** Why the system refused, in words. */
export function describeErrno(error: unknown): string {
  if (!isErrno(error)) return String(error)
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'there is a file of that name',
    EISDIR: 'it is a folder',
    EIO: 'the disk reports an error',
  }
  return words[error.code ?? ''] ?? error.code ?? error.message
}

/** `mkdirSync` with `recursive` gives all parents the same rights, and loops for ever on some system paths. */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), 0o755)
  mkdirSync(folder, { mode })
}

function discardStale(file: string, folder: string): void {
  const found = read(file)
  const owner = found === undefined ? undefined : parse(found)
  if (owner && isRunning(owner.pid) && startOf(owner.pid) === owner.started)
    throw new StartError(
      `The data folder ${folder} is in use by process ${owner.pid}: stop that one first, or set DATABASE_URL to run several.`,
    )

  // Another process that starts may have claimed the folder meanwhile; then it gets its file back.
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return
    throw new StartError(`The data folder ${folder} cannot be written: ${describeErrno(error)}.`)
  }
  if (read(aside) !== found) link(aside, file)
  rmSync(aside, { force: true })
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isErrno(error) && error.code === 'EEXIST') return false
    throw new StartError(`${to} cannot be made: ${describeErrno(error)}.`)
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Undefined for a file that a full disk left empty. */
function parse(text: string): { pid: number; started: string | undefined } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return undefined
    return {
      pid: value.pid,
      started: 'started' in value && typeof value.started === 'string' ? value.started : undefined,
    }
  } catch {
    return undefined
  }
}
