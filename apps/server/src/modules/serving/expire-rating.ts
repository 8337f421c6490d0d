import { sql } from '#platform/database/sql'
import { type Ctx } from '#platform/context'
import { armTimers, ratingDueAt } from '#modules/ticket-timers'
import { type LockedTicket, closeTicket } from '#modules/tickets'
import { putBack } from './put-back.ts'
import { sayFarewell } from './say-farewell.ts'

/**
 * Closes a ticket whose customer has not rated the service in time. With something that nobody has read it waits in its
 * queue instead. If somebody has written since the timer was set, it is set anew.
 */
export async function expireRating(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  const wait = await findWait(ctx, ticket.id)
  if (!wait) return
  if (!wait.is_over) return armTimers(ctx, [ticket.id])
  if (ticket.unread_count > 0) return putBack(ctx, ticket)
  // A day later a farewell would come out of the blue, and so would one that was due while the company was blocked.
  if (wait.says_farewell) await sayFarewell(ctx, ticket)
  await closeTicket(ctx, ticket)
}

interface Wait {
  is_over: boolean
  says_farewell: boolean
}

async function findWait(ctx: Ctx, ticketId: number): Promise<Wait | undefined> {
  const { rows } = await sql<Wait>`
    select ${ratingDueAt} <= now() as is_over,
           n.rating_close_minutes > 0
             and ${ratingDueAt} > greatest(now() - interval '1 day', c.unblocked_at) as says_farewell
    from tickets t join companies c on c.id = t.company_id join connections n on n.company_id = t.company_id and n.id = t.connection_id
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId} and t.status = 'nps'`.execute(ctx.db)
  return rows[0]
}
