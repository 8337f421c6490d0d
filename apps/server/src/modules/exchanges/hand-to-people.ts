import { companyTexts } from '#modules/companies'
import type { Ctx } from '#platform/context'
import { insertPosted, postAutomaticMessage } from '#modules/messages'
import { armTimers } from '#modules/ticket-timers'
import { type LockedTicket, keepBotMemory, logTickets, moveTicket } from '#modules/tickets'
import type { FoundAnswerer } from './answerer.ts'
import type { Claimed } from './stored/exchanges.repository.ts'
import type { Failure } from './failure.ts'
import { isQueue, onlyQueueOf } from './settle.repository.ts'
import { removeSession } from './stored/sessions.repository.ts'

interface Stopped {
  claimed: Claimed
  failure: Failure
  /** Undefined: it is gone. */
  found: FoundAnswerer | undefined
}

/**
 * The service says nothing more in this ticket: the customer reads so once and waits for a person, who reads why. The caller
 * has locked the ticket, which nobody serves.
 */
export async function handToPeople(
  ctx: Ctx,
  ticket: LockedTicket,
  { claimed, failure, found }: Stopped,
): Promise<void> {
  const { serviceStopped } = await companyTexts(ctx)
  const queueId = await queueFor(ctx, ticket, found)
  const moved = { ...ticket, queue_id: queueId }
  await moveTicket(ctx, ticket, { status: ticket.status, userId: null, queueId }, 'bot')
  await keepBotMemory(ctx, ticket.id, { ...ticket.bot, isBot: false, place: 'done', useIntegration: false })
  await armTimers(ctx, [ticket.id])
  await removeSession(ctx, ticket.id, claimed)
  // If the limit of automatic messages is reached, the log of the ticket says so.
  if (failure !== 'loop') await postAutomaticMessage(ctx, moved, found?.fallback.trim() || serviceStopped.toCustomer)
  await insertPosted(ctx, moved, {
    body: serviceStopped.note(found?.name ?? null, serviceStopped.reasons[failure]),
    isPrivate: true,
  })
  const decision = { rule: claimed.kind, reason: 'serviceFailed', messageId: claimed.message_id } as const
  await logTickets(ctx, [{ ticketId: ticket.id, kind: 'botSilent', userId: null, queueId, decision }])
}

/** Where people look for it: in its queue, else where the service wants it, else in the only one of its connection. */
async function queueFor(ctx: Ctx, ticket: LockedTicket, found: FoundAnswerer | undefined): Promise<number | null> {
  if (ticket.queue_id !== null) return ticket.queue_id
  const wanted = found?.queueId ?? null
  if (wanted !== null && (await isQueue(ctx, wanted))) return wanted
  return onlyQueueOf(ctx, ticket.connection_id)
}
