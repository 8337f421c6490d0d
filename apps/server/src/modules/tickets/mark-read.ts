import type { UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { accessTicketForChange } from './access-ticket.ts'
import type { Voice } from './voice.ts'

/** An attendant has seen it. A supervisor who only looks in leaves it unread for the one who serves it. */
export async function markRead(ctx: UserCtx, voice: Voice, ticketId: number): Promise<void> {
  const ticket = await accessTicketForChange(ctx, ticketId)
  const isTheirs = ticket.user_id === null || ticket.user_id === ctx.actor.userId
  if (!isTheirs || ticket.unread_count === 0) return
  await sql`update tickets set unread_count = 0 where company_id = ${ctx.companyId} and id = ${ticketId}`.execute(
    ctx.db,
  )
  await voice.seen(ctx, ticket)
  ctx.emit('ticket.read', { ticketId })
}
