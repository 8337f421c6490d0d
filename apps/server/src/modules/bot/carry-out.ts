import type { Ctx } from '#platform/context'
import { keepConsent } from '#modules/contacts'
import { postAutomaticMessage } from '#modules/messages'
import { putBack } from '#modules/serving'
import { armTimers, setTimer } from '#modules/ticket-timers'
import {
  type BotMemory,
  type LockedTicket,
  type LogEntry,
  closeTicket,
  keepBotMemory,
  keepRating,
  logTickets,
  moveTicket,
  waitingStatus,
} from '#modules/tickets'
import type { BotEffect, BotState, LoggedDecision, Outcome } from './decide/turn.ts'

interface Decided extends Outcome {
  before: BotState
}

/** Does what was decided, with the verbs that people use. Answers the ticket as it is then; the caller has locked it. */
export async function carryOut(
  ctx: Ctx,
  locked: LockedTicket,
  { before, state, effects }: Decided,
): Promise<LockedTicket> {
  let ticket = locked
  for (const effect of effects) ticket = await perform(ctx, ticket, effect)
  // A person reads what is no rating sooner than a customer who is silent is given up.
  if (state.status === 'nps' && effects.length > 0) await armTimers(ctx, [ticket.id])
  // A ticket that is closed has forgotten everything already.
  if (state.status !== 'closed' && hasChanged(before.memory, state.memory))
    await keepBotMemory(ctx, ticket.id, state.memory)
  // Now they wait for a person.
  if (state.status === 'pending' && before.memory.isBot && !state.memory.isBot) await armTimers(ctx, [ticket.id])
  return ticket
}

const hasChanged = (before: BotMemory, after: BotMemory) => JSON.stringify(before) !== JSON.stringify(after)

async function perform(ctx: Ctx, ticket: LockedTicket, effect: BotEffect): Promise<LockedTicket> {
  switch (effect.kind) {
    case 'say':
      await postAutomaticMessage(ctx, ticket, effect.text, effect)
      return ticket
    case 'sendFile':
      await postAutomaticMessage(ctx, ticket, effect.caption, effect)
      return ticket
    case 'enterQueue':
      return moved(ctx, ticket, { queue_id: effect.queueId, ...(effect.queueId === null && { user_id: null }) })
    case 'assign':
      return moved(ctx, ticket, { user_id: effect.userId })
    case 'awaitConsent':
      return moved(ctx, ticket, { status: 'lgpd' })
    case 'acceptConsent':
      await keepConsent(ctx, ticket.contact_id)
      return ticket
    case 'wait':
      return putAside(ctx, ticket)
    case 'keepRating':
      await keepRating(ctx, ticket.id, effect)
      return ticket
    case 'close':
      if (effect.farewell) await postAutomaticMessage(ctx, ticket, ticket.connection_settings.complationMessage)
      await closeTicket(ctx, ticket)
      return { ...ticket, status: 'closed' }
    case 'log':
      await logTickets(ctx, [entryOf(ticket, effect)])
      return ticket
    case 'setTimer':
      await setTimer(ctx, ticket.id, effect.timer, { due: effect.at })
      return ticket
  }
}

type Changed = Partial<Pick<LockedTicket, 'status' | 'user_id' | 'queue_id'>>

async function moved(ctx: Ctx, ticket: LockedTicket, change: Changed): Promise<LockedTicket> {
  const { status, user_id: userId, queue_id: queueId } = { ...ticket, ...change }
  await moveTicket(ctx, ticket, { status, userId, queueId }, 'bot')
  return { ...ticket, ...change }
}

/** It waits for a person, or for what the bot says next. */
async function putAside(ctx: Ctx, ticket: LockedTicket): Promise<LockedTicket> {
  const waiting: Changed = { status: waitingStatus(ticket), user_id: null }
  if (ticket.status !== 'nps') return moved(ctx, ticket, waiting)
  await putBack(ctx, ticket)
  return { ...ticket, ...waiting }
}

const entryOf = (ticket: LockedTicket, { log, userId, queueId, decision }: LoggedDecision): LogEntry => ({
  ticketId: ticket.id,
  kind: log,
  userId: userId ?? null,
  queueId: queueId ?? ticket.queue_id,
  decision,
})
