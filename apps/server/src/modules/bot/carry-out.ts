import type { Ctx } from '#platform/context'
import { together } from '#platform/database/together'
import { keepConsent } from '#modules/contacts'
import { beginExchange } from '#modules/exchanges'
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
  keepComment,
  keepRating,
  logTickets,
  moveTickets,
  waitingStatus,
} from '#modules/tickets'
import { afterRefusal } from './decide/decide.ts'
import type { BotEffect, BotState, LoggedDecision, Outcome } from './decide/turn.ts'
import type { Conversation } from './read-conversations.ts'

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
 * so on. So many conversations need as many statements as one. Answers the conversations as they are then.
 */
export async function carryOut(ctx: Ctx, decided: readonly Decided[]): Promise<Conversation[]> {
  const tickets = decided.map(({ ticket }) => ticket)
  const plans = decided.map(({ effects }) => stepsOf(effects))
  const refused = new Set<number>()
  for (let nth = 0; plans.some((steps) => steps.length > nth); nth += 1)
    for (const id of await performEach((place) => plans[place]?.[nth])) refused.add(id)
  const isRefused = ({ ticket }: Decided) => refused.has(ticket.id)
  const isUndone = decided.map((one) => isRefused(one) && one.effects.some(({ kind }) => kind === 'awaitConsent'))
  await performEach((place) => (isUndone[place] ? { effect: { kind: 'wait' }, logged: [] } : undefined))
  const settled = decided.map((one, place) => ({
    ...one,
    ticket: tickets[place] ?? one.ticket,
    state: isRefused(one) ? afterRefusal(one.state, one.effects) : one.state,
  }))
  await remember(ctx, settled)
  return settled

  /** One step of each conversation that has one. */
  async function performEach(stepAt: (place: number) => Omit<Step, 'ticket'> | undefined): Promise<number[]> {
    const due = tickets.flatMap((ticket, place) => {
      const step = stepAt(place)
      return step ? { place, step: { ...step, ticket } } : []
    })
    const unsaid = await perform(
      ctx,
      due.map(({ step }) => step),
    )
    for (const { place, step } of due) tickets[place] = after(step)
    return unsaid
  }
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

/** Answers the tickets in which something may not be said, because the limit of automatic messages is reached. */
async function perform(ctx: Ctx, steps: readonly Step[]): Promise<number[]> {
  const messages = steps.flatMap(messageOf)
  const [, said] = await together([
    moveTickets(ctx, steps.flatMap(moveOf), 'bot'),
    postAutomaticMessages(ctx, messages),
    logTickets(ctx, steps.flatMap(entriesOf)),
    ...steps.map((step) => performAlone(ctx, step)),
  ])
  return messages.flatMap(({ ticket: { id } }) => (said.has(id) ? [] : id))
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
    case 'keepComment':
    case 'setTimer':
    case 'ask':
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
    case 'keepComment':
      return keepComment(ctx, ticket.id, effect.comment)
    case 'setTimer':
      return setTimer(ctx, ticket.id, effect.timer, { due: effect.at })
    case 'ask':
      return ask(ctx, ticket, effect)
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

async function ask(
  ctx: Ctx,
  { id: ticketId }: LockedTicket,
  { service, messageId, isEntry }: Extract<BotEffect, { kind: 'ask' }>,
): Promise<void> {
  if (messageId === undefined) return
  await beginExchange(ctx, { ticketId, kind: service.kind, answererId: service.id, messageId, isEntry })
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
