import type { Menu } from '@guiche/channel'
import { type BotDecision, type TicketLogView, fillIn, limits } from '@guiche/contract'
import { textsIn } from '#texts'
import {
  type BotClock,
  type BotConfiguration,
  type BotEffect,
  type BotService,
  type BotState,
  type MessageEvent,
  afterEffect,
  afterRefusal,
  decide,
} from '#modules/bot'
import { automaticLimit, valuesOf } from '#modules/messages'
import { readBotMemory } from '#modules/tickets'

/** What a conversation depends on besides what its customer writes. */
export interface Scene {
  configuration: BotConfiguration
  companyName: string
  connectionName: string
  /** Said when the bot ends the conversation. */
  farewell: string
  /** In minutes: for so long a customer who writes again continues the closed ticket. */
  reopensWithin: number
  customer: { name: string; ticketId: number }
  queueNames: ReadonlyMap<number, string>
  userNames: ReadonlyMap<number, string>
  /** How many customers wait in a queue, with this one. */
  waitingIn: (queueId: number) => number
}

/** A conversation that is only thought of. */
export interface Talk {
  state: BotState
  closedAt: Date | null
  /** Of the automatic messages, for their limit. */
  saidAt: readonly Date[]
}

export interface Posted {
  text: string
  fileId: number | null
  quotes: boolean
  menu: Menu | undefined
  /** It tells the place in the queue, which depends on the customers of that moment. */
  isPlace: boolean
}

export interface LogLine {
  type: TicketLogView['type']
  userId: number | null
  queueId: number | null
  decision: BotDecision | null
}

export interface Heard {
  talk: Talk
  posted: Posted[]
  log: LogLine[]
  /** Who would answer outside. */
  asked: BotService | null
}

export interface HeardAt extends Heard {
  at: Date
}

interface Customer {
  hasConsented: boolean
  acceptsAudio: boolean
  isBotDisabled: boolean
}

/** As a new ticket is (`beginTickets`): in the only queue of its connection, or without a queue. */
export const beginTalk = ({ connection }: BotConfiguration, contact: Customer): Talk => ({
  state: {
    status: 'pending',
    queueId: connection.queueIds.length === 1 ? (connection.queueIds[0] ?? null) : null,
    userId: null,
    isGroup: false,
    isGroupTicket: false,
    isImported: false,
    contact,
    rating: null,
    memory: readBotMemory({}),
  },
  closedAt: null,
  saidAt: [],
})

interface Clock extends BotClock {
  /** When the customer writes again, if that is known. */
  next?: Date | undefined
}

/**
 * What the bot does about a message: decided by the same function as in a ticket, and carried out on the conversation alone.
 * What is due within seconds, such as a closing, is done at once, unless the customer writes before that.
 */
export function hear(scene: Scene, before: Talk, event: MessageEvent, { next, ...clock }: Clock): Heard {
  const begun = beginAgain(scene, before, event.at)
  const outcome = decide(begun.talk.state, event, scene.configuration, clock)
  const posted: Posted[] = []
  const log: LogLine[] = [...begun.log]
  let { state, saidAt, closedAt } = begun.talk
  let isRefused = false
  let asked: BotService | null = null
  for (const effect of outcome.effects) perform(effect)
  state = isRefused ? afterRefusal(outcome.state, outcome.effects) : outcome.state
  for (const effect of outcome.effects) if (effect.kind === 'setTimer') whenDue(effect)
  return { talk: { state, closedAt, saidAt }, posted, log, asked }

  /** `state` is as it is after the effect, because texts name the queue and the user of that moment. */
  function perform(effect: BotEffect) {
    switch (effect.kind) {
      case 'say':
        return post(effect.text, effect)
      case 'sendFile':
        return post(effect.caption, effect)
      case 'ask':
        asked = effect.service
        return
      case 'close':
        if (effect.farewell) post(scene.farewell)
        return close()
      case 'log':
        log.push({
          type: effect.log,
          userId: effect.userId ?? null,
          queueId: effect.queueId ?? state.queueId,
          decision: withoutMessage(effect.decision),
        })
        return
      case 'enterQueue':
      case 'assign':
      case 'wait':
      case 'awaitConsent':
      case 'acceptConsent':
      case 'keepRating':
      case 'keepComment':
      case 'setTimer':
        state = afterEffect(state, effect)
    }
  }

  /** Unless a person has taken the ticket meanwhile. */
  function whenDue({ timer, at }: Extract<BotEffect, { kind: 'setTimer' }>) {
    const { status, userId, queueId } = state
    if (status !== 'pending' || userId !== null) return
    if (timer === 'optionClose') return next === undefined || next > at ? close() : undefined
    const { placeInQueue } = textsIn(scene.configuration.company.language)
    if (queueId !== null) post(placeInQueue(Math.max(1, scene.waitingIn(queueId))), { isPlace: true })
  }

  function close() {
    state = afterEffect(state, { kind: 'close', farewell: false })
    closedAt = clock.now
    log.push({ type: 'closed', userId: null, queueId: state.queueId, decision: null })
  }

  function post(
    text: string,
    more: { fileId?: number; quotes?: number; menu?: Menu | undefined; isPlace?: boolean } = {},
  ) {
    if (text.trim() === '' && more.fileId === undefined) return
    const since = clock.now.getTime() - automaticLimit.minutes * 60_000
    if (saidAt.filter((at) => at.getTime() > since).length >= automaticLimit.messages) {
      if (!log.some(({ type }) => type === 'loopGuard'))
        log.push({ type: 'loopGuard', userId: null, queueId: null, decision: null })
      isRefused = true
      return
    }
    saidAt = [...saidAt, clock.now]
    posted.push({
      text: filled(text),
      fileId: more.fileId ?? null,
      quotes: more.quotes !== undefined,
      menu: more.menu && { ...more.menu, text: filled(more.menu.text) },
      isPlace: more.isPlace ?? false,
    })
  }

  function filled(text: string): string {
    const { timeZone, language } = scene.configuration.company
    const { queueId, userId } = state
    const values = valuesOf(
      {
        contact: scene.customer.name,
        queue: queueId === null ? null : (scene.queueNames.get(queueId) ?? null),
        connection: scene.connectionName,
        company: scene.companyName,
        timezone: timeZone,
        language,
        user: userId === null ? null : (scene.userNames.get(userId) ?? null),
        now: clock.now,
      },
      scene.customer.ticketId,
    )
    return fillIn(text, values).slice(0, limits.messageText)
  }
}

/** The ids of simulated messages mean nothing to anybody. */
const withoutMessage = ({ messageId: _messageId, ...decision }: BotDecision): BotDecision => decision

/** A customer who writes after the end continues the ticket, or begins the next one. */
function beginAgain({ configuration, reopensWithin }: Scene, talk: Talk, at: Date): { talk: Talk; log: LogLine[] } {
  const { state, closedAt, saidAt } = talk
  if (state.status !== 'closed') return { talk, log: [] }
  const line = { userId: null, decision: null }
  const until = (closedAt ?? at).getTime() + reopensWithin * 60_000
  if (reopensWithin > 0 && at.getTime() < until) {
    const queueId = waitsIn(configuration, state.queueId)
    return {
      talk: { state: { ...state, status: 'pending', userId: null, queueId }, closedAt: null, saidAt },
      log: [{ ...line, type: 'reopen', queueId }],
    }
  }
  const next = beginTalk(configuration, state.contact)
  return { talk: { ...next, saidAt }, log: [{ ...line, type: 'create', queueId: next.state.queueId }] }
}

/** As a reopened ticket does (`findReopenable`): not in a queue that only informs, if there are others to choose. */
function waitsIn({ queues, connection: { queueIds } }: BotConfiguration, queueId: number | null): number | null {
  const queue = queues.find(({ id }) => id === queueId)
  const isLeft = queue?.closesTicket && queue.options.length === 0 && queueIds.length > 1 && queueIds.includes(queue.id)
  return isLeft ? null : queueId
}
