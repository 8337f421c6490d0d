/** Counts the time, without the pauses, in ms. */
export interface Stopwatch {
  elapsed: () => number
  pause: () => void
  resume: () => void
}

export function createStopwatch(now: () => number): Stopwatch {
  let counted = 0
  let since: number | undefined = now()
  const elapsed = () => counted + (since === undefined ? 0 : now() - since)
  return {
    elapsed,
    pause: () => {
      counted = elapsed()
      since = undefined
    },
    resume: () => {
      since ??= now()
    },
  }
}
