import { isPixError } from '@guiche/pix'
import type { Log } from '#platform/process/log'

interface Report {
  (error: unknown): void
  /** Reports the error of this work, and throws it. */
  watch<T>(work: Promise<T>): Promise<T>
}

/** The operator's alarm: what a payment provider refused, or that it cannot be reached. */
export function reportFailures(log: Log): Report {
  const report = (error: unknown) => {
    if (!isPixError(error)) return
    const { kind, provider, status, code } = error
    log.error(
      { event: 'billing.gateway-failed', kind, provider, status, code, err: error },
      'the payment provider could not do what it was asked for',
    )
  }
  const watch = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      report(error)
      throw error
    })
  return Object.assign(report, { watch })
}
