import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type CampaignRow, type LockedCampaign, findCampaigns, lockCampaign } from './tables/campaigns.repository.ts'

/** Calls of this area are for admins and supervisors, who see all campaigns of their company. */
export async function accessCampaign(ctx: Ctx, id: number): Promise<CampaignRow> {
  const [campaign] = await findCampaigns(ctx, [id])
  if (!campaign) throw notFound('ERR_NO_CAMPAIGN_FOUND')
  return campaign
}

/** Locks it until the end of the unit of work. */
export async function accessCampaignForChange(ctx: Ctx, id: number): Promise<LockedCampaign> {
  const campaign = await lockCampaign(ctx, id)
  if (!campaign) throw notFound('ERR_NO_CAMPAIGN_FOUND')
  return campaign
}
