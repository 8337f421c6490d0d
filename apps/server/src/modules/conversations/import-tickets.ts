import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { beginTickets } from '#modules/tickets'
import { putIntoTickets } from './tables/messages-of-conversation.repository.ts'

/**
 * Finds the tickets for imported messages: the latest one of each conversation, whatever its status. A conversation without
 * one gets a waiting ticket that is marked as imported, without live events. The caller has locked the conversations.
 */
export async function findOrImportTickets(
  ctx: Ctx,
  /** Conversation ids with the time of their first message. */
  conversations: Map<number, string>,
): Promise<Map<number, number>> {
  const found = await newestTickets(ctx, [...conversations.keys()])
  const missing = [...conversations].filter(([id]) => !found.has(id))
  const made = await beginTickets(
    ctx,
    missing.map(([conversationId, importedSince]) => ({ conversationId, importedSince })),
  )
  await putIntoTickets(
    ctx,
    made.map(({ conversation_id }) => conversation_id),
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
