import type { Deps } from '#platform/deps'
import type { CompanyWorker } from '#platform/work/company-worker'
import { removeOld } from '#platform/work/retention'
import { createAnswersFirst } from './answers-first.ts'
import { type Charge, type Charges, createWebhookReader } from './read-webhooks.ts'
import { serveWebhooks } from './serve-webhooks.ts'
import { removeOldWebhooks } from './webhooks.repository.ts'

interface Wiring<C extends Charge> {
  charges: Charges<C>
  /** Where the webhooks of Efí come from, if not from its documented address. */
  efiWebhooksFrom: readonly string[] | undefined
}

/** What payment providers report. Returns the worker that asks them about it. */
export function registerWebhooks<C extends Charge>(deps: Deps, { charges, efiWebhooksFrom }: Wiring<C>): CompanyWorker {
  const answers = createAnswersFirst()
  serveWebhooks(deps, { answers, efiAddresses: efiWebhooksFrom })
  deps.jobs.defineTimer('billing.webhooks', '53 3 * * *', () => removeOld(deps, 'payment webhooks', removeOldWebhooks))
  const reader = createWebhookReader(deps, { charges, answers })
  deps.wakes.on('paymentWebhooks', reader.wake)
  return reader
}
