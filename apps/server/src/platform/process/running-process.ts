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

/** Identifies a process even if its number is used again later; undefined where the system does not tell. */
export function startOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined
  const ticksSinceBoot = procFields(pid)?.[19]
  return ticksSinceBoot && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticksSinceBoot}`
}

/** Whether the process runs in this folder. A PostgreSQL server runs in its data folder. */
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

/** Waits at most `within` ms; false if the process still runs. */
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

/** Has ended, but its parent has not read the exit code, as happens in containers with a plain first process. */
function isZombie(pid: number): boolean {
  return process.platform === 'linux' && procFields(pid)?.[0] === 'Z'
}

/** The fields of /proc/PID/stat after the name of the program, which may contain anything. */
function procFields(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}
