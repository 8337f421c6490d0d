import type { Channels } from '#channels/registry'
import type { Parts } from '#platform/parts'
import { createDelivery } from './deliver.ts'
import { giveUpStaleSends } from './give-up-stale.ts'
import { greet } from './greet.ts'
import { createInboxWorker } from './inbox-worker.ts'
import { messagesLive } from './messages.live.ts'
import { messageRoutes } from './messages.routes.ts'
import { createVoice } from './voice.ts'

export { type TalkToCompare, compareTold, findTalksToCompare, markAsked } from './compare-talks.ts'
export { type OldMessage, importMessages } from './import-messages.ts'
export { createMayRead } from './may-read-file.ts'
export { type MessageRow, findMessages } from './messages.repository.ts'
export { storeChanges } from './store-changes.ts'
export { isStored, storeInbound } from './store-inbound.ts'
export { type ShowPresence, createCustomerPresence } from './customer-presence.ts'
export { type Attention, createAttention } from './tell-typing.ts'

/** What runs beside the calls: the way in and the way out. */
export function registerMessages(parts: Parts, channels: Channels) {
  const delivery = createDelivery(parts, channels)
  const inbox = createInboxWorker(parts, async (ctx, messages) => {
    if (await greet(ctx, messages)) ctx.afterCommit(() => delivery.wake(ctx.companyId))
  })
  messageRoutes(parts, channels, { delivery: delivery.wake })
  messagesLive(parts)
  parts.jobs.defineTimer('outbox.stale', '*/5 * * * *', () => giveUpStaleSends(parts))
  return { delivery, inbox, voice: createVoice(delivery.wake) }
}
