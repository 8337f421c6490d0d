import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { insertCopy } from './tables/copy.repository.ts'

/** A campaign with the texts, the file and the connections of another one, to the people of a list. It has no date. */
export async function copyCampaign(
  ctx: UserCtx,
  id: number,
  { name, listId }: { name: string; listId: number },
): Promise<number> {
  const copy = await insertCopy(ctx, id, { name, listId })
  await audit(ctx, { action: 'campaign.created', object: 'campaign', objectId: copy, detail: { name } })
  ctx.emit('campaign.saved', { campaignId: copy, isNew: true })
  return copy
}
