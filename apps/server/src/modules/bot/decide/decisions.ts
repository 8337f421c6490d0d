import type { Menu } from '@guiche/channel'
import type { BotDecision, BotReason, BotRule } from '@guiche/contract'
import type { BotMemory } from '#modules/tickets'
import type { BotEffect, Decision, LoggedDecision, MessageEvent, Turn } from './turn.ts'

const longestAnswer = 100

export function logged(
  log: LoggedDecision['log'],
  { id, text }: MessageEvent,
  { queueId, userId, ...why }: Pick<LoggedDecision, 'queueId' | 'userId'> & Omit<BotDecision, 'messageId' | 'answer'>,
): LoggedDecision {
  return {
    kind: 'log',
    log,
    ...(queueId !== undefined && { queueId }),
    ...(userId !== undefined && { userId }),
    decision: {
      ...why,
      ...(id !== undefined && { messageId: id }),
      ...(text.trim() !== '' && { answer: text.trim().slice(0, longestAnswer) }),
    },
  }
}

/** Nothing is said. The log says why, once in a row. */
export function stayQuiet(
  { state: { memory }, event }: Turn,
  rule: BotRule,
  reason: BotReason,
  more: Partial<BotMemory> = {},
): Decision {
  const log = reason === 'retriesLimit' ? 'retriesLimitQueue' : 'botSilent'
  return {
    effects: memory.silence === reason ? [] : [logged(log, event, { rule, reason })],
    memory: { ...more, silence: reason },
  }
}

/**
 * The same to a customer who is asked something. A person may read what they wrote instead of an answer, unless they wrote
 * it before they could read the question. An answer still counts.
 */
export const stayUnanswered = (turn: Turn, rule: BotRule, reason: BotReason): Decision =>
  stayQuiet(turn, rule, reason, { isBot: reason === 'sameSecond' })

/** In ms. Messages within this time after something that the bot said were written before it was read. */
const oneSecond = 1000

/** Why a menu or an out-of-hours text is not said again now. `said`: how many were said. */
export function reasonToWait({ state, event, configuration, clock }: Turn, said: number): BotReason | undefined {
  const { maxUseBotQueues, timeUseBotQueues } = configuration.connection.settings
  const saidAt = state.memory.saidAt === null ? undefined : Date.parse(state.memory.saidAt)
  if (said > 0 && saidAt !== undefined && event.at.getTime() <= saidAt + oneSecond) return 'sameSecond'
  if (maxUseBotQueues > 0 && said >= maxUseBotQueues) return 'retriesLimit'
  if (said > 0 && saidAt !== undefined && clock.now.getTime() < saidAt + timeUseBotQueues * 60_000)
    return 'saidRecently'
  return undefined
}

export const say = (
  text: string,
  more: { fileId?: number; quotes?: number; menu?: Menu | undefined } = {},
): BotEffect[] => (text.trim() === '' && more.fileId === undefined ? [] : [{ kind: 'say', text, ...more }])
