import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'
import { OwnLeases } from './own-leases.ts'
import { Runner, type RunnerWiring } from './runner.ts'
import { type WantedSession, listWantedSessions } from './sessions.repository.ts'

export interface Supervisor extends Runnable {
  /** Call it after a wish of a session has changed. */
  wake(): void
  start(): void
  stop(): Promise<void>
}

interface Wiring extends Pick<RunnerWiring, 'channel' | 'showPresence' | 'pictures'> {
  /** Waits for so many ms. */
  pause?: (ms: number) => Promise<unknown>
}

/** In ms. */
const lookEvery = 1000
const renewEvery = 5000
/** Between two starts, so that at most five sessions start per second. */
const stagger = 200

/** Runs the wanted sessions that no other process runs. Each session has one owner at a time (reliability R32). */
export function createSupervisor(deps: Deps, { pause = wait, ...wiring }: Wiring): Supervisor {
  const { units, log } = deps
  const leases = new OwnLeases(deps)
  const runner = new Runner(deps, { ...wiring, leases, onFree: wake, pause })
  let looking: Promise<void> | undefined
  let isWoken = false
  let isStopped = true
  let timers: NodeJS.Timeout[] = []

  return { name: 'sessions of phones', role: 'channels', wake, start, stop }

  function start() {
    isStopped = false
    timers = [setInterval(wake, lookEvery), setInterval(() => void renew(), renewEvery)]
    wake()
  }

  async function stop() {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
    await looking
    await runner.stopAll()
  }

  function wake() {
    if (isStopped) return
    isWoken = true
    looking ??= lookWhileWoken().finally(() => {
      looking = undefined
      if (isWoken) wake()
    })
  }

  async function lookWhileWoken() {
    isWoken = false
    try {
      for (const wanted of await listWantedSessions(units.operator, leases.owner)) {
        if (isStopped) return
        await attend(wanted)
      }
    } catch (err) {
      log.warn(
        { event: 'whatsapp-session.supervise-failed', err },
        'could not supervise WhatsApp sessions; will try again',
      )
    }
  }

  async function attend(wanted: WantedSession) {
    if (!wanted.mayRun) return hold(wanted)
    const run = runner.runs.find(wanted)
    if (run && run.wishNumber === wanted.wishNumber) return wanted.isToCompare ? runner.compare(run) : undefined
    if (run?.unlinking) return
    if (run) return wanted.wish === 'open' ? runner.restart(run, wanted) : runner.unlink(run, wanted)
    if (!wanted.isFree) return
    const lease = await leases.take(wanted)
    if (!lease) return
    await (wanted.wish === 'open' ? runner.begin(wanted, lease) : runner.unlinkIdle(wanted, lease))
    await pause(stagger)
  }

  /**
   * The company's plan no longer has WhatsApp, or the company is closed: closes the connection and keeps the phone
   * linked. The wish stays until the plan has WhatsApp again and the company is open. The owner of the session does this, or any process if it has none.
   */
  async function hold(wanted: WantedSession) {
    const run = runner.runs.find(wanted)
    if (run) return runner.stop(run, () => runner.reporter.held(wanted))
    if (!wanted.isFree) return
    const lease = await leases.take(wanted)
    if (!lease) return
    await runner.reporter.held(wanted)
    await leases.release(wanted, lease)
  }

  async function renew() {
    for (const run of await leases.renew(runner.runs)) runner.lose(run)
  }
}
