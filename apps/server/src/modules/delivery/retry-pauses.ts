import type { Backoff } from '@guiche/channel'

const second = 1000
const minute = 60 * second

/** When the outbox tries again. */
export interface RetryPauses {
  /** One entry that the network did not take. */
  refused: Backoff
  /** A whole connection that has no line: nothing that waits on it is tried meanwhile. */
  noLine: Backoff
  /** In ms: what a limit of the network holds, once that limit is over. */
  limited: number
}

export const retryPauses: RetryPauses = {
  refused: { base: second, factor: 2, cap: 5 * minute, jitter: 0.2 },
  noLine: { base: second, factor: 2, cap: minute, jitter: 0.2 },
  limited: 2 * second,
}

/** Tries that the network refused, after which the entry is given up. */
export const mostRefusals = 8
