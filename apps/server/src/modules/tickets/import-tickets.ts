import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { beginTurns } from './find-or-create-tickets.ts'

/**
 * Where messages of the past go: the newest ticket of their conversation, whatever became of it. Who never had one gets one
 * that waits and says that it was imported; nobody is told of it. The conversations are locked by the caller.
 */
export async function findOrImportTickets(
  ctx: Ctx,
  /** With the time of the first of their messages. */
  conversations: Map<number, string>,
): Promise<Map<number, number>> {
  const found = await newestTickets(ctx, [...conversations.keys()])
  const missing = [...conversations].filter(([id]) => !found.has(id))
  const made = missing.length > 0 ? await insertImported(ctx, missing) : []
  if (made.length > 0)
    await beginTurns(
      ctx,
      made.map(({ id }) => ({ id, kind: 'create' })),
    )
  return new Map([...found, ...made.map(({ conversation_id, id }) => [conversation_id, id] as const)])
}

async function newestTickets(ctx: Ctx, conversationIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select id, conversation_id from tickets
    where company_id = ${ctx.companyId} and conversation_id = any (${conversationIds}::bigint[]) and is_latest`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, conversation_id }) => [conversation_id, id]))
}

async function insertImported(
  ctx: Ctx,
  conversations: [number, string][],
): Promise<{ id: number; conversation_id: number }[]> {
  const rows = conversations.map(([id, at]) => ({ id, at }))
  const { rows: made } = await sql<{ id: number; conversation_id: number }>`
    insert into tickets (company_id, conversation_id, contact_id, connection_id, status, queue_id, is_group, imported_at, last_message_at)
    select v.company_id, v.id, v.contact_id, v.connection_id,
           case when c.is_group and not n.group_as_ticket then 'group' else 'pending' end,
           (select case when count(*) = 1 then min(nq.queue_id) end from connection_queues nq
            where nq.company_id = v.company_id and nq.connection_id = v.connection_id),
           c.is_group, now(), x.at
    from (${recordset(rows, sql`id bigint, at timestamptz`)}) as x
    join conversations v on v.company_id = ${ctx.companyId} and v.id = x.id
    join contacts c on c.company_id = v.company_id and c.id = v.contact_id
    join connections n on n.company_id = v.company_id and n.id = v.connection_id
    order by v.id
    returning id, conversation_id`.execute(ctx.db)
  return made
}
