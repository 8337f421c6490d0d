import { busy } from '../errors.ts'

/** Runs so many pieces of work at a time. The others wait in line; beyond that line they are refused with 503 and Retry-After. */
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createSemaphore({ atOnce, inLine }: { atOnce: number; inLine: number }): Semaphore {
  const line: (() => void)[] = []
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
    if (line.length >= inLine) throw busy()
    await new Promise<void>((resolve) => line.push(resolve))
  }

  /** The next in line takes the place over. */
  function leave() {
    const next = line.shift()
    if (next) next()
    else inside -= 1
  }
}
