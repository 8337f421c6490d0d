import type { ErrorCode } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { readReach } from '#modules/companies'
import { type LockedCampaign, changeCampaign } from './tables/campaigns.repository.ts'
import { noteNews } from './tables/news.repository.ts'
import { indexedFrom } from './search/index-people-job.ts'
import { connectionsOf, mismatchOf } from './wordings/assert-wording.ts'
import { fixAudience, forgetAudience, nameOfSource } from './tables/audience.repository.ts'

/**
 * Starts a campaign whose time has come: from now on its people are fixed. Without people or connections it is stopped, and
 * says why. The caller has locked it.
 */
export async function startCampaign(ctx: Ctx, campaign: LockedCampaign): Promise<void> {
  const connections = await connectionsOf(ctx, campaign.id)
  if (connections.length === 0) return refuse(ctx, campaign.id, 'ERR_CAMPAIGN_WITHOUT_CONNECTION')
  // A template that cannot be sent now holds it, because that may pass.
  const mismatch = mismatchOf(connections, campaign)
  if (mismatch) return refuse(ctx, campaign.id, mismatch)
  const name = await nameOfSource(ctx, campaign)
  if (name === undefined) return refuse(ctx, campaign.id, goneIs(campaign))
  const { people, getting, doubles } = await fixAudience(ctx, campaign)
  if (people === 0) return refuse(ctx, campaign.id, 'ERR_CAMPAIGN_WITHOUT_PEOPLE')
  if (getting > (await readReach(ctx)).campaignPeople) {
    await forgetAudience(ctx, campaign.id)
    return refuse(ctx, campaign.id, 'ERR_CAMPAIGN_TOO_LARGE')
  }
  await sql`
    update campaigns
    set status = 'EM_ANDAMENTO', started_at = now(), audience_name = ${name}, doubles = ${doubles}, failure = null, updated_at = now()
    where company_id = ${ctx.companyId} and id = ${campaign.id}`.execute(ctx.db)
  if (people >= indexedFrom) await ctx.enqueue('campaigns.index-people', { campaignId: campaign.id })
  noteNews(ctx, [campaign.id])
}

/** What its people came from was deleted. */
function goneIs({ list_id, audience }: LockedCampaign): ErrorCode {
  if (list_id !== null) return 'ERR_NO_CONTACT_LIST_FOUND'
  return audience?.kind === 'answers' ? 'ERR_NO_CAMPAIGN_FOUND' : 'ERR_NO_TAG_FOUND'
}

async function refuse(ctx: Ctx, id: number, failure: ErrorCode): Promise<void> {
  await changeCampaign(ctx, id, { status: 'CANCELADA', failure })
  noteNews(ctx, [id])
}
