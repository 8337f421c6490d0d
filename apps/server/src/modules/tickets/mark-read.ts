import type { UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { accessTicketForChange } from './access-ticket.ts'
import type { Voice } from './voice.ts'

/**
 * Its attendant has seen it. Whoever only looks in leaves it unread: a supervisor for the one who serves it, anybody for the
 * one who will take it from those that wait. A group that nobody has alone is everybody's.
 */
export async function markRead(ctx: UserCtx, voice: Voice, ticketId: number): Promise<void> {
  const ticket = await accessTicketForChange(ctx, ticketId)
  const isTheirs = ticket.user_id === null ? ticket.status === 'group' : ticket.user_id === ctx.actor.userId
  if (!isTheirs || ticket.unread_count === 0) return
  await sql`update tickets set unread_count = 0 where company_id = ${ctx.companyId} and id = ${ticketId}`.execute(
    ctx.db,
  )
  await voice.seen(ctx, ticket)
  ctx.emit('ticket.read', { ticketId })
}
