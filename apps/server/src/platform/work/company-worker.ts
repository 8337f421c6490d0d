import type { Role } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import type { Runnable } from '../process/runnable.ts'
import { createLookout } from './lookout.ts'

export interface CompanyWorker extends Runnable {
  /** There is work in this company. */
  wake(companyId: number): void
  start(): Promise<void>
  stop(): Promise<void>
}

interface Work {
  /** For the log. */
  name: string
  /** Only processes with this role run it. */
  role: Role
  /** Works until nothing is left. `goesOn` returns false once the process stops. */
  drain(companyId: number, goesOn: () => boolean): Promise<void>
  /** Finds companies with work that nobody announced: left by another process, or by one that was killed. */
  look(): Promise<number[]>
}

/** One run per company at a time in this process. A call during a run causes another run after it. */
export function createCompanyWorker({ name, role, drain, look }: Work, log: Log): CompanyWorker {
  const running = new Map<number, Promise<void>>()
  const again = new Set<number>()
  const lookout = createLookout(lookAround, (err) =>
    log.warn({ event: 'worker.look-failed', err, work: name }, 'could not look for waiting work'),
  )
  let stopped = true

  return { name, role, wake, start, stop }

  function wake(companyId: number) {
    if (stopped) return
    if (running.has(companyId)) again.add(companyId)
    else running.set(companyId, runOnce(companyId))
  }

  async function runOnce(companyId: number) {
    try {
      await drain(companyId, () => !stopped)
    } catch (err) {
      log.error(
        { event: 'worker.run-failed', err, companyId, work: name },
        'could not process the waiting work of a company',
      )
    }
    running.delete(companyId)
    if (again.delete(companyId)) wake(companyId)
  }

  async function lookAround() {
    for (const companyId of await look()) wake(companyId)
  }

  async function start() {
    stopped = false
    await lookAround()
    lookout.start()
  }

  async function stop() {
    stopped = true
    await lookout.stop()
    await Promise.all(running.values())
  }
}
