import type { Channels } from '#channels/registry'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Deps } from '#platform/deps'
import { defineConfirmation } from './confirm-sends.repository.ts'
import { type DeliveryOptions, createDelivery } from './deliver.ts'
import { giveUpStaleSends } from './give-up-stale.ts'
import { leaveWay } from './leave-way.ts'

export type { CampaignSend, CampaignSends } from './ask-campaign.ts'
export { confirmPart } from './confirm-sends.repository.ts'
export { addToOutbox } from './add-to-outbox.ts'
export { isOfOtherWay } from './of-other-way.ts'
export { priorities, senderOf } from './lanes/priorities.ts'
export type { RetryPauses } from './retry-pauses.ts'
export {
  deleteEntriesOfTicket,
  deleteUnsentEntries,
  followMessages,
  moveEntries,
  takeBackUnsent,
} from './outbox.repository.ts'
export { tellCampaigns } from './tell-campaigns.ts'
export { type AttendantActivity, createAttendantActivity } from './activity/attendant-activity.ts'
export { createBotActivity } from './activity/bot-activity.ts'

/** Outgoing messages: sends the entries of the outbox. */
export function registerDelivery(deps: Deps, channels: Channels, options: DeliveryOptions): CompanyWorker {
  deps.jobs.defineTimer('outbox.stale', '*/5 * * * *', () => giveUpStaleSends(deps))
  defineConfirmation(deps)
  deps.followers.within('connection.moved', (ctx, { connectionId }) => leaveWay(ctx, connectionId))
  const delivery = createDelivery(deps, channels, options)
  deps.wakes.on('outbox', delivery.wake)
  return delivery
}
