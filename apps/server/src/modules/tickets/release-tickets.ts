import type { TicketStatus } from '@guiche/contract'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { onlyQueueOf } from './begin-tickets.ts'
import { moveTicket, waitingStatus } from './move-ticket.ts'
import { lockTicket } from './tickets.repository.ts'

/**
 * Returns the tickets of a deleted user to their queues, so that no customer waits for somebody who has left. Tickets of a
 * deleted queue wait in the only queue that their connection is left with; else they keep none, and users who see all
 * tickets find them there.
 */
export function releaseTicketsOf({ units, followers }: Deps): void {
  followers.follow('queue.deleted', 'tickets.leaveQueue', (companyId, { queueId }) =>
    leaveQueue(units, companyId, queueId),
  )
  followers.follow('user.deleted', 'tickets.release', (companyId, { userId }) =>
    releaseTickets(units, companyId, userId),
  )
}

/** A waiting ticket has a user if the bot has assigned it. */
const assigned: readonly TicketStatus[] = ['open', 'group', 'pending']

async function releaseTickets(units: Deps['units'], companyId: number, userId: number): Promise<void> {
  await units.run({ kind: 'system', companyId }, async (ctx) => {
    const { rows } = await sql<{ id: number }>`
      select id from tickets where company_id = ${companyId} and user_id = ${userId} and status = any (${[...assigned]}::text[])
      order by conversation_id`.execute(ctx.db)
    for (const { id } of rows) {
      const ticket = await lockTicket(ctx, id)
      if (!ticket || ticket.user_id !== userId || !assigned.includes(ticket.status)) continue
      await moveTicket(ctx, ticket, { status: waitingStatus(ticket), userId: null, queueId: ticket.queue_id }, 'return')
    }
  })
}

async function leaveQueue(units: Deps['units'], companyId: number, queueId: number): Promise<void> {
  await units.run({ kind: 'system', companyId }, async (ctx) => {
    const { rows } = await sql<{ id: number; next_queue_id: number | null }>`
      select t.id, ${onlyQueueOf(sql`t`)} as next_queue_id from tickets t
      where t.company_id = ${companyId} and t.queue_id = ${queueId} and t.status <> 'closed' order by t.conversation_id`.execute(
      ctx.db,
    )
    for (const { id, next_queue_id } of rows) {
      const ticket = await lockTicket(ctx, id)
      if (!ticket || ticket.queue_id !== queueId || ticket.status === 'closed') continue
      const { status, user_id: userId } = ticket
      await moveTicket(ctx, ticket, { status, userId, queueId: next_queue_id }, 'queueDeleted')
    }
  })
}
