import type { Ctx } from '#platform/context'
import { together } from '#platform/database/together'
import { keepConsent } from '#modules/contacts'
import { type AutomaticMessage, postAutomaticMessage, postAutomaticMessages } from '#modules/messages'
import { putBack } from '#modules/serving'
import { armTimers, setTimer } from '#modules/ticket-timers'
import {
  type BotMemory,
  type LockedTicket,
  type LogEntry,
  type Move,
  closeTicket,
  keepBotMemories,
  keepRating,
  logTickets,
  moveTickets,
  waitingStatus,
} from '#modules/tickets'
import type { BotEffect, BotState, LoggedDecision, Outcome } from './decide/turn.ts'

/** A conversation, and what was decided for it. The caller has locked its ticket. */
export interface Decided extends Outcome {
  ticket: LockedTicket
  before: BotState
}

/** One thing that the bot does in a conversation, with what it logs of that. */
interface Step {
  ticket: LockedTicket
  effect: Exclude<BotEffect, LoggedDecision> | undefined
  logged: LoggedDecision[]
}

/**
 * Does what was decided, with the verbs that people use: the first step of each conversation, then the second of each, and
 * so on. So many conversations need as many statements as one. Answers the tickets as they are then, in the same order.
 */
export async function carryOut(ctx: Ctx, decided: readonly Decided[]): Promise<LockedTicket[]> {
  const tickets = decided.map(({ ticket }) => ticket)
  const plans = decided.map(({ effects }) => stepsOf(effects))
  for (let nth = 0; plans.some((steps) => steps.length > nth); nth += 1) {
    const due = tickets.flatMap((ticket, place) => {
      const step = plans[place]?.[nth]
      return step ? { place, step: { ...step, ticket } } : []
    })
    await perform(
      ctx,
      due.map(({ step }) => step),
    )
    for (const { place, step } of due) tickets[place] = after(step)
  }
  await remember(ctx, decided)
  return tickets
}

function stepsOf(effects: readonly BotEffect[]): Omit<Step, 'ticket'>[] {
  const steps: Omit<Step, 'ticket'>[] = []
  for (const effect of effects) {
    const last = steps.at(-1)
    if (effect.kind !== 'log') steps.push({ effect, logged: [] })
    else if (last) last.logged.push(effect)
    else steps.push({ effect: undefined, logged: [effect] })
  }
  return steps
}

async function perform(ctx: Ctx, steps: readonly Step[]): Promise<void> {
  await together([
    moveTickets(ctx, steps.flatMap(moveOf), 'bot'),
    postAutomaticMessages(ctx, steps.flatMap(messageOf)),
    logTickets(ctx, steps.flatMap(entriesOf)),
    ...steps.map((step) => performAlone(ctx, step)),
  ])
}

/** Where the ticket is afterwards. */
function after({ ticket, effect }: Step): LockedTicket {
  switch (effect?.kind) {
    case 'enterQueue':
      return { ...ticket, queue_id: effect.queueId, ...(effect.queueId === null && { user_id: null }) }
    case 'assign':
      return { ...ticket, user_id: effect.userId }
    case 'awaitConsent':
      return { ...ticket, status: 'lgpd' }
    case 'wait':
      return { ...ticket, status: waitingStatus(ticket), user_id: null }
    case 'close':
      return { ...ticket, status: 'closed' }
    case 'say':
    case 'sendFile':
    case 'acceptConsent':
    case 'keepRating':
    case 'setTimer':
    case undefined:
      return ticket
  }
}

function moveOf(step: Step): Move[] {
  const { ticket, effect } = step
  const isMove =
    effect?.kind === 'enterQueue' ||
    effect?.kind === 'assign' ||
    effect?.kind === 'awaitConsent' ||
    (effect?.kind === 'wait' && ticket.status !== 'nps')
  if (!isMove) return []
  const { status, user_id: userId, queue_id: queueId } = after(step)
  return [{ ticket, to: { status, userId, queueId } }]
}

function messageOf({ ticket, effect }: Step): AutomaticMessage[] {
  if (effect?.kind === 'say') return [{ ...effect, ticket }]
  return effect?.kind === 'sendFile' ? [{ ticket, text: effect.caption, fileId: effect.fileId }] : []
}

function entriesOf(step: Step): LogEntry[] {
  const ticket = after(step)
  return step.logged.map(({ log, userId, queueId, decision }) => ({
    ticketId: ticket.id,
    kind: log,
    userId: userId ?? null,
    queueId: queueId ?? ticket.queue_id,
    decision,
  }))
}

/** What is rare is done in one conversation after the other. */
async function performAlone(ctx: Ctx, { ticket, effect }: Step): Promise<void> {
  switch (effect?.kind) {
    case 'acceptConsent':
      return keepConsent(ctx, ticket.contact_id)
    case 'keepRating':
      return keepRating(ctx, ticket.id, effect)
    case 'setTimer':
      return setTimer(ctx, ticket.id, effect.timer, { due: effect.at })
    case 'wait':
      return ticket.status === 'nps' ? putBack(ctx, ticket) : undefined
    case 'close':
      if (effect.farewell) await postAutomaticMessage(ctx, ticket, ticket.connection_settings.complationMessage)
      return closeTicket(ctx, ticket)
    case 'say':
    case 'sendFile':
    case 'enterQueue':
    case 'assign':
    case 'awaitConsent':
    case undefined:
  }
}

async function remember(ctx: Ctx, decided: readonly Decided[]): Promise<void> {
  const memories = decided.flatMap(({ ticket, before, state }) =>
    // A ticket that is closed has forgotten everything already.
    state.status !== 'closed' && hasChanged(before.memory, state.memory)
      ? { ticketId: ticket.id, memory: state.memory }
      : [],
  )
  const timed = decided.filter((one) => isReadLater(one) || waitsForPerson(one))
  // One round trip: whose turn it is depends on the memory.
  await Promise.all([
    keepBotMemories(ctx, memories),
    armTimers(
      ctx,
      timed.map(({ ticket }) => ticket.id),
    ),
  ])
}

const hasChanged = (before: BotMemory, current: BotMemory) => JSON.stringify(before) !== JSON.stringify(current)

/** A person reads what is no rating sooner than a customer who is silent is given up. */
const isReadLater = ({ state, effects }: Decided) => state.status === 'nps' && effects.length > 0

const waitsForPerson = ({ before, state }: Decided) =>
  state.status === 'pending' && before.memory.isBot && !state.memory.isBot
