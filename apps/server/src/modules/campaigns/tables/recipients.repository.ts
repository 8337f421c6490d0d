import { type RecipientState, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { isValid } from '#modules/contact-lists'

export interface RecipientRow {
  id: number
  campaign_id: number
  name: string
  number: string
  email: string
  state: RecipientState
  reason: string | null
  variant: number | null
  connection_id: number | null
  requested_at: Date | null
  confirmed_at: Date | null
  reached_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The people of these campaigns, of each at most one more than it shows. */
export async function findRecipients(ctx: Ctx, campaignIds: readonly number[]): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select r.id, r.campaign_id, r.name, r.number, r.email, r.state, r.reason, r.variant, r.connection_id, r.requested_at,
      r.confirmed_at, r.reached_at, r.created_at, r.updated_at
    from unnest(${[...campaignIds]}::bigint[]) as c (id)
    cross join lateral (
      select * from campaign_recipients o where o.company_id = ${ctx.companyId} and o.campaign_id = c.id
      order by o.id limit ${sql.lit(limits.campaignShown + 1)}) r
    order by r.id`.execute(ctx.db)
  return rows
}

export interface ListedPerson {
  id: number
  list_id: number
  name: string
  number: string
  email: string
  is_valid: boolean | null
}

/** The people of these lists, of each at most one more than a campaign shows. Larger lists are not read. */
export async function findListed(ctx: Ctx, listIds: readonly number[]): Promise<ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select i.id, i.list_id, i.name, i.number, i.email, ${isValid} as is_valid
    from contact_lists l
    cross join lateral (
      select * from contact_list_items o where o.company_id = ${ctx.companyId} and o.list_id = l.id
      order by o.id limit ${sql.lit(limits.campaignShown + 1)}) i
    where l.company_id = ${ctx.companyId} and l.id = any (${[...listIds]}::bigint[]) and l.contacts_count <= ${limits.campaignShown}
    order by i.id`.execute(ctx.db)
  return rows
}
