import type { CampaignPace } from '@guiche/contract'

/** The part by which a pause differs from the chosen one, at most. */
const jitter = 0.3

export interface PaceState {
  /** When the next message may be sent. In ms. */
  nextAt: number
  /** Messages since the last longer pause. */
  inRow: number
}

/** In ms: how long each of these connections pauses at least, so that together they stay within the limit of an hour (S66). */
export const pauseWithin = (perHour: number | null, connections: number): number =>
  perHour === null ? 0 : (3_600_000 / perHour) * connections

interface Until {
  /** In ms, by the database's clock. */
  now: number
  /** In ms. What is due later is not planned yet. */
  until: number
  most: number
  /** In ms. No pause is shorter, whatever was chosen (S66). */
  leastPause: number
}

/**
 * The times of the next messages of a connection, and its state after each of them. A time that has passed is not caught
 * up with: after an outage the first message goes now, and the next one after its pause.
 */
export function planPace(
  pace: CampaignPace,
  state: PaceState,
  { now, until, most, leastPause }: Until,
  random: () => number = Math.random,
): { at: number; after: PaceState }[] {
  const planned: { at: number; after: PaceState }[] = []
  let { nextAt, inRow } = state
  while (planned.length < most) {
    const at = Math.max(nextAt, now)
    if (at > until) break
    inRow += 1
    const isLonger = pace.longerIntervalAfter > 0 && inRow >= pace.longerIntervalAfter
    if (isLonger) inRow = 0
    const seconds = isLonger ? Math.max(pace.messageInterval, pace.greaterInterval) : pace.messageInterval
    const pause = Math.max(leastPause, seconds * 1000 * (1 + jitter * (2 * random() - 1)))
    nextAt = at + pause
    planned.push({ at, after: { nextAt, inRow } })
  }
  return planned
}
