import type { RecipientState } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface StateCount {
  campaign_id: number
  state: RecipientState
  count: number
  valid: number
  reached: number
  requested: number
  confirmed: number
}

const sums = sql`
  sum(c.people)::int as count, sum(c.valid)::int as valid, sum(c.reached)::int as reached, sum(c.requested)::int as requested,
  sum(c.confirmed)::int as confirmed`

/** How many people of these campaigns are where. Costs the same for a million people as for one. */
export async function countRecipients(ctx: Ctx, campaignIds: readonly number[]): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select c.campaign_id, c.state, ${sums} from campaign_counts c
    where c.company_id = ${ctx.companyId} and c.campaign_id = any (${[...campaignIds]}::bigint[])
    group by c.campaign_id, c.state having sum(c.people) <> 0`.execute(ctx.db)
  return rows
}

/** Puts the changes since the last time into one row per state. Of two processes each takes rows of its own. */
export async function sumUpCounts(ctx: Ctx, campaignIds: readonly number[]): Promise<void> {
  if (campaignIds.length === 0) return
  await sql`
    with chosen as (
      select campaign_id, id from campaign_counts
      where company_id = ${ctx.companyId} and campaign_id = any (${[...campaignIds]}::bigint[])
      for update skip locked),
    c as (
      delete from campaign_counts o using chosen
      where o.company_id = ${ctx.companyId} and o.campaign_id = chosen.campaign_id and o.id = chosen.id
      returning o.*)
    insert into campaign_counts (company_id, campaign_id, state, people, valid, reached, requested, confirmed)
    select ${ctx.companyId}, c.campaign_id, c.state, ${sums} from c group by c.campaign_id, c.state`.execute(ctx.db)
}

export async function forgetCounts({ companyId, db }: Ctx, campaignId: number): Promise<void> {
  await sql`
    delete from campaign_counts where company_id = ${companyId} and campaign_id = ${campaignId}`.execute(db)
}
