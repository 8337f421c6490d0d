import type { CompanyWorker } from '#platform/work/company-worker'
import type { Parts } from '#platform/parts'
import { greet } from './greet.ts'
import { createInboxWorker } from './inbox-worker.ts'
import { sweepInbox } from './sweep-inbox.ts'

export { type TalkToCompare, compareTold, findTalksToCompare, markAsked } from './compare-talks.ts'
export { type ShowPresence, createCustomerPresence } from './customer-presence.ts'
export { type OldMessage, importMessages } from './import-messages.ts'
export { storeChanges } from './store-changes.ts'
export { isStored, storeInbound } from './store-inbound.ts'

/** The way in: what networks have sent is stored, and worked off. */
export function registerInbound(parts: Parts): CompanyWorker {
  const inbox = createInboxWorker(parts, greet)
  parts.wakes.on('inbox', inbox.wake)
  parts.jobs.defineTimer('inbox.sweep', '47 3 * * *', () => sweepInbox(parts))
  return inbox
}
