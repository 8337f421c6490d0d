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

/** They are nobody any more. Their rows stay, so that the job does not begin with them again. */
export async function forgetWords(ctx: Ctx, people: readonly { id: number; campaign_id: number }[]): Promise<void> {
  if (people.length === 0) return
  await lockWords(ctx)
  // By their ids: joined with the people, whose number the database may not know, it reads a campaign for each of its people.
  await sql`
    update campaign_people_words set words = ''
    where company_id = ${ctx.companyId} and campaign_id = any (${people.map((person) => person.campaign_id)}::bigint[])
      and recipient_id = any (${people.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
}
