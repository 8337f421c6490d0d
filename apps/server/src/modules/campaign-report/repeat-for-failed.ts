import type { Ctx, UserCtx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { companyTexts } from '#modules/companies'
import { createFilledList, fillList, lockFilling } from '#modules/contact-lists'
import { accessCampaign, copyCampaign } from '#modules/campaigns'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Adds those who failed in a campaign to a list, behind those whom it has. */
    'campaign-report.fill-list': { companyId: number; campaignId: number; listId: number }
  }
}

/** People who are added in one unit of work. */
const most = 5000

/** In characters, of lists and campaigns. */
const longestName = 50

/**
 * A new campaign like this one to those who failed, without a date. They are put into a new contact list, which people can
 * correct. Whoever may have got the message is not among them (R6). The list has the first of them at once; a job adds the
 * others.
 */
export async function repeatForFailed(ctx: UserCtx, id: number): Promise<number> {
  const { name: before } = await accessCampaign(ctx, id)
  const { ofFailed } = (await companyTexts(ctx)).campaignSheet
  const name = named(before, ofFailed)
  const { to, filledTo } = await nextPortion(ctx, id, 0)
  const list = await createFilledList(ctx, name, { people: failed(ctx, id, { after: 0, to }), filledTo })
  if (list.contacts_count === 0) throw badRequest('ERR_CAMPAIGN_NOBODY_FAILED')
  if (filledTo !== null) await ctx.enqueue('campaign-report.fill-list', { campaignId: id, listId: list.id })
  return copyCampaign(ctx, id, { name, listId: list.id })
}

/** The list says how far it is, so the job may be killed anywhere and adds nobody twice. */
export function defineFilling({ jobs, units }: Pick<Deps, 'jobs' | 'units'>): void {
  jobs.define(
    'campaign-report.fill-list',
    { retryLimit: 10, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 3600 },
    async ({ companyId, campaignId, listId }) => {
      const fill = () =>
        units.run({ kind: 'system', companyId }, async (ctx) => {
          const after = await lockFilling(ctx, listId)
          if (after === undefined) return false
          const { to, filledTo } = await nextPortion(ctx, campaignId, after)
          await fillList(ctx, listId, { people: failed(ctx, campaignId, { after, to }), filledTo })
          return true
        })
      while (await fill());
    },
  )
}

interface Range {
  after: number
  /** The last one. */
  to: number
}

/**
 * The next people who failed end with this one. By their last id, so that who fails at this moment moves nobody out of the
 * portion.
 */
async function nextPortion(
  ctx: Ctx,
  campaignId: number,
  after: number,
): Promise<{ to: number; filledTo: number | null }> {
  const { rows } = await sql<{ last: number | null; count: number }>`
    select max(f.id) as last, count(*)::int as count from (
      select r.id from campaign_recipients r
      where r.company_id = ${ctx.companyId} and r.campaign_id = ${campaignId} and r.state = 'failed' and r.id > ${after}
      order by r.id limit ${most}) f`.execute(ctx.db)
  const { last = null, count = 0 } = rows[0] ?? {}
  return { to: last ?? after, filledTo: count === most ? last : null }
}

const failed = (ctx: Ctx, campaignId: number, { after, to }: Range): RawBuilder<unknown> => sql`
  select r.name, r.number, r.email, r.variables from campaign_recipients r
  where r.company_id = ${ctx.companyId} and r.campaign_id = ${campaignId} and r.state = 'failed' and r.id > ${after} and r.id <= ${to}
  order by r.id`

/** The end says what it is, so the name before it is cut off. A copy of a copy says it once. */
function named(before: string, end: string): string {
  if (before.endsWith(end)) return before
  const letters = Array.from(before).slice(0, longestName - end.length - 1)
  return `${letters.join('').trimEnd()} ${end}`
}
