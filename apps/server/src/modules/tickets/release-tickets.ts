import { sql } from '#platform/database/sql'
import type { Parts } from '#platform/parts'
import { logTicket } from './ticket-log.ts'
import { placeOf } from './tickets.live.ts'
import { lockTicket } from './tickets.repository.ts'

/**
 * A user is gone: what they had open goes back to its queues, so that no customer waits for somebody who does not come
 * back. A queue is gone: what stood in it stands in none, where those who see all tickets find it.
 */
export function releaseTicketsOf({ units, publisher }: Parts): void {
  publisher.follow('queue.deleted', (companyId, { ids }) => leaveQueue(units, companyId, ids.queueId))
  publisher.follow('user.deleted', (companyId, { ids }) => releaseTickets(units, companyId, ids.userId))
}

async function releaseTickets(units: Parts['units'], companyId: number, userId: number): Promise<void> {
  await units.run({ kind: 'system', companyId }, async (ctx) => {
    const { rows } = await sql<{ id: number }>`
      select id from tickets where company_id = ${companyId} and user_id = ${userId} and status = 'open' order by conversation_id`.execute(
      ctx.db,
    )
    for (const { id } of rows) {
      const ticket = await lockTicket(ctx, id)
      if (!ticket || ticket.user_id !== userId || ticket.status !== 'open') continue
      await sql`
        update tickets set status = 'pending', user_id = null, waiting_since = coalesce(waiting_since, now()), updated_at = now()
        where company_id = ${companyId} and id = ${id}`.execute(ctx.db)
      await logTicket(ctx, id, 'pending', { queueId: ticket.queue_id })
      ctx.emit('ticket.changed', { ticketId: id, from: placeOf(ticket) })
    }
  })
}

async function leaveQueue(units: Parts['units'], companyId: number, queueId: number): Promise<void> {
  await units.run({ kind: 'system', companyId }, async (ctx) => {
    const { rows } = await sql<{ id: number }>`
      select id from tickets where company_id = ${companyId} and queue_id = ${queueId} and status <> 'closed' order by conversation_id`.execute(
      ctx.db,
    )
    for (const { id } of rows) {
      const ticket = await lockTicket(ctx, id)
      if (!ticket || ticket.queue_id !== queueId || ticket.status === 'closed') continue
      await sql`update tickets set queue_id = null, updated_at = now() where company_id = ${companyId} and id = ${id}`.execute(
        ctx.db,
      )
      ctx.emit('ticket.changed', { ticketId: id, from: placeOf(ticket) })
    }
  })
}
