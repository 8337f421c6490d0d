import type { OptOutSource } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { hashOf } from './person-hash.ts'

export interface OptedOutRow {
  id: number
  source: OptOutSource
  word: string
  reason: string
  created_at: Date
  contact_id: number | null
  contact_name: string | null
  contact_number: string | null
  campaign_id: number | null
  campaign_name: string | null
  user_id: number | null
  user_name: string | null
}

interface Page {
  searchParam: string
  /** Those who opted out before this entry. */
  before: number | undefined
  most: number
}

/**
 * The people who get no campaigns, the latest first. Of several numbers of a contact the last entry counts. Who is no contact
 * is found by their whole number only.
 */
export async function nextOptedOut(ctx: Ctx, { searchParam, before, most }: Page): Promise<OptedOutRow[]> {
  const digits = /^[\d\s().+-]+$/.test(searchParam) ? searchParam.replace(/\D/g, '') : ''
  const { rows } = await sql<OptedOutRow>`
    select o.id, o.source, o.word, o.reason, o.created_at, o.contact_id, c.name as contact_name, c.phone as contact_number,
      o.campaign_id, p.name as campaign_name, o.user_id, u.name as user_name
    from opt_outs o
    left join contacts c on c.company_id = o.company_id and c.id = o.contact_id
    left join campaigns p on p.company_id = o.company_id and p.id = o.campaign_id
    left join users u on u.company_id = o.company_id and u.id = o.user_id
    where o.company_id = ${ctx.companyId} and o.is_current and o.is_out and (${before ?? null}::bigint is null or o.id < ${before ?? null})
      and not exists (
        select from opt_outs n
        where n.company_id = o.company_id and n.contact_id = o.contact_id and n.is_current and n.is_out and n.id > o.id)
      and (${searchParam === ''} or fold(c.name) like like_anywhere(${searchParam})
           or (${digits !== ''} and (c.phone like like_anywhere(${digits}) or o.person_hash = ${hashOf(ctx, sql`phone_key(${digits})`)})))
    order by o.id desc limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

/** Undefined: there is no such entry any more. The contact is null if it is about nobody whom the company knows. */
export async function findOptedOut(ctx: Ctx, id: number): Promise<{ contact_id: number | null } | undefined> {
  const { rows } = await sql<{ contact_id: number | null }>`
    select o.contact_id from opt_outs o
    where o.company_id = ${ctx.companyId} and o.id = ${id} and o.is_current and o.is_out`.execute(ctx.db)
  return rows[0]
}

/** Somebody who is no contact gets campaigns again. False: they do already. */
export async function endOfNobody(
  ctx: Ctx,
  id: number,
  { userId, reason }: { userId: number; reason: string },
): Promise<boolean> {
  const { rows: ended } = await sql<{ person_hash: Buffer }>`
    update opt_outs o set is_current = false
    where o.company_id = ${ctx.companyId} and o.id = ${id} and o.is_current and o.is_out
    returning o.person_hash`.execute(ctx.db)
  const [entry] = ended
  if (!entry) return false
  await sql`
    insert into opt_outs (company_id, person_hash, is_out, source, user_id, reason)
    values (${ctx.companyId}, ${entry.person_hash}, false, 'attendant', ${userId}, ${reason})`.execute(ctx.db)
  ctx.emit('optOut.ended', {})
  return true
}
