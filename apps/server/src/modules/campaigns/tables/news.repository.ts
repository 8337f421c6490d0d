import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { sumUpCounts } from './counts.repository.ts'

/** The numbers or the state of these campaigns have changed: browsers are told within a second. */
export async function noteNews(ctx: Ctx, campaignIds: readonly number[]): Promise<void> {
  if (campaignIds.length === 0) return
  await sql`
    insert into campaign_news (company_id, campaign_id, changed_at)
    select ${ctx.companyId}, p.id, clock_timestamp() from campaigns p
    where p.company_id = ${ctx.companyId} and p.id = any (${[...campaignIds]}::bigint[]) and p.removed_at is null
    order by p.id
    on conflict (company_id, campaign_id) do update set changed_at = excluded.changed_at`.execute(ctx.db)
  ctx.wake('campaigns')
}

/** Campaigns with news, each at most once in a second, however many processes ask. Their counts are summed up meanwhile. */
export async function takeNews(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    update campaign_news n set told_at = clock_timestamp()
    where n.company_id = ${ctx.companyId} and n.changed_at > n.told_at and n.told_at < clock_timestamp() - interval '1 second'
    returning n.campaign_id`.execute(ctx.db)
  const campaignIds = rows.map(({ campaign_id }) => campaign_id)
  await sumUpCounts(ctx, campaignIds)
  return campaignIds
}
