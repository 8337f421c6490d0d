import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { type LockedTicket, hasRated, isRatingOverdue, lockTickets } from '#modules/tickets'
import type { AwaitedRating, BotState } from './decide/turn.ts'

/** A ticket of the batch, as it is after what the bot has done so far. */
export interface Conversation {
  ticket: LockedTicket
  state: BotState
}

/** Locks the tickets of a batch and reads what the bot has to know of them. Their conversations are locked. */
export async function readConversations(
  ctx: Ctx,
  ticketIds: readonly number[],
): Promise<{ conversations: Map<number, Conversation>; now: Date }> {
  // One round trip.
  const [tickets, facts] = await Promise.all([lockTickets(ctx, ticketIds), readFacts(ctx, ticketIds)])
  const conversations = new Map<number, Conversation>()
  for (const ticket of tickets) {
    const known = facts.get(ticket.id)
    if (!known) continue
    const rating = ticket.status === 'nps' ? await readRating(ctx, ticket.id) : null
    conversations.set(ticket.id, { ticket, state: stateOf(ticket, known, rating) })
  }
  return { conversations, now: [...facts.values()][0]?.now ?? new Date() }
}

interface Facts {
  id: number
  is_imported: boolean
  bot_disabled: boolean
  accepts_audio: boolean
  has_consented: boolean
  now: Date
}

async function readFacts(ctx: Ctx, ticketIds: readonly number[]): Promise<Map<number, Facts>> {
  const { rows } = await sql<Facts>`
    select t.id, t.imported_at is not null as is_imported, c.bot_disabled, c.accepts_audio,
           c.lgpd_accepted_at is not null as has_consented, clock_timestamp() as now
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${ctx.companyId} and t.id = any (${[...ticketIds]}::bigint[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

function stateOf(ticket: LockedTicket, facts: Facts, rating: AwaitedRating | null): BotState {
  return {
    status: ticket.status,
    queueId: ticket.queue_id,
    userId: ticket.user_id,
    isGroup: ticket.is_group,
    isGroupTicket: ticket.is_group && ticket.group_as_ticket,
    isImported: facts.is_imported,
    contact: {
      isBotDisabled: facts.bot_disabled,
      acceptsAudio: facts.accepts_audio,
      hasConsented: facts.has_consented,
    },
    rating,
    memory: ticket.bot,
  }
}

async function readRating(ctx: Ctx, ticketId: number): Promise<AwaitedRating> {
  const [isGiven, isTalkedTo, isOverdue] = await Promise.all([
    hasRated(ctx, ticketId),
    hasGoneOn(ctx, ticketId),
    isRatingOverdue(ctx, ticketId),
  ])
  return { isGiven, isTalkedTo, isOverdue }
}

/**
 * Whether we have written after the request, on the phone or by a scheduled message: then the customer may be answering
 * that, also with a number.
 */
async function hasGoneOn(ctx: Ctx, ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ has_gone_on: boolean }>`
    select exists (
      select from ticket_turns a
      join tickets t on t.company_id = a.company_id and t.id = a.ticket_id
      join messages m on m.company_id = t.company_id and m.conversation_id = t.conversation_id and m.ticket_id = t.id
      where a.company_id = ${ctx.companyId} and a.ticket_id = ${ticketId} and a.finished_at is null
        and m.created_at > a.closed_at and m.from_me and not m.is_private
        and m.origin in ('user', 'phone', 'schedule', 'campaign', 'api')) as has_gone_on`.execute(ctx.db)
  return rows[0]?.has_gone_on ?? false
}
