import type { Ctx } from '#platform/context'
import { audit } from '#platform/audit'
import { sql } from '#platform/database/sql'
import { closeTicket, lockTicket } from '#modules/tickets'

/** Closes all tickets of a status without farewells. Locks conversations in the usual order. */
export async function closeAllTickets(
  ctx: Ctx,
  { status, queueIds }: { status: string; queueIds?: (number | null)[] | undefined },
): Promise<number> {
  const queues = queueIds?.filter((id): id is number => typeof id === 'number' && id > 0)
  const { rows } = await sql<{ id: number }>`
    select id from tickets
    where company_id = ${ctx.companyId} and status = ${status}
      and (${queues === undefined || queues.length === 0} or queue_id = any (${queues ?? []}::bigint[]) or queue_id is null)
    order by conversation_id`.execute(ctx.db)
  let closed = 0
  for (const { id } of rows) {
    const ticket = await lockTicket(ctx, id)
    if (!ticket || ticket.status !== status) continue
    await closeTicket(ctx, ticket)
    closed += 1
  }
  await audit(ctx, { action: 'ticket.closeAll', object: 'ticket', detail: { status, closed } })
  return closed
}
