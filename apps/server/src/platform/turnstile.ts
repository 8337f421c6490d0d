import { busy } from './errors.ts'

/** Lets so many in at a time; the others stand in line, and who finds the line too long is told to come back (R18). */
export interface Turnstile {
  pass<T>(work: () => Promise<T>): Promise<T>
}

export function createTurnstile({ atOnce, inLine }: { atOnce: number; inLine: number }): Turnstile {
  const line: (() => void)[] = []
  let inside = 0
  return { pass }

  async function pass<T>(work: () => Promise<T>): Promise<T> {
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

  /** Whoever is next takes the place over. */
  function leave() {
    const next = line.shift()
    if (next) next()
    else inside -= 1
  }
}
