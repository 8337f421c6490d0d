/** Growing pauses between tries: `base`, then `factor` times the one before, at most `cap`. Times in ms. */
export interface Backoff {
  base: number
  factor: number
  cap: number
  /** The share by which a pause is shorter or longer at random, so that many do not try again at the same moment. */
  jitter: number
}

/** After so many failures in a row, in ms. `chance` is between 0 and 1. */
export function pauseAfter(
  { base, factor, cap, jitter }: Backoff,
  failures: number,
  chance: number = Math.random(),
): number {
  return Math.min(cap, base * factor ** (failures - 1)) * (1 - jitter + 2 * jitter * chance)
}
