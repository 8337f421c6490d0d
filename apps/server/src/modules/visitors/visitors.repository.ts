import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { enterAddress, removeKeys } from '#modules/companies'

export interface VisitorRow {
  id: string
  connection_id: number
  secret_hash: Buffer
  name: string
  email: string
  /** The contact was blocked by attendants. */
  is_blocked: boolean
  /** Null until the first message was processed. */
  conversation_id: number | null
}

/**
 * The conversation of a visitor `w`, found through their identity, and only while the conversation still has their
 * address. The id is passed in, because under row-level security an expression on `w` would not use the index. The limit and the
 * inner select keep the planner from merging: the newest contact is the last one, so that it would walk through all of the company.
 */
const conversationOf = (id: string) => sql`
  select v.id, (select c.is_active from contacts c where c.company_id = i.company_id and c.id = i.contact_id) as is_active
  from contact_identities i
  cross join lateral (
    select v.id from conversations v
    where v.company_id = i.company_id and v.contact_id = i.contact_id and v.connection_id = w.connection_id and v.address = i.value
    limit 1) v
  where i.company_id = w.company_id and i.kind = 'visitor' and i.scope = '' and i.key = ${id}`

export async function findVisitor(ctx: Ctx, connectionId: number, id: string): Promise<VisitorRow | undefined> {
  const { rows } = await sql<VisitorRow>`
    select w.id, w.connection_id, w.secret_hash, w.name, w.email, v.id as conversation_id, coalesce(not v.is_active, false) as is_blocked
    from web_chat_visitors w left join lateral (${conversationOf(id)}) v on true
    where w.company_id = ${ctx.companyId} and w.id = ${id} and w.connection_id = ${connectionId}`.execute(ctx.db)
  return rows[0]
}

/** Also registers the visitor in the address book, because calls from outside know only their id. */
export async function insertVisitor(
  ctx: Ctx,
  visitor: { id: string; connectionId: number; secretHash: Buffer; name: string; email: string },
): Promise<void> {
  await ctx.db
    .insertInto('web_chat_visitors')
    .values({
      company_id: ctx.companyId,
      id: visitor.id,
      connection_id: visitor.connectionId,
      secret_hash: visitor.secretHash,
      name: visitor.name,
      email: visitor.email,
    })
    .execute()
  if (!(await enterAddress(ctx, { kind: 'visitor', key: visitor.id, targetId: visitor.connectionId })))
    throw new Error(`the id of visitor ${visitor.id} is taken`)
}

/** When we received the message with this external id; undefined if we have not. */
export async function findArrival(ctx: Ctx, connectionId: number, externalId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select sent_at as at from messages where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}
    union all
    select received_at from inbox where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}
    limit 1`.execute(ctx.db)
  return rows[0]?.at
}

/** Whether a message that the visitor may see, sent by the company, is in this conversation. */
export async function isOurs(
  ctx: Ctx,
  conversationId: number | null,
  connectionId: number,
  externalId: string,
): Promise<boolean> {
  if (conversationId === null) return false
  const { rows } = await sql`
    select from messages
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}
      and conversation_id = ${conversationId} and from_me and not is_private`.execute(ctx.db)
  return rows.length > 0
}

/** Whether such a message has not reached this ack yet. */
export async function isOursBelow(
  ctx: Ctx,
  conversationId: number | null,
  connectionId: number,
  { id, ack }: { id: string; ack: number },
): Promise<boolean> {
  if (conversationId === null) return false
  const { rows } = await sql`
    select from messages
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${id}
      and conversation_id = ${conversationId} and from_me and not is_private and ack < ${ack}`.execute(ctx.db)
  return rows.length > 0
}

/**
 * Removes visitors who came more than `days` days ago and never wrote: no contact has their id, and the inbox has no
 * message from them. Their entries in the address book are removed too.
 */
export async function removeSilentVisitors(operator: Db, days: number, most: number): Promise<number> {
  return operator.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: string }>`
      delete from web_chat_visitors where (company_id, id) in (
        select w.company_id, w.id from web_chat_visitors w
        where w.created_at < now() - make_interval(days => ${days})
          and not exists (select from contact_identities i where i.company_id = w.company_id and i.kind = 'visitor' and i.scope = '' and i.key = w.id::text)
          and not exists (select from inbox b where b.company_id = w.company_id and b.connection_id = w.connection_id and b.lane = 'visitor:' || w.id)
        limit ${most})
      returning id`.execute(db)
    const ids = rows.map(({ id }) => id)
    await removeKeys(db, 'visitor', ids)
    return ids.length
  })
}
