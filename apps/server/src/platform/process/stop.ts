import { Worker } from 'node:worker_threads'
import { printFailure } from './print.ts'

export interface StopStep {
  /** For the message that names a step that hangs. */
  name: string
  run: () => Promise<void>
}

export interface Stop {
  /** Adds a step that runs before those added earlier. */
  first(step: StopStep): void
  /** Runs after all other steps have ended or were given up. `pids`: processes that must not outlive this one. */
  last(step: StopStep & { pids: () => number[] }): void
  all(): Promise<void>
  hasBegun(): boolean
}

/** In ms, for all steps but the last one; together with that one ten seconds. */
const forSteps = 7_000
/** In ms. Then the process is killed. The last step takes nine seconds at most. */
const forEverything = 17_000
/**
 * In ms. Ctrl+C reaches the process from the terminal and again from a parent such as `node --watch`; both count as
 * one.
 */
const sameAsking = 500

/** Stops on a signal. A step that hangs is named and skipped. A second signal ends the process at once. */
export function stopOnSignal(): Stop {
  const steps: StopStep[] = []
  let final: (StopStep & { pids: () => number[] }) | undefined
  let begun: number | undefined
  let isClean = true

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  return {
    first: (step) => void steps.unshift(step),
    last: (step) => void (final = step),
    all,
    hasBegun: () => begun !== undefined,
  }

  function end() {
    if (begun !== undefined && performance.now() - begun > sameAsking) process.exit(1)
    if (begun !== undefined) return
    begun = performance.now()
    all().then(
      () => process.exit(isClean ? 0 : 1),
      () => process.exit(1),
    )
  }

  async function all() {
    const last = final
    final = undefined
    const watch = watchFromOutside(last?.pids() ?? [])
    const until = performance.now() + forSteps
    for (const step of steps.splice(0)) await within(until, step, watch)
    if (last) await ended(last, watch)
    watch.end()
  }

  async function within(until: number, step: StopStep, watch: Watch) {
    const giveUp = Promise.withResolvers<'hangs'>()
    const timer = setTimeout(() => giveUp.resolve('hangs'), Math.max(100, until - performance.now()))
    const outcome = await Promise.race([ended(step, watch), giveUp.promise])
    clearTimeout(timer)
    if (outcome !== 'hangs') return
    isClean = false
    printFailure(`The stop gave up waiting for this step: ${step.name}.`)
  }

  async function ended({ name, run }: StopStep, watch: Watch) {
    watch.at(name)
    try {
      await run()
    } catch (error) {
      isClean = false
      printFailure(`The stop failed at this step: ${name} (${error instanceof Error ? error.message : String(error)}).`)
    }
  }
}

interface Watch {
  at(name: string): void
  end(): void
}

/** A thread that ends this process, and `pids`, even if the event loop is blocked. */
function watchFromOutside(pids: number[]): Watch {
  const worker = new Worker(watching, { eval: true, workerData: { pids, timeout: forEverything } })
  worker.unref()
  worker.on('error', (error) => printFailure(`The watchdog of the stop failed: ${error.message}.`))
  return { at: (name) => worker.postMessage(name), end: () => void worker.terminate() }
}

const watching = `
  const { parentPort, workerData } = require('node:worker_threads')
  let step = 'nothing yet'
  parentPort.on('message', (name) => (step = name))
  setTimeout(() => {
    require('node:fs').writeSync(2, 'The stop hung at this step, so the process was killed: ' + step + '.\\n')
    for (const pid of workerData.pids) try { process.kill(pid, 'SIGQUIT') } catch {}
    process.kill(process.pid, 'SIGKILL')
  }, workerData.timeout)`
