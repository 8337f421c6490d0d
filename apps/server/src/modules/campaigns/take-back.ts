import type { Ctx } from '#platform/context'
import { takeBackUnsent } from '#modules/delivery'
import { removeCampaignMessages } from '#modules/messages'
import { findReserved, releaseUnsent } from './tables/take-back.repository.ts'

/** Takes back what waits in the outbox, so that its people wait again. The caller has locked the campaign. */
export async function takeBack(ctx: Ctx, campaignId: number): Promise<void> {
  const reserved = await findReserved(ctx, campaignId)
  const unsent = await takeBackUnsent(ctx, reserved)
  const kept = await removeCampaignMessages(ctx, unsent)
  await releaseUnsent(ctx, campaignId, kept)
}
