import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { LockedTicket } from '#modules/tickets'

/** What the customer wrote has been read, by somebody who opened it or who answers: their network is told so. */
export async function markSeen(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  await sql`
    with seen as (
      update messages set ack = 3
      where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id} and ticket_id = ${ticket.id} and not from_me and ack < 3
      returning id, external_id)
    insert into outbox (company_id, connection_id, conversation_id, message_id, action, payload)
    select ${ctx.companyId}, ${ticket.connection_id}, ${ticket.conversation_id}, max(id), 'read', jsonb_build_object('readIds', jsonb_agg(external_id order by id))
    from seen having count(*) > 0`.execute(ctx.db)
}
