import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface ApiTokenRow {
  id: number
  name: string
  connection_id: number
  connection_name: string
  scopes: string[]
  ending: string
  expires_at: Date | null
  is_expired: boolean
  last_used_at: Date | null
  creator: string | null
  created_at: Date
}

export async function listTokens(ctx: Ctx): Promise<ApiTokenRow[]> {
  const { rows } = await sql<ApiTokenRow>`
    select t.id, t.name, t.connection_id, n.name as connection_name, t.scopes, t.ending, t.expires_at,
           coalesce(t.expires_at <= now(), false) as is_expired, t.last_used_at, u.name as creator, t.created_at
    from api_tokens t
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    left join users u on u.company_id = t.company_id and u.id = t.created_by_user_id
    where t.company_id = ${ctx.companyId} order by fold(t.name), t.id`.execute(ctx.db)
  return rows
}

interface NewToken {
  name: string
  connectionId: number
  scopes: readonly string[]
  ending: string
  expiresAt: Date | null
  userId: number
}

/** Undefined: the company has as many as are allowed. */
export async function insertToken(
  ctx: Ctx,
  { name, connectionId, scopes, ending, expiresAt, userId }: NewToken,
  most: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into api_tokens (company_id, connection_id, name, scopes, ending, expires_at, created_by_user_id)
    select ${ctx.companyId}, ${connectionId}, ${name}, ${[...scopes]}::text[], ${ending}, ${expiresAt}::timestamptz, ${userId}
    where (select count(*) from api_tokens t where t.company_id = ${ctx.companyId}) < ${most}
    returning id`.execute(ctx.db)
  return rows[0]?.id
}

/** The end of a day in the time zone of the company, and whether it has passed. */
export async function endOfDay(ctx: Ctx, day: string): Promise<{ at: Date; is_past: boolean }> {
  const { rows } = await sql<{ at: Date; is_past: boolean }>`
    select e.at, e.at <= now() as is_past from companies c
    cross join lateral (select (${day}::date + 1)::timestamp at time zone c.timezone as at) e
    where c.id = ${ctx.companyId}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw new Error('a unit of work needs a company')
  return found
}

/** Undefined: there is none. */
export async function removeToken(ctx: Ctx, id: number): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from api_tokens where company_id = ${ctx.companyId} and id = ${id} returning name`.execute(ctx.db)
  return rows[0]
}

export async function tokensOfConnection(ctx: Ctx, connectionId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from api_tokens where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
