import type { Ctx } from '#platform/context'

/** One fact for all messages of campaigns in a batch: with a fact for each, a campaign would fill the list of facts. */
export function tellCampaigns(ctx: Ctx, changed: readonly { id: number; is_campaign: boolean }[]): void {
  const messageIds = changed.flatMap(({ id, is_campaign }) => (is_campaign ? id : []))
  if (messageIds.length > 0) ctx.emit('campaignMessages.changed', { messageIds })
}
