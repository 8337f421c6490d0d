import type { CampaignPeopleFilter, RecipientState } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { digitsIn } from '#modules/contact-lists'

export interface PersonRow {
  id: number
  name: string
  number: string
  email: string
  state: RecipientState
  reason: string | null
  variant: number | null
  connection_name: string | null
  requested_at: Date | null
  confirmed_at: Date | null
  reached_at: Date | null
  answered_at: Date | null
}

interface Page {
  /** Those who come after this person. */
  after: number
  most: number
}

/** The most people whom a search puts in order. Of more there are some on every page, and they are met soon by reading. */
const mostFound = 20_000

/**
 * The people of a large campaign who match, by an index; with a state all of them, because others may have been left out before.
 * Undefined: they have to be read.
 */
async function searchPeople(
  ctx: Ctx,
  campaignId: number,
  { state, searchParam }: CampaignPeopleFilter,
  { after, most }: Page,
): Promise<number[] | undefined> {
  const term = digitsIn(searchParam) || searchParam
  if (term.length < 3) return undefined
  const { rows } = await sql<{ person_id: number | null; total: number }>`
    with hit as materialized (select person_id from search_campaign_people(${campaignId}, ${term}, ${sql.lit(mostFound + 1)}))
    select h.person_id, (select count(*) from hit)::int as total from campaigns p
    left join lateral (
      select hit.person_id from hit where hit.person_id > ${after} order by hit.person_id limit ${state === undefined ? most : mostFound}) h on true
    where p.company_id = ${ctx.companyId} and p.id = ${campaignId} and p.is_searchable`.execute(ctx.db)
  const [first] = rows
  if (!first || first.total > mostFound) return undefined
  return rows.flatMap(({ person_id }) => person_id ?? [])
}

/** People of a campaign in the order of their ids, by an index, so a page costs the same however many came before. */
export async function nextPeople(
  ctx: Ctx,
  campaignId: number,
  filter: CampaignPeopleFilter,
  { after, most }: Page,
): Promise<PersonRow[]> {
  const { state, searchParam } = filter
  const found = await searchPeople(ctx, campaignId, filter, { after, most })
  if (found?.length === 0) return []
  const { rows } = await sql<PersonRow>`
    with page as materialized (
      select * from campaign_recipients o
      where o.company_id = ${ctx.companyId} and o.campaign_id = ${campaignId} and o.id > ${after}
        and ${state === undefined ? sql`true` : sql`o.state = ${state}`}
        and ${found === undefined ? containing(searchParam) : sql`o.id = any (${found}::bigint[])`}
      order by o.id limit ${sql.lit(most)})
    select p.id, p.name, p.number, p.email, p.state, p.reason, p.variant, n.name as connection_name, p.requested_at, p.confirmed_at,
      p.reached_at, p.answered_at
    from page p left join connections n on n.company_id = p.company_id and n.id = p.connection_id
    order by p.id`.execute(ctx.db)
  return rows
}

function containing(searchParam: string): RawBuilder<SqlBool> {
  const digits = digitsIn(searchParam)
  return sql`
    (${searchParam === ''} or fold(o.name) like like_anywhere(${searchParam})
     or lower(o.email) like like_anywhere(${searchParam})
     or (${digits !== ''} and (o.number like like_anywhere(${digits}) or o.person_key like like_anywhere(${digits})
                               or phone_long(o.person_key) like like_anywhere(${digits}))))`
}
