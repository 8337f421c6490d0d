import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Removes some people of a removed campaign, and then the campaign. True: it is gone. */
export async function removeSome({ companyId, db }: Ctx, id: number, most: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select r.id from campaigns p
    join campaign_recipients r on r.company_id = p.company_id and r.campaign_id = p.id
    where p.company_id = ${companyId} and p.id = ${id} and p.removed_at is not null limit ${most}`.execute(db)
  // By their ids: joined with a table whose size the database does not know, it reads the whole table for each person.
  const ids = rows.map((row) => row.id)
  await sql`
    with words as (
      delete from campaign_people_words
      where company_id = ${companyId} and campaign_id = ${id} and recipient_id = any (${ids}::bigint[]))
    delete from campaign_recipients where company_id = ${companyId} and id = any (${ids}::bigint[])`.execute(db)
  if (rows.length === most) return false
  await sql`
    with counts as (
      delete from campaign_counts where company_id = ${companyId} and campaign_id = ${id}),
    words as (
      delete from campaign_people_words where company_id = ${companyId} and campaign_id = ${id})
    delete from campaigns where company_id = ${companyId} and id = ${id} and removed_at is not null`.execute(db)
  return true
}
