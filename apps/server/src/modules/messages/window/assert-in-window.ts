import { mayAnswer } from '#channels/answer-window'
import { factsOf } from '#channels/facts'
import { whyUnreached } from '#channels/reach'
import { runningFacts } from '#channels/running-facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'
import { type LockedTicket, logTickets } from '#modules/tickets'

type Answered = Pick<LockedTicket, 'channel' | 'heard_at'>

/** What the network would refuse is refused here, before it is asked. Templates need no such check. */
export function assertInWindow(ctx: Ctx, ticket: Answered, { isPersons = ctx.actor.kind === 'user' } = {}): void {
  if (!mayAnswer(runningFacts(ctx, ticket.channel), ticket.heard_at, { isPersons }))
    throw new AppError('ERR_WINDOW_CLOSED', 400)
}

/** The number of the connection may have been moved to a way that has no groups, or that does not know the customer. */
export function assertReached({ channel, address }: Pick<LockedTicket, 'channel' | 'address'>): void {
  const why = whyUnreached(factsOf(channel), address)
  if (why) throw new AppError(why, 400)
}

/** Whether a machine may write to the customer now. */
export const isInWindow = (ctx: Ctx, { channel, heard_at: heardAt }: Answered): boolean =>
  mayAnswer(runningFacts(ctx, channel), heardAt, { isPersons: false })

/** The log of a ticket says once, until its customer writes again, why machines are silent. */
export async function logClosedWindows(ctx: Ctx, tickets: readonly LockedTicket[]): Promise<void> {
  if (tickets.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select t.id from tickets t
    join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
    where t.company_id = ${ctx.companyId} and t.id = any (${tickets.map(({ id }) => id)}::bigint[])
      and not exists (select from ticket_log l where l.company_id = t.company_id and l.ticket_id = t.id and l.kind = 'botSilent'
                            and l.detail->>'reason' = 'windowClosed' and (l.created_at < v.last_inbound_at) is not true)`.execute(
    ctx.db,
  )
  const decision = { rule: 'answerWindow', reason: 'windowClosed' } as const
  await logTickets(
    ctx,
    rows.map(({ id }) => ({ ticketId: id, kind: 'botSilent', userId: null, queueId: null, decision })),
  )
  for (const { id } of rows) ctx.emit('ticket.changed', { ticketId: id })
}
