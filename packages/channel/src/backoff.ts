/** Growing pauses between tries: first `base`, then each `factor` times the previous one, at most `cap`. In ms. */
export interface Backoff {
  base: number
  factor: number
  cap: number
  /** The share by which each pause varies at random, so that many clients do not retry at the same moment. */
  jitter: number
}

/** The pause after `failures` failures in a row, in ms. `chance` is between 0 and 1. */
export function pauseAfter(
  { base, factor, cap, jitter }: Backoff,
  failures: number,
  chance: number = Math.random(),
): number {
  return Math.min(cap, base * factor ** (failures - 1)) * (1 - jitter + 2 * jitter * chance)
}
