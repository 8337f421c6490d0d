import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { createInboxWorker } from './inbox-worker.ts'
import { forgetChoosing } from './parts.repository.ts'
import { forgetWays } from './tables/told-again.repository.ts'
import { removeOldParked } from './tables/inbox.repository.ts'
import { sweepInbox } from './sweep-inbox.ts'

export {
  type ConversationToCompare,
  compareWithPhone,
  findConversationsToCompare,
  markAsked,
} from './compare-conversations.ts'
export { type ShowPresence, createCustomerPresence } from './customer-presence.ts'
export { type OldMessage, importMessages } from './import-messages.ts'
export { findLastHeard, findPartsOf, keepPart, messagesOfParts } from './parts.repository.ts'
export { openWindow } from '#modules/conversations'
export { reviveEntry } from './tables/inbox.repository.ts'
export { giveFiles } from './tables/give-files.repository.ts'
export { storeChanges } from './store-changes.ts'
export { isStored, storeInbound } from './store-inbound.ts'

/** Incoming messages: stores what networks send, and processes it. */
export function registerInbound(deps: Deps): CompanyWorker {
  const inbox = createInboxWorker(deps)
  deps.wakes.on('inbox', inbox.wake)
  deps.followers.within('connection.moved', (ctx) => {
    forgetWays(ctx)
    forgetChoosing(ctx)
    return Promise.resolve()
  })
  deps.jobs.defineTimer('inbox.sweep', '47 3 * * *', () => sweepInbox(deps))
  deps.jobs.defineTimer('parked.sweep', '11 * * * *', () => removeOldParked(deps.units.operator))
  return inbox
}
