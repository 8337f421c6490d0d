import type { Channels } from '#channels/registry'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Parts } from '#platform/parts'
import { createDelivery } from './deliver.ts'
import { giveUpStaleSends } from './give-up-stale.ts'
import type { RetryPauses } from './retry-pauses.ts'

export { addToOutbox } from './add-to-outbox.ts'
export { senderOf } from './priorities.ts'
export type { RetryPauses } from './retry-pauses.ts'
export { dropWaiting } from './outbox.repository.ts'
export { type Attention, createAttention } from './tell-typing.ts'

/** The way out: what waits in the outbox is sent. */
export function registerDelivery(parts: Parts, channels: Channels, pauses?: RetryPauses): CompanyWorker {
  parts.jobs.defineTimer('outbox.stale', '*/5 * * * *', () => giveUpStaleSends(parts))
  const delivery = createDelivery(parts, channels, pauses)
  parts.wakes.on('outbox', delivery.wake)
  return delivery
}
