import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return isErrno(error) && error.code === 'EPERM'
  }
}

/** A text that no later process with the same number shares; undefined where the system does not tell. */
export function startOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined
  const ticksSinceBoot = procFields(pid)?.[19]
  return ticksSinceBoot && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticksSinceBoot}`
}

/** Whether the process works in this folder, as a PostgreSQL server does in its data. */
export function worksIn(pid: number, folder: string): boolean {
  if (!isRunning(pid)) return false
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(folder)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

/** False when it still runs after that time. */
export async function hasEnded(pid: number, within: number): Promise<boolean> {
  const deadline = performance.now() + within
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false
    await pause(10)
  }
  return true
}

export function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error
}

/** Ended, but nobody asks for its exit code, as in a container whose first process is not made for that. */
function isZombie(pid: number): boolean {
  return process.platform === 'linux' && procFields(pid)?.[0] === 'Z'
}

/** What Linux tells of a process, from its state on. The name before that, in brackets, may hold anything. */
function procFields(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}
