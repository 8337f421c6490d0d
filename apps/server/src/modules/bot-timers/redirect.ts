import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { armTimers, setTimer } from '#modules/ticket-timers'
import { type LockedTicket, keepBotMemory, logTickets, moveTicket } from '#modules/tickets'

/** In seconds. */
const lookAgain = 60

/**
 * A waiting ticket for which nobody has chosen a queue goes to that of its connection, where a person reads it
 * (docs/requirements/service.md, section 15). A customer who answers the menu keeps it: for them the time begins with each
 * message. Messages of one who waits for a person put off nothing.
 */
export async function redirectTicket(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  const { status, user_id: userId, queue_id: queueId } = ticket
  if (status !== 'pending' || userId !== null || queueId !== null) return
  const target = await findTarget(ctx, ticket)
  if (!target) return
  if (ticket.bot.isBot && target.is_early) return armTimers(ctx, [ticket.id])
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
  /** The time has not passed since the last message. */
  is_early: boolean
}

/** Undefined: the connection redirects no more. */
async function findTarget(ctx: Ctx, { id }: LockedTicket): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select q.id as queue_id, n.redirect_minutes,
           t.updated_at + make_interval(mins => n.redirect_minutes) > now() as is_early
    from tickets t
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    join queues q on q.company_id = n.company_id and q.id = n.redirect_queue_id and q.archived_at is null
    where t.company_id = ${ctx.companyId} and t.id = ${id} and n.redirect_minutes > 0 and n.archived_at is null
    for key share of q`.execute(ctx.db)
  return rows[0]
}
