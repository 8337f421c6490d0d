import type { UserCtx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { type StoredUpload, keepFile } from '#modules/media'
import { accessCampaignForChange } from './access-campaign.ts'
import { type LockedCampaign, changeCampaign } from './tables/campaigns.repository.ts'
import { assertHasTexts } from './complete-campaign.ts'
import { assertFits, connectionsOf } from './wordings/assert-wording.ts'

/** Replaces the file before, which the next sweep removes if nothing else refers to it. */
export async function setFile(ctx: UserCtx, id: number, upload: StoredUpload): Promise<void> {
  const campaign = await accessCampaignForChange(ctx, id)
  assertNotStarted(campaign)
  const { fileId, mediaType } = await keepFile(ctx, upload)
  assertFits(await connectionsOf(ctx, id), { ...campaign, file_id: fileId })
  await changeCampaign(ctx, id, { file_id: fileId, media_type: mediaType, file_list_id: null })
  ctx.emit('campaign.saved', { campaignId: id })
}

export async function removeFile(ctx: UserCtx, id: number): Promise<void> {
  const campaign = await accessCampaignForChange(ctx, id)
  assertNotStarted(campaign)
  if (campaign.status === 'PROGRAMADA') assertHasTexts({ ...campaign, file_id: null })
  await changeCampaign(ctx, id, { file_id: null, media_type: null })
  ctx.emit('campaign.saved', { campaignId: id })
}

/** Clients save a campaign first and its file right after, so a near date is no obstacle. */
function assertNotStarted({ status }: LockedCampaign): void {
  if (status !== 'INATIVA' && status !== 'PROGRAMADA') throw badRequest('ERR_CAMPAIGN_NOT_EDITABLE')
}
