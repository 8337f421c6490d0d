import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { sumUpCounts } from './counts.repository.ts'

/** These campaigns have changed: browsers are told within a second. */
export function noteNews(ctx: Ctx, campaignIds: readonly number[]): void {
  if (campaignIds.length === 0) return
  ctx.atEnd(storeNews, campaignIds)
  ctx.wake('campaigns')
}

/** The same for what was sent or has arrived. There is so much of it that the engine only looks now and then. */
export function noteProgress(ctx: Ctx, campaignIds: readonly number[]): void {
  if (campaignIds.length === 0) return
  ctx.atEnd(storeNews, campaignIds)
  ctx.wake('campaignProgress')
}

/** At the end of the unit of work: outcomes and acks of a campaign all change its one row. */
const storeNews = ({ companyId }: Ctx, campaignIds: readonly number[]) => sql`
  insert into campaign_news (company_id, campaign_id, changed_at)
  select p.company_id, p.id, clock_timestamp() from campaigns p
  where p.company_id = ${companyId} and p.id = any (${[...campaignIds]}::bigint[]) and p.removed_at is null
  order by p.id
  on conflict (company_id, campaign_id) do update set changed_at = excluded.changed_at`

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
