import type { CampaignPeopleFilter, RecipientState } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
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

/** People of a campaign in the order of their ids, by an index, so a page costs the same however many came before. */
export async function nextPeople(
  ctx: Ctx,
  campaignId: number,
  { state, searchParam }: CampaignPeopleFilter,
  { after, most }: Page,
): Promise<PersonRow[]> {
  const digits = digitsIn(searchParam)
  const { rows } = await sql<PersonRow>`
    with page as materialized (
      select * from campaign_recipients o
      where o.company_id = ${ctx.companyId} and o.campaign_id = ${campaignId} and o.id > ${after}
        and ${state === undefined ? sql`true` : sql`o.state = ${state}`}
        and (${searchParam === ''} or fold(o.name) like like_anywhere(${searchParam})
             or lower(o.email) like like_anywhere(${searchParam})
             or (${digits !== ''} and (o.number like like_anywhere(${digits}) or o.person_key like like_anywhere(${digits}))))
      order by o.id limit ${sql.lit(most)})
    select p.id, p.name, p.number, p.email, p.state, p.reason, p.variant, n.name as connection_name, p.requested_at, p.confirmed_at,
      p.reached_at, p.answered_at
    from page p left join connections n on n.company_id = p.company_id and n.id = p.connection_id
    order by p.id`.execute(ctx.db)
  return rows
}
