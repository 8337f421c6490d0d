import type { Backoff, SendResult } from '@guiche/channel'

const second = 1000
const minute = 60 * second

/** The pauses before the outbox tries again. */
export interface RetryPauses {
  /** For an entry that the network refused. */
  refused: Backoff
  /**
   * For an entry whose customer gets too much, or that is tried only a few times more. What was sent at once is paid back slowly, so
   * the pauses grow fast.
   */
  slow: Backoff
  /** For a connection that is offline: none of its entries is tried meanwhile. */
  offline: Backoff
  /** In ms, after the end of a limit of the network. */
  limited: number
  /** In ms, until a message is marked as not confirmed. */
  unconfirmed: number
}

export const retryPauses: RetryPauses = {
  refused: { base: second, factor: 2, cap: 5 * minute, jitter: 0.2 },
  slow: { base: second, factor: 4, cap: 5 * minute, jitter: 0.2 },
  offline: { base: second, factor: 2, cap: minute, jitter: 0.2 },
  limited: 2 * second,
  unconfirmed: 5 * minute,
}

/** After this many refused tries the entry is given up. */
export const mostRefusals = (result: SendResult | { status: 'dropped' }): number =>
  result.status === 'retry' && result.isPassing ? 6 : 8
