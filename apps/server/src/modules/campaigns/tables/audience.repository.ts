import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { isValid } from '#modules/contact-lists'
import { isKnown } from '#modules/sending-guard'
import type { LockedCampaign } from './campaigns.repository.ts'
import { leftOut } from './left-out.ts'

interface Audience {
  /** Of its list or tag; undefined if that was deleted. */
  name: string | undefined
  people: number
  /** Entries with the number of another one. */
  doubles: number
}

/** Copies the people of a campaign: one row each, in one statement. They stay as they are now, whatever is changed later. */
export async function fixAudience(ctx: Ctx, campaign: LockedCampaign): Promise<Audience> {
  const { id, list_id, tag_id, confirmation } = campaign
  const { companyId } = ctx
  const step = confirmation ? 'request' : 'content'
  const { rows: names } = await sql<{ name: string }>`
    select name from contact_lists where company_id = ${companyId} and id = ${list_id} and removed_at is null
    union all
    select name from tags where company_id = ${companyId} and id = ${tag_id}`.execute(ctx.db)
  const { rows } = await sql<{ people: number; entries: number }>`
    with entry as (
      select i.id, i.number_key as key, i.name, i.number, i.email, i.variables, ${isValid} as is_valid, false as is_group
      from contact_list_items i
      where i.company_id = ${companyId} and i.list_id = ${list_id}
      union all
      select c.id, coalesce(nullif(phone_key(c.phone), ''), 'contact ' || c.id), c.name, coalesce(c.phone, ''), c.email, '{}', null, c.is_group
      from contact_tags t join contacts c on c.company_id = t.company_id and c.id = t.contact_id and c.merged_into_id is null
      where t.company_id = ${companyId} and t.tag_id = ${tag_id}),
    person as (
      select distinct on (key) * from entry order by key, id),
    added as (
      insert into campaign_recipients (company_id, campaign_id, person_key, name, number, email, variables, is_valid, is_known, step, state, reason)
      select ${companyId}, ${id}, p.key, p.name, p.number, p.email, p.variables, p.is_valid, ${isKnown(ctx)}, ${step},
        case when x.reason is null then 'waiting' else 'skipped' end, x.reason
      from person p cross join lateral (select ${leftOut(ctx)} as reason) x
      order by p.id
      returning 1)
    select (select count(*) from added)::int as people, (select count(*) from entry)::int as entries`.execute(ctx.db)
  const { people = 0, entries = 0 } = rows[0] ?? {}
  return { name: names[0]?.name, people, doubles: entries - people }
}
