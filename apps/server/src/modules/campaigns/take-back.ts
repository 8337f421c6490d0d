import type { Ctx } from '#platform/context'
import { takeBackUnsent } from '#modules/delivery'
import { removeCampaignMessages, stopCampaignMessages } from '#modules/messages'
import { noteNews } from './tables/news.repository.ts'
import {
  findInOutbox,
  findReserved,
  findReservedOptedOut,
  leaveOutUnsent,
  releaseUnsent,
  settleGone,
} from './tables/take-back.repository.ts'

/**
 * Takes back what waits in the outbox, of one connection or of all, so that its people wait again. The caller has locked the
 * campaign.
 */
export async function takeBack(ctx: Ctx, campaignId: number, connectionId?: number): Promise<void> {
  const reserved = await findReserved(ctx, campaignId, connectionId)
  const unsent = await takeBackUnsent(ctx, reserved)
  const kept = await removeCampaignMessages(ctx, unsent, 'ERR_CAMPAIGN_STOPPED')
  await releaseUnsent(ctx, campaignId, kept)
}

/**
 * The same for a campaign that is deleted next. Afterwards nothing says any more that what is in flight belonged to it, so
 * these messages say themselves that they are not to be sent again.
 */
export async function takeBackForever(ctx: Ctx, campaignId: number): Promise<void> {
  await takeBack(ctx, campaignId)
  await stopCampaignMessages(ctx, await findInOutbox(ctx, campaignId), 'ERR_CAMPAIGN_STOPPED')
}

/** Messages were deleted with their ticket, or alone. Nobody waits for their outcome any more. */
export async function forgetGone(ctx: Ctx): Promise<void> {
  await noteNews(ctx, await settleGone(ctx))
}

/** Who has opted out gets nothing that still waits in the outbox. What is in flight at this moment arrives now or never. */
export async function takeBackOptedOut(ctx: Ctx): Promise<void> {
  const reserved = await findReservedOptedOut(ctx)
  if (reserved.length === 0) return
  const unsent = await takeBackUnsent(
    ctx,
    reserved.map(({ message_id }) => message_id),
  )
  const kept = await removeCampaignMessages(ctx, unsent, 'ERR_OPTED_OUT')
  const flying = reserved.map(({ message_id }) => message_id).filter((id) => !unsent.includes(id))
  await stopCampaignMessages(ctx, flying, 'ERR_OPTED_OUT')
  const recipientIds = reserved.map(({ recipient_id }) => recipient_id)
  await noteNews(ctx, await leaveOutUnsent(ctx, recipientIds, kept))
}
