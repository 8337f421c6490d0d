import type { CampaignAudience } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import { isValid } from '#modules/contact-lists'
import { leftOut } from './left-out.ts'

/** Who a campaign is for. One of them at most. */
export interface Source {
  list_id: number | null
  tag_id: number | null
  audience: CampaignAudience | null
}

/** Or a campaign that has started: those who wait for its message. */
interface SourceOrCampaign extends Source {
  waiting_of?: number | null
}

/** A contact `i`, a row of `contacts` with a `number_key`. */
const ofContact = sql`
  i.id, coalesce(nullif(i.number_key, ''), 'contact ' || i.id) as key, i.name, coalesce(i.phone, '') as number, i.email, '{}'::jsonb, ${isValid}, i.is_group, false`

/**
 * The people of a source, for the `with` of a statement: `entry` has everybody, `person` each number once. Start and preview
 * read the same.
 */
export function peopleOf(
  { companyId }: Ctx,
  { list_id, tag_id, audience, waiting_of = null }: SourceOrCampaign,
): RawBuilder<unknown> {
  const contacts = audience?.kind === 'contacts' ? audience : undefined
  const earlier = audience?.kind === 'answers' ? audience : undefined
  const tagIds = contacts?.tagIds ?? (tag_id === null ? [] : [tag_id])
  const needed = contacts?.allTags ? tagIds.length : 1
  const withoutTagIds = contacts?.withoutTagIds ?? []
  const searchParam = contacts?.searchParam ?? ''
  const hasAnswered = earlier?.hasAnswered ?? false
  return sql`
    contact as not materialized (
      select c.*, phone_key(c.phone) as number_key from contacts c
      where c.company_id = ${companyId} and c.merged_into_id is null
        and (${searchParam === ''} or c.search_key like like_anywhere(${searchParam}))
        and not exists (
          select from contact_tags t
          where t.company_id = c.company_id and t.contact_id = c.id and t.tag_id = any (${withoutTagIds}::bigint[]))),
    entry as (
      select i.id, i.number_key as key, i.name, i.number, i.email, i.variables, ${isValid} as is_valid, false as is_group, false as is_confirmed
      from contact_list_items i
      where i.company_id = ${companyId} and i.list_id = ${list_id}
      union all
      select ${ofContact} from (
        select t.contact_id from contact_tags t
        where t.company_id = ${companyId} and t.tag_id = any (${tagIds}::bigint[])
        group by t.contact_id having count(*) >= ${needed}) t
      join contact i on i.id = t.contact_id
      union all
      select ${ofContact} from contact i where ${contacts !== undefined && tagIds.length === 0}
      union all
      select i.id, i.number_key, i.name, i.number, i.email, i.variables, ${isValid}, false, false
      from (
        select r.*, r.person_key as number_key from campaign_recipients r
        where r.company_id = ${companyId} and r.campaign_id = ${earlier?.campaignId ?? null} and r.number <> '') i
      where case when ${hasAnswered} then (i.answered_at is not null or i.confirmed_at is not null) and i.reason is distinct from 'declined'
                 else coalesce(i.reached_at, i.requested_at) is not null and i.answered_at is null and i.confirmed_at is null end
      union all
      select r.id, r.person_key, r.name, r.number, r.email, r.variables, r.is_valid, false, r.confirmed_at is not null
      from campaign_recipients r
      where r.company_id = ${companyId} and r.campaign_id = ${waiting_of} and r.state = 'waiting'),
    person as (
      select distinct on (key) * from entry order by key, id)`
}

/**
 * The same with `judged`: every entry with the reason why it is left out, which is null for those who get the campaign, and
 * 'double' for the further entries of a number.
 */
export const judgedPeople = (ctx: Ctx, source: SourceOrCampaign, campaignId: number | null): RawBuilder<unknown> => sql`
  ${peopleOf(ctx, source)},
  judged as materialized (
    select p.*, ${leftOut(ctx, campaignId)} as reason from person p
    union all
    select e.*, 'double' from entry e where not exists (select from person p where p.id = e.id))`
