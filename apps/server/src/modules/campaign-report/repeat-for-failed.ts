import type { UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest } from '#platform/errors'
import { companyTexts } from '#modules/companies'
import { createFilledList } from '#modules/contact-lists'
import { accessCampaign, copyCampaign } from '#modules/campaigns'

/** In characters, of lists and campaigns. */
const longestName = 50

/**
 * A new campaign like this one to those who failed, without a date. They are put into a new contact list, which people can
 * correct. Whoever may have got the message is not among them (R6).
 */
export async function repeatForFailed(ctx: UserCtx, id: number): Promise<number> {
  const { name: before } = await accessCampaign(ctx, id)
  const { ofFailed } = (await companyTexts(ctx)).campaignSheet
  const name = named(before, ofFailed)
  const list = await createFilledList(
    ctx,
    name,
    sql`select r.name, r.number, r.email, r.variables from campaign_recipients r
        where r.company_id = ${ctx.companyId} and r.campaign_id = ${id} and r.state = 'failed' order by r.id`,
  )
  if (list.contacts_count === 0) throw badRequest('ERR_CAMPAIGN_NOBODY_FAILED')
  return copyCampaign(ctx, id, { name, listId: list.id })
}

/** The end says what it is, so the name before it is cut off. A copy of a copy says it once. */
function named(before: string, end: string): string {
  if (before.endsWith(end)) return before
  const letters = Array.from(before).slice(0, longestName - end.length - 1)
  return `${letters.join('').trimEnd()} ${end}`
}
