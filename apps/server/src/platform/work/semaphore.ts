import { busy } from '../errors.ts'

/**
 * Runs a limited number of tasks at a time. Others wait; beyond `maxWaiting` waiting ones they are refused with 503 and
 * Retry-After.
 */
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createSemaphore({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Semaphore {
  const waiting: (() => void)[] = []
  let inside = 0
  return { run }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  async function enter() {
    if (inside < atOnce) return void (inside += 1)
    if (waiting.length >= maxWaiting) throw busy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Hands the slot to the next task that waits. */
  function leave() {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }
}
