import type { BotRule } from '@guiche/contract'
import { reasonToWait, say, stayQuiet, logged } from './decisions.ts'
import { isOpen, queueOf, settingsOf } from './lookups.ts'
import type { BotQueue, Decision, Turn } from './turn.ts'

/** Outside of the hours of the company or connection (docs/requirements/service.md, section 13). */
export function hours(turn: Turn): Decision | undefined {
  if (settingsOf(turn).scheduleType === 'queue' || isOpen(turn, undefined) !== false) return undefined
  return sayOutOfHours(turn, 'hours', turn.configuration.connection.settings.outOfHoursMessage)
}

/** Outside of the hours of the ticket's queue. */
export function queueHours(turn: Turn): Decision | undefined {
  const queue = queueOf(turn)
  return queue && isClosed(turn, queue) ? sayOutOfHours(turn, 'queueHours', queue.outOfHoursMessage) : undefined
}

/** Whether the hours of queues count, and this one is closed. */
export const isClosed = (turn: Turn, queue: BotQueue): boolean =>
  settingsOf(turn).scheduleType === 'queue' && isOpen(turn, queue) === false

/** As often as a menu. What was said before the hours ended does not count. */
export function sayOutOfHours(turn: Turn, rule: BotRule, text: string): Decision {
  const { memory } = turn.state
  const said = memory.isOutOfHour ? memory.amountUsedBotQueues : 0
  const away = { isBot: false, isOutOfHour: true }
  if (text.trim() === '') return stayQuiet(turn, rule, 'outOfHours', away)
  const reason = reasonToWait(turn, said)
  if (reason) return stayQuiet(turn, rule, reason, away)
  return {
    effects: [...say(text), logged('chatBot', turn.event, { rule, reason: 'outOfHours' })],
    memory: { ...away, amountUsedBotQueues: said + 1 },
  }
}
