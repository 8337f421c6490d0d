import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import {
  type LockedTicket,
  closeTicket,
  isRatingOverdue,
  keepRating,
  lockTicket,
  moveTickets,
  waitingStatus,
} from '#modules/tickets'
import { askAgain } from './ask-for-rating.ts'
import { ratingIn } from './rating-in.ts'
import { sayFarewell } from './say-farewell.ts'

/** What a customer has sent while their ticket awaits a rating. */
interface Answer {
  id: number
  ticketId: number
  isCall: boolean
  /** Sent while the connection was offline: it gets no automatic answer (docs/adr/0006). */
  isMissed: boolean
}

/**
 * A rating is stored with the attendant of the attendance, and closes the ticket. After anything else the customer is
 * asked again, or the ticket waits in its queue: what they have written must be read by a person.
 */
export async function takeRating(ctx: Ctx, { id, ticketId, isCall, isMissed }: Answer): Promise<void> {
  const ticket = await lockTicket(ctx, ticketId)
  if (ticket?.status !== 'nps') return
  const rating = isCall ? undefined : ratingIn(await readBody(ctx, id))
  if (rating !== undefined) {
    await keepRating(ctx, ticketId, rating)
    if (!isMissed) await sayFarewell(ctx, ticket)
    await closeTicket(ctx, ticket)
    return
  }
  const mayAsk = !isCall && !isMissed && !(await isRatingOverdue(ctx, ticketId))
  if (!mayAsk || !(await askAgain(ctx, ticket))) await putBack(ctx, ticket)
}

async function readBody(ctx: Ctx, messageId: number): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body from messages where company_id = ${ctx.companyId} and id = ${messageId}`.execute(ctx.db)
  return rows[0]?.body ?? ''
}

const putBack = (ctx: Ctx, ticket: LockedTicket) =>
  moveTickets(
    ctx,
    [{ ticket, to: { status: waitingStatus(ticket), userId: null, queueId: ticket.queue_id } }],
    'reopen',
  )
