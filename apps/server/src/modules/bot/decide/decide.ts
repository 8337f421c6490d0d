import { type BotReason, type BotRule, isWaiting } from '@guiche/contract'
import { type BotMemory, readBotMemory } from '#modules/tickets'
import { audio } from './audio.ts'
import { consent } from './consent.ts'
import { stayQuiet } from './decisions.ts'
import { greeting } from './greeting.ts'
import { hasOpenedToChoose, hours, queueHours } from './hours.ts'
import { hasMenu, hasQueueChoice, isOpen, queueOf, settingsOf } from './lookups.ts'
import { menu } from './menu.ts'
import { onlyQueue } from './only-queue.ts'
import { queueMenu } from './queue-menu.ts'
import { rating } from './rating.ts'
import { connectionService, ticketService } from './service.ts'
import type {
  BotClock,
  BotConfiguration,
  BotEffect,
  BotState,
  Decision,
  MessageEvent,
  Outcome,
  Rule,
  Turn,
} from './turn.ts'

/**
 * The first that applies answers (docs/requirements/service.md, section 9). The only queue and the greeting answer nothing,
 * so they go on.
 */
const rules: readonly Rule[] = [
  rating,
  consent,
  onlyQueue,
  hours,
  connectionService,
  greeting,
  ticketService,
  menu,
  audio,
  queueHours,
  queueMenu,
  leftToPeople,
]

/** For a ticket that somebody serves. */
const rulesWhileServed: readonly Rule[] = [hours, queueHours]

/**
 * What the bot does about a message. All of it is decided here and carried out elsewhere:
 * no input and output, no time and no chance but those of the clock.
 */
export function decide(
  state: BotState,
  event: MessageEvent,
  configuration: BotConfiguration,
  clock: BotClock,
): Outcome {
  const turn = { state, event, configuration, clock }
  let outcome: Outcome = arrive(turn)
  for (const rule of rulesFor({ ...turn, state: outcome.state })) {
    const decision = rule({ ...turn, state: outcome.state })
    if (!decision) continue
    outcome = apply(outcome, decision, clock)
    if (!decision.goesOn) break
  }
  return outcome
}

function rulesFor(turn: Turn): readonly Rule[] {
  const { state, event } = turn
  switch (state.status) {
    case 'nps':
      return [rating]
    case 'open':
      return mayAnswerServed(turn) ? rulesWhileServed : []
    case 'pending':
    case 'lgpd':
      if (isLeftAlone(turn)) return state.status === 'lgpd' ? [putBack] : []
      if (state.contact.isBotDisabled) return state.status === 'lgpd' ? [putBack] : [onlyQueue, botDisabled]
      return event.isEcho ? [] : rules
    case 'group':
    case 'closed':
      return []
  }
}

const mayAnswerServed = (turn: Turn) =>
  settingsOf(turn).sendMessageOutExpedientTicketOpen === 'enabled' &&
  !isLeftAlone(turn) &&
  !turn.state.contact.isBotDisabled

/** Nobody expects an answer of a machine. */
const isLeftAlone = ({ state, event }: Turn) =>
  event.isEcho || event.isCall || event.isMissed || (state.isGroup && !state.isGroupTicket)

/** What is true of the ticket now, before any rule: whose queue is gone, whose hours have begun, whom a person has answered. */
function arrive(turn: Turn): Outcome {
  const { state, event, clock } = turn
  const memory: Partial<BotMemory> = {}
  const effects: BotEffect[] = []
  if (event.isEcho && state.status !== 'nps') Object.assign(memory, toPeople)
  const isQueueGone = state.queueId !== null && !queueOf(turn) && state.status === 'pending' && state.userId === null
  if (isQueueGone) {
    effects.push({ kind: 'enterQueue', queueId: null })
    Object.assign(memory, { place: null, amountUsedBotQueues: 0 })
  }
  // What was said outside of the hours does not count within them, and nobody remembers the menu before them.
  if (state.memory.isOutOfHour && isOpen(turn, queueOf(turn)) === true)
    Object.assign(memory, {
      isOutOfHour: false,
      amountUsedBotQueues: 0,
      ...(state.memory.place !== 'done' && { place: null }),
    })
  // Whoever is in the menu of queues may have chosen a closed one. Their choice counts now.
  if (state.memory.isOutOfHour && hasOpenedToChoose(turn))
    Object.assign(memory, { isOutOfHour: false, amountUsedBotQueues: 0 })
  return apply({ state, effects: [] }, { effects, memory }, clock)
}

/** A person reads it. */
const putBack: Rule = () => ({ effects: [{ kind: 'wait' }], memory: toPeople })

/** Services outside say nothing more either. */
const toPeople = { isBot: false, place: 'done', useIntegration: false } as const

const botDisabled: Rule = (turn) => leaveToPeople(turn, 'contact', 'botDisabled')

function leftToPeople(turn: Turn): Decision {
  return leaveToPeople(turn, 'person', turn.state.userId === null ? 'waitsForPerson' : 'hasOwner')
}

/** Also of a customer whose menu or question is gone meanwhile. */
function leaveToPeople(turn: Turn, rule: BotRule, reason: BotReason): Decision {
  const memory = { isBot: false }
  return mayExpectAnswer(turn) ? stayQuiet(turn, rule, reason, memory) : { effects: [], memory }
}

/** Who knows that the bot has menus here may wonder why it says nothing. */
function mayExpectAnswer(turn: Turn): boolean {
  const queue = queueOf(turn)
  return hasQueueChoice(turn) || (queue !== undefined && hasMenu(turn, queue))
}

function apply({ state, effects }: Outcome, decision: Decision, clock: BotClock): Outcome {
  const hasSaid = decision.effects.some(({ kind }) => kind === 'say' || kind === 'sendFile')
  const said = hasSaid ? { saidAt: clock.now.toISOString(), silence: null } : {}
  const remembering = { ...state, memory: { ...state.memory, ...said, ...decision.memory } }
  return { state: decision.effects.reduce(afterEffect, remembering), effects: [...effects, ...decision.effects] }
}

/**
 * The conversation if the limit of automatic messages has kept back some of these effects: a person reads it. Who was asked
 * for their consent by halves is asked anew another time. Who was left to people anyway stays so.
 */
export function afterRefusal(state: BotState, effects: readonly BotEffect[]): BotState {
  if (!isWaiting(state.status) || state.memory.place === 'done') return state
  const memory = { ...state.memory, isBot: false }
  return effects.some(({ kind }) => kind === 'awaitConsent')
    ? { ...state, status: 'pending', memory: { ...memory, lgpdSendMessageAt: null } }
    : { ...state, memory }
}

/** The conversation after an effect. */
export function afterEffect(state: BotState, effect: BotEffect): BotState {
  switch (effect.kind) {
    case 'enterQueue':
      return { ...state, queueId: effect.queueId, ...(effect.queueId === null && { userId: null }) }
    case 'assign':
      return { ...state, userId: effect.userId }
    case 'wait':
      return { ...state, status: 'pending', userId: null }
    case 'awaitConsent':
      return { ...state, status: 'lgpd' }
    case 'acceptConsent':
      return { ...state, contact: { ...state.contact, hasConsented: true } }
    case 'close':
      return { ...state, status: 'closed', memory: readBotMemory({ lgpdAcceptedAt: state.memory.lgpdAcceptedAt }) }
    case 'keepRating':
      return { ...state, rating: { isTalkedTo: false, isOverdue: false, ...state.rating, isGiven: true } }
    case 'say':
    case 'sendFile':
    case 'keepComment':
    case 'log':
    case 'setTimer':
    case 'ask':
      return state
  }
}
