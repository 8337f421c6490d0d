import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { isKnown } from '#modules/sending-guard'
import { type LockedCampaign, namedBy } from './campaigns.repository.ts'
import { forgetCounts } from './counts.repository.ts'
import { leftOut } from './left-out.ts'
import { type Source, peopleOf } from './people.ts'

interface Audience {
  people: number
  /** Of them, those who are not left out. */
  getting: number
  /** Entries with the number of another one. */
  doubles: number
}

/** Copies the people of a campaign: one row each, in one statement. They stay as they are now, whatever is changed later. */
export async function fixAudience(ctx: Ctx, campaign: LockedCampaign): Promise<Audience> {
  const { id, confirmation } = campaign
  const step = confirmation ? 'request' : 'content'
  const { rows } = await sql<{ people: number; getting: number; entries: number }>`
    with ${peopleOf(ctx, campaign)},
    added as (
      insert into campaign_recipients (company_id, campaign_id, person_key, name, number, email, variables, is_valid, is_known, step, state, reason)
      select ${ctx.companyId}, ${id}, p.key, p.name, p.number, p.email, p.variables, p.is_valid, ${isKnown(ctx)}, ${step},
        case when x.reason is null then 'waiting' else 'skipped' end, x.reason
      from person p cross join lateral (select ${leftOut(ctx, id)} as reason) x
      order by p.id
      returning reason)
    select (select count(*) from added)::int as people, (select count(*) from added where reason is null)::int as getting, (select count(*) from entry)::int as entries`.execute(
    ctx.db,
  )
  const { people = 0, getting = 0, entries = 0 } = rows[0] ?? {}
  return { people, getting, doubles: entries - people }
}

/** The campaign does not start after all. */
export async function forgetAudience(ctx: Ctx, campaignId: number): Promise<void> {
  await sql`
    delete from campaign_recipients where company_id = ${ctx.companyId} and campaign_id = ${campaignId}`.execute(ctx.db)
  await forgetCounts(ctx, campaignId)
}

/** The names of its list, tags or campaign. Undefined: one of them was deleted, so others than wanted might get it. */
export async function nameOfSource(ctx: Ctx, { list_id, tag_id, audience }: Source): Promise<string | undefined> {
  const { companyId } = ctx
  const named = namedBy(audience)
  const tagIds = tag_id === null ? named.tagIds : [tag_id]
  const without = audience?.kind === 'contacts' ? audience.withoutTagIds : []
  const { rows } = await sql<{ name: string; is_without: boolean }>`
    select name, false as is_without from contact_lists where company_id = ${companyId} and id = ${list_id} and removed_at is null
    union all
    select name, id = any (${without}::bigint[]) from tags where company_id = ${companyId} and id = any (${tagIds}::bigint[])
    union all
    select name, false from campaigns where company_id = ${companyId} and id = ${named.campaignId} and removed_at is null`.execute(
    ctx.db,
  )
  const wanted = tagIds.length + (list_id === null ? 0 : 1) + (named.campaignId === null ? 0 : 1)
  if (rows.length < wanted) return undefined
  return rows
    .filter(({ is_without }) => !is_without)
    .map(({ name }) => name)
    .join(', ')
}
