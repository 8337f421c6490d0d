import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface SaidRow {
  id: number
  from_me: boolean
  body: string
  media_type: string
}

/**
 * The newest messages of a ticket before this one, oldest first: what customer and company have seen of it, without private
 * notes, deleted messages and lost calls.
 */
export async function readHistory(
  { companyId, db }: Ctx,
  {
    conversationId,
    ticketId,
    before,
    most,
  }: { conversationId: number; ticketId: number; before: number; most: number },
): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow>`
    select m.id, m.from_me, m.body, m.media_type from messages m
    where m.company_id = ${companyId} and m.conversation_id = ${conversationId} and m.ticket_id = ${ticketId}
      and m.id < ${before} and not m.is_private and m.deleted_at is null and m.media_type <> 'call_log'
    order by m.id desc limit ${most}`.execute(db)
  return rows.toReversed()
}
