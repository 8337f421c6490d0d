import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface ApiMessageRow {
  id: number
  ack: number
  failure: string | null
  sent_at: Date
}

/** A message that a program has sent on this connection. */
export async function findApiMessage(ctx: Ctx, connectionId: number, id: number): Promise<ApiMessageRow | undefined> {
  const { rows } = await sql<ApiMessageRow>`
    select id, ack, failure, sent_at from messages
    where company_id = ${ctx.companyId} and id = ${id} and connection_id = ${connectionId} and origin = 'api'`.execute(
    ctx.db,
  )
  return rows[0]
}

/** A group that the company knows, by its number. */
export async function findGroup(ctx: Ctx, number: string): Promise<number | undefined> {
  const keys = [number, `${number}@g.us`]
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from contact_identities
    where company_id = ${ctx.companyId} and kind = 'group' and scope = '' and key = any (${keys}::text[])`.execute(
    ctx.db,
  )
  return rows[0]?.contact_id
}

export async function findUserName(ctx: Ctx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from users where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  return rows[0]?.name
}
