import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { accessCampaignForChange } from './access-campaign.ts'
import { changeCampaign } from './tables/campaigns.repository.ts'
import { assertHasTexts } from './complete-campaign.ts'
import { endHolds, setPaused } from './tables/holds.repository.ts'
import { noteNews } from './tables/news.repository.ts'
import { takeBack } from './take-back.ts'
import { assertFits, assertUsable, connectionsOf } from './wordings/assert-wording.ts'

/**
 * Stops a campaign. What is in flight at this moment arrives; everything else that waits in the outbox is taken back, and
 * its people wait again. A send that a killed process leaves behind is dropped when it is taken again
 * (`delivery/read-entries.ts`).
 */
export async function cancelCampaign(ctx: UserCtx, id: number): Promise<void> {
  const { name, status } = await accessCampaignForChange(ctx, id)
  if (status !== 'EM_ANDAMENTO' && status !== 'PROGRAMADA') throw badRequest('ERR_CAMPAIGN_NOT_RUNNING')
  await changeCampaign(ctx, id, { status: 'CANCELADA' })
  await takeBack(ctx, id)
  await endHolds(ctx, [id])
  await audit(ctx, { action: 'campaign.stopped', object: 'campaign', objectId: id, detail: { name } })
  noteNews(ctx, [id])
}

/** Goes on with those who wait. Who failed, or may have got the message, gets none from this campaign. */
export async function restartCampaign(ctx: UserCtx, id: number): Promise<void> {
  const campaign = await accessCampaignForChange(ctx, id)
  if (campaign.status !== 'CANCELADA') throw badRequest('ERR_CAMPAIGN_NOT_STOPPED')
  assertHasTexts(campaign)
  const connections = await connectionsOf(ctx, id)
  assertFits(connections, campaign)
  await assertUsable(ctx, connections, campaign)
  // What was held by an offline connection when the campaign stopped has come back into the outbox since.
  await takeBack(ctx, id)
  await setPaused(ctx, id, { connectionId: undefined, isPaused: false })
  await changeCampaign(ctx, id, { status: 'EM_ANDAMENTO', failure: null, completed_at: null })
  const { name } = campaign
  await audit(ctx, { action: 'campaign.continued', object: 'campaign', objectId: id, detail: { name } })
  noteNews(ctx, [id])
}

interface Which {
  id: number
  /** Undefined: all of its connections. */
  connectionId: number | undefined
}

/**
 * Its people wait; what has not left yet is taken back, and what is in flight if it comes back. Its status stays, because
 * existing clients know no other one.
 */
export async function pauseCampaign(ctx: UserCtx, which: Which): Promise<void> {
  await setPause(ctx, which, true)
  await takeBack(ctx, which.id, which.connectionId)
  noteNews(ctx, [which.id])
}

export async function resumeCampaign(ctx: UserCtx, which: Which): Promise<void> {
  await setPause(ctx, which, false)
  noteNews(ctx, [which.id])
}

async function setPause(ctx: UserCtx, { id, connectionId }: Which, isPaused: boolean): Promise<void> {
  const { name, status } = await accessCampaignForChange(ctx, id)
  if (status !== 'EM_ANDAMENTO') throw badRequest('ERR_CAMPAIGN_NOT_RUNNING')
  const count = await setPaused(ctx, id, { connectionId, isPaused })
  if (count === 0) throw notFound('ERR_NO_WAPP_FOUND')
  await audit(ctx, {
    action: isPaused ? 'campaign.paused' : 'campaign.resumed',
    object: 'campaign',
    objectId: id,
    detail: { name, ...(connectionId !== undefined && { connectionId }) },
  })
}
