import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { MovedConversation } from '#modules/contacts'

/** Stores a conversation again that a merge has deleted. */
export async function insertConversation(
  ctx: Ctx,
  contactId: number,
  { id, connectionId, address, lastInboundAt, createdAt }: MovedConversation,
): Promise<void> {
  await sql`
    insert into conversations (company_id, id, contact_id, connection_id, address, last_inbound_at, created_at)
    values (${ctx.companyId}, ${id}, ${contactId}, ${connectionId}, ${address}, ${lastInboundAt}::timestamptz, ${createdAt}::timestamptz)`.execute(
    ctx.db,
  )
}
