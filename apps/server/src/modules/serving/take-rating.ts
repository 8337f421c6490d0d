import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { armTimers } from '#modules/ticket-timers'
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
import { bestOf, ratingIn } from './rating-in.ts'
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
  const isTalkedTo = await hasGoneOn(ctx, ticketId)
  const rating = isCall || isTalkedTo ? undefined : ratingIn(await readText(ctx, id))
  if (rating !== undefined) {
    await keepRating(ctx, ticketId, { rating, best: bestOf(rating, ticket.connection_settings.ratingMessage) })
    if (!isMissed) await sayFarewell(ctx, ticket)
    await closeTicket(ctx, ticket)
    return
  }
  const mayAsk = !isCall && !isMissed && !isTalkedTo && !(await isRatingOverdue(ctx, ticketId))
  if (!mayAsk || !(await askAgain(ctx, ticket))) return putBack(ctx, ticket)
  // A person reads this sooner than a customer who is silent is given up.
  await armTimers(ctx, [ticketId])
}

/** Empty for a file: a number below a picture is no rating. */
async function readText(ctx: Ctx, messageId: number): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body from messages where company_id = ${ctx.companyId} and id = ${messageId} and file_id is null`.execute(
    ctx.db,
  )
  return rows[0]?.body ?? ''
}

/**
 * Whether we have written after the request, on the phone or by a scheduled message: then the customer may be answering
 * that, also with a number.
 */
async function hasGoneOn(ctx: Ctx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ has_gone_on: boolean }>`
    select exists (
      select from ticket_turns a
      join messages m on m.company_id = a.company_id and m.ticket_id = a.ticket_id
      where a.company_id = ${ctx.companyId} and a.ticket_id = ${ticketId} and a.finished_at is null
        and m.created_at > a.closed_at and m.from_me and not m.is_private
        and m.origin in ('user', 'phone', 'schedule', 'campaign', 'api')) as has_gone_on`.execute(ctx.db)
  return rows[0]?.has_gone_on ?? false
}

/** The ticket waits in its queue, where a person reads it. */
export const putBack = (ctx: Ctx, ticket: LockedTicket): Promise<void> =>
  moveTickets(
    ctx,
    [{ ticket, to: { status: waitingStatus(ticket), userId: null, queueId: ticket.queue_id } }],
    'reopen',
  )
