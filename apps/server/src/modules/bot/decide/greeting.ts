import { logged, say } from './decisions.ts'
import { filesOf, tellPosition } from './hand-over.ts'
import { hasMenu, hasQueueChoice, isOpen, offeredQueues, queueOf, settingsOf } from './lookups.ts'
import type { BotEffect, BotQueue, Decision, Turn } from './turn.ts'

/**
 * A connection with one queue, or none, has no menu of queues: its customers are greeted once
 * (docs/requirements/service.md, section 10).
 */
export function greeting(turn: Turn): Decision | undefined {
  if (!isDue(turn)) return undefined
  const queue = queueOf(turn)
  const said = sayGreeting(turn)
  const log = logged('chatBot', turn.event, { rule: 'greeting' })
  const logIfSaid = said.length > 0 ? [log] : []
  if (!queue || hasMenu(turn, queue)) return goOn([...said, ...logIfSaid])

  const files = filesOf(turn, queue.fileListId) ?? []
  if (onlyInforms(turn, queue)) return { effects: [...said, ...files, log, { kind: 'close', farewell: false }] }
  return goOn([...said, ...files, ...tellPosition(turn), ...logIfSaid])
}

const goOn = (effects: BotEffect[]): Decision => ({ effects, memory: { isGreeted: true }, goesOn: true })

/** As after a choice: nobody serves such a queue. A ticket that people have put into another queue is served there. */
const onlyInforms = (turn: Turn, { id, closesTicket }: BotQueue) => closesTicket && offeredQueues(turn)[0]?.id === id

function isDue(turn: Turn): boolean {
  const { status, userId, memory } = turn.state
  if (status !== 'pending' || userId !== null || memory.place !== null || memory.isGreeted) return false
  return !hasQueueChoice(turn) && isOpen(turn, queueOf(turn)) !== false
}

function sayGreeting(turn: Turn): BotEffect[] {
  if (settingsOf(turn).sendGreetingMessageOneQueues !== 'enabled') return []
  const { settings, greetingFileId } = turn.configuration.connection
  if (settings.greetingMessage.trim().length <= 1) return []
  return say(settings.greetingMessage, greetingFileId === null ? {} : { fileId: greetingFileId })
}
