import { isPixError } from '@guiche/pix'
import type { Db } from '#platform/database/sql'
import type { Log } from '#platform/process/log'
import { noteFailure } from './billing-settings.repository.ts'
import { gatewayStateOf } from './gateway-errors.ts'

export interface Report {
  (error: unknown): void
  /** Reports the error of this work, and throws it. */
  watch<T>(work: Promise<T>): Promise<T>
}

/** The operator's alarm, in the log and on the screen: a payment provider cannot be reached, or refuses us. */
export function reportFailures(log: Log, operator: Db): Report {
  const report = (error: unknown) => {
    if (!isPixError(error)) return
    const { kind, provider, status, code } = error
    log.error(
      { event: 'billing.gateway-failed', kind, provider, status, code, err: error },
      'the payment provider could not do what it was asked for',
    )
    // What is refused because of what a payer has typed is no failure of the provider.
    if (kind === 'invalid' || kind === 'missing') return
    noteFailure(operator, gatewayStateOf(error)).catch((failure: unknown) =>
      log.error(
        { event: 'billing.failure-not-noted', err: failure },
        'a failure of the payment provider was not noted',
      ),
    )
  }
  const watch = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      report(error)
      throw error
    })
  return Object.assign(report, { watch })
}
