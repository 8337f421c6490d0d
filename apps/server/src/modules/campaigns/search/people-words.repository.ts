import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Whoever stores or forgets words waits for the others, so that nobody who is erased comes back by a step that read them before. */
export async function lockWords(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('words of campaign people', ${ctx.companyId}))`.execute(
    ctx.db,
  )
}

/** Stores the words of the next people, and returns how many these are. The caller has locked the words. */
export async function addWords(ctx: Ctx, campaignId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into campaign_people_words (company_id, campaign_id, recipient_id, words)
      select r.company_id, r.campaign_id, r.id,
        fold(r.name) || ' ' || r.number || ' ' || r.person_key || ' ' || phone_long(r.person_key) || ' ' || lower(r.email)
      from campaigns p
      join campaign_recipients r on r.company_id = p.company_id and r.campaign_id = p.id
      where p.company_id = ${ctx.companyId} and p.id = ${campaignId} and p.removed_at is null
        and r.id > coalesce((
          select max(w.recipient_id) from campaign_people_words w
          where w.company_id = ${ctx.companyId} and w.campaign_id = ${campaignId}), 0)
      order by r.id limit ${most}
      returning 1)
    select count(*)::int as count from added`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** All words are stored. If the campaign is gone meanwhile, the last ones have come after its removal. */
export async function finishWords(ctx: Ctx, campaignId: number): Promise<void> {
  await sql`
    with searchable as (
      update campaigns set is_searchable = true where company_id = ${ctx.companyId} and id = ${campaignId})
    delete from campaign_people_words w
    where w.company_id = ${ctx.companyId} and w.campaign_id = ${campaignId} and not exists (
      select from campaigns p where p.company_id = w.company_id and p.id = w.campaign_id)`.execute(ctx.db)
}

/** They are nobody any more. The row stays, so that the job does not begin with them again. */
export async function forgetWords(ctx: Ctx, recipientIds: readonly number[]): Promise<void> {
  if (recipientIds.length === 0) return
  await lockWords(ctx)
  await sql`
    update campaign_people_words w set words = '' from campaign_recipients r
    where r.company_id = ${ctx.companyId} and r.id = any (${[...recipientIds]}::bigint[])
      and w.company_id = r.company_id and w.campaign_id = r.campaign_id and w.recipient_id = r.id`.execute(ctx.db)
}
