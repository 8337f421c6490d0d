import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { setTimer } from '#modules/ticket-timers'
import { type LockedTicket, keepBotMemory, logTickets, moveTicket } from '#modules/tickets'

/** In seconds. */
const lookAgain = 60

/**
 * A waiting ticket for which nobody has chosen a queue goes to that of its connection, where a person reads it
 * (docs/requirements/service.md, section 15).
 */
export async function redirectTicket(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  const { status, user_id: userId, queue_id: queueId } = ticket
  if (status !== 'pending' || userId !== null || queueId !== null) return
  const target = await findTarget(ctx, ticket)
  if (!target) return
  if (ticket.connection_status !== 'connected')
    return setTimer(ctx, ticket.id, 'redirect', { due: lookAgain, detail: { rule: target.redirect_minutes } })
  await keepBotMemory(ctx, ticket.id, { ...ticket.bot, isBot: false, place: 'done' })
  await moveTicket(ctx, ticket, { status, userId, queueId: target.queue_id }, 'bot')
  const decision = { rule: 'redirect', reason: 'noQueueChosen' } as const
  await logTickets(ctx, [{ ticketId: ticket.id, kind: 'redirect', userId: null, queueId: target.queue_id, decision }])
}

interface Target {
  queue_id: number
  redirect_minutes: number
}

/** Undefined: the connection redirects no more. */
async function findTarget(ctx: Ctx, { connection_id }: LockedTicket): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select q.id as queue_id, n.redirect_minutes
    from connections n join queues q on q.company_id = n.company_id and q.id = n.redirect_queue_id and q.archived_at is null
    where n.company_id = ${ctx.companyId} and n.id = ${connection_id} and n.redirect_minutes > 0 and n.archived_at is null
    for key share of q`.execute(ctx.db)
  return rows[0]
}
