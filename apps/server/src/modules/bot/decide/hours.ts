import type { BotRule } from '@guiche/contract'
import { reasonToWait, say, stayQuiet, logged } from './decisions.ts'
import { isOpen, offeredQueues, queueOf, settingsOf } from './lookups.ts'
import type { BotQueue, Decision, Turn } from './turn.ts'

/** Outside of the hours of the company or connection (docs/requirements/service.md, section 13). */
export function hours(turn: Turn): Decision | undefined {
  if (settingsOf(turn).scheduleType === 'queue' || isOpen(turn, undefined) !== false) return undefined
  return sayOutOfHours(turn, 'hours', {
    queue: undefined,
    text: turn.configuration.connection.settings.outOfHoursMessage,
  })
}

/** Outside of the hours of the ticket's queue. */
export function queueHours(turn: Turn): Decision | undefined {
  const queue = queueOf(turn)
  return queue && isClosed(turn, queue) ? sayQueueClosed(turn, queue) : undefined
}

/** Whether the hours of queues count, and this one is closed. */
export const isClosed = (turn: Turn, queue: BotQueue): boolean =>
  settingsOf(turn).scheduleType === 'queue' && isOpen(turn, queue) === false

export const sayQueueClosed = (turn: Turn, queue: BotQueue): Decision =>
  sayOutOfHours(turn, 'queueHours', { queue, text: queue.outOfHoursMessage })

interface Closed {
  /** Undefined: the hours are not those of a queue. */
  queue: BotQueue | undefined
  text: string
}

/** As often as a menu. What was said before the hours ended the last time does not count. */
function sayOutOfHours(turn: Turn, rule: BotRule, { queue, text }: Closed): Decision {
  const { memory } = turn.state
  const said = memory.isOutOfHour && !wasOpenSince(turn, memory.saidAt, queue) ? memory.amountUsedBotQueues : 0
  const away = { isBot: false, isOutOfHour: true }
  if (text.trim() === '') return stayQuiet(turn, rule, 'outOfHours', away)
  const reason = reasonToWait(turn, said)
  if (reason) return stayQuiet(turn, rule, reason, away)
  return {
    effects: [...say(text), logged('chatBot', turn.event, { rule, reason: 'outOfHours' })],
    memory: { ...away, amountUsedBotQueues: said + 1 },
  }
}

/** Whether the hours of a queue that can be chosen have begun since the bot last said something. */
export function hasOpenedToChoose(turn: Turn): boolean {
  const { queueId, memory } = turn.state
  if (settingsOf(turn).scheduleType !== 'queue' || queueId !== null) return false
  const then = { ...turn, clock: { ...turn.clock, now: new Date(memory.saidAt ?? turn.clock.now) } }
  return offeredQueues(turn).some((queue) => isClosed(then, queue) && !isClosed(turn, queue))
}

/** In ms. A shorter time within the hours is not noticed, nor one longer ago. */
const quarter = 15 * 60_000
const longestAgo = 8 * 24 * 60 * 60_000

/** Whether the hours have begun and ended again since the bot last said something, and the customer wrote nothing within them. */
function wasOpenSince(turn: Turn, saidAt: string | null, queue: BotQueue | undefined): boolean {
  const now = turn.clock.now.getTime()
  const from = saidAt === null ? now : Math.max(Date.parse(saidAt), now - longestAgo)
  for (let time = from + quarter; time < now; time += quarter)
    if (isOpen({ ...turn, clock: { ...turn.clock, now: new Date(time) } }, queue) === true) return true
  return false
}
