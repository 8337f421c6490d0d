import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { closeTicket, lockTicket } from '#modules/tickets'

/**
 * Closes some of the waiting tickets that an import on this connection created, without a farewell; 0: none are left.
 * Leaves out tickets whose customer has written since, because they wait for an answer.
 */
export async function closeImportedTickets(ctx: Ctx, connectionId: number, most: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from tickets
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and status = 'pending' and imported_at is not null
      and unread_count = 0 and waiting_since is null
    order by conversation_id limit ${sql.lit(most)}`.execute(ctx.db)
  for (const { id } of rows) {
    const ticket = await lockTicket(ctx, id)
    // Somebody else changed the ticket first. The next query does not find it again.
    if (ticket?.status === 'pending' && ticket.unread_count === 0) await closeTicket(ctx, ticket)
  }
  return rows.length
}

/**
 * Publishes to browsers some of the waiting tickets that an import created. Answers the conversation of the last one,
 * or undefined at the end.
 */
export async function publishImportedTickets(
  ctx: Ctx,
  connectionId: number,
  { after, most }: { after: number; most: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select id, conversation_id from tickets
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and status = 'pending' and imported_at is not null
      and conversation_id > ${after}
    order by conversation_id limit ${sql.lit(most)}`.execute(ctx.db)
  for (const { id } of rows) ctx.emit('ticket.changed', { ticketId: id })
  return rows.length < most ? undefined : rows.at(-1)?.conversation_id
}
