import type { TicketStatus } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Tickets of a conversation are another contact's from now on; `into`: and another conversation's. */
export async function giveTickets(
  ctx: Ctx,
  conversationId: number,
  { contactId, into }: { contactId: number; into: number | null },
): Promise<{ id: number; status: TicketStatus; is_latest: boolean }[]> {
  const { rows } = await sql<{ id: number; status: TicketStatus; is_latest: boolean }>`
    update tickets set contact_id = ${contactId}, conversation_id = coalesce(${into}::bigint, conversation_id)
    where company_id = ${ctx.companyId} and conversation_id = ${conversationId} returning id, status, is_latest`.execute(
    ctx.db,
  )
  return rows
}

/** The one that lives, else the one that was closed last, is where the next message may go. */
export async function markLatest(ctx: Ctx, conversationId: number): Promise<void> {
  await sql`
    with latest as (
      select t.id from tickets t where t.company_id = ${ctx.companyId} and t.conversation_id = ${conversationId}
      order by (t.status <> 'closed') desc, coalesce(t.closed_at, t.created_at) desc, t.id desc limit 1)
    update tickets t set is_latest = t.id = latest.id
    from latest where t.company_id = ${ctx.companyId} and t.conversation_id = ${conversationId}`.execute(ctx.db)
}

/** Its messages are gone already. */
export async function removeTicket(ctx: Ctx, id: number): Promise<void> {
  await sql`delete from tickets where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}
