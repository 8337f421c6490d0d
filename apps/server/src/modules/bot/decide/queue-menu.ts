import type { BotReason } from '@guiche/contract'
import { choiceIds, chosenAmong, isBack, isLeaving } from './answer.ts'
import { logged, say } from './decisions.ts'
import { delays, filesOf, later, waitIn } from './hand-over.ts'
import { isClosed, sayQueueClosed } from './hours.ts'
import { findQueue, hasMenu, hasQueueChoice, isWithBot, queueOf, textsOf } from './lookups.ts'
import { enterService, withoutService } from './service.ts'
import { type Level, afterChoice, firstLevel, leave, sayLevel, sayQueues } from './say-menu.ts'
import type { BotEffect, BotOption, BotQueue, Decision, Turn } from './turn.ts'

/** The options of a queue, which may have options of their own (docs/requirements/service.md, section 11). */
export function queueMenu(turn: Turn): Decision | undefined {
  const queue = queueOf(turn)
  const { place } = turn.state.memory
  if (!queue || !isWithBot(turn.state) || !hasMenu(turn, queue)) return undefined
  if (place === null || place === 'done') return begin(turn, queue)
  if (isLeaving(turn.event, textsOf(turn).leave.word)) return leave(turn)
  if (isBack(turn.event, textsOf(turn).backTitle)) return goBack(turn, queue)
  const level = levelAt(queue, place.optionId)
  if (!level) return sayLevel(turn, firstLevel(queue), 'optionGone')
  const chosen = chosenAmong(turn.event, level.options, choiceIds.option)
  return chosen ? choose(turn, queue, chosen) : sayLevel(turn, level, 'invalid')
}

/** Of the only queue its files follow, as after a choice. */
function begin(turn: Turn, queue: BotQueue): Decision {
  const { effects, ...level } = sayLevel(turn, firstLevel(queue))
  const files = hasQueueChoice(turn) ? [] : (filesOf(turn, queue.fileListId) ?? [])
  return { ...level, effects: [...effects, ...files] }
}

/** Undefined: the option is gone, or has no options any more. */
function levelAt(queue: BotQueue, optionId: number | null): Level | undefined {
  if (optionId === null) return firstLevel(queue)
  const option = findOption(queue.options, optionId)
  return option && option.options.length > 0 ? option : undefined
}

function findOption(options: readonly BotOption[], id: number): BotOption | undefined {
  for (const option of options) {
    const found = option.id === id ? option : findOption(option.options, id)
    if (found) return found
  }
  return undefined
}

/** To the queues; with a single queue to the first level of its menu. */
function goBack(turn: Turn, queue: BotQueue): Decision {
  const back = afterChoice(turn)
  if (!hasQueueChoice(turn)) return sayLevel(back, firstLevel(queue), 'back')
  const { effects, memory } = sayQueues({ ...back, state: { ...back.state, queueId: null, userId: null } }, 'back')
  return { effects: [{ kind: 'enterQueue', queueId: null }, ...effects], memory: { ...memory, silence: null } }
}

function choose(turn: Turn, queue: BotQueue, option: BotOption): Decision {
  if (leadsOn(option)) return open(turn, option)
  const done = { ...withoutService, isBot: false, place: 'done', amountUsedBotQueues: 0, silence: null } as const
  const { said, reason } = answerOf(turn, option)
  const chosen = logged('chatBot', turn.event, {
    rule: 'queueMenu',
    optionId: option.id,
    optionName: option.name,
    ...(reason && { reason }),
  })
  if (option.closesTicket) {
    const closing = { kind: 'setTimer', timer: 'optionClose', at: later(turn, delays.optionClose) } as const
    // Until then nobody else is given the ticket.
    return { effects: [...said, chosen, closing], memory: { ...done, isBot: true } }
  }
  const { effects, memory } = leadTo(turn, queue, option)
  return { effects: [...said, chosen, ...effects], memory: { ...done, ...memory } }
}

/** Options that lead to a queue or a user end the menu, also if there are options below. */
const leadsOn = ({ kind, options, closesTicket }: BotOption) =>
  options.length > 0 && !closesTicket && (kind === 'text' || kind === 'file')

/** One level down. */
function open(turn: Turn, option: BotOption): Decision {
  const files = option.kind === 'file' ? filesOf(turn, option.fileListId, option.message) : undefined
  const level = { ...option, message: files ? '' : option.message }
  const { effects, memory } = sayLevel(afterChoice(turn), level)
  return { effects: [...(files ?? []), ...effects], memory: { ...memory, silence: null } }
}

/** What an option says, and what is missing of it. */
function answerOf(turn: Turn, option: BotOption): { said: BotEffect[]; reason?: BotReason } {
  const said = say(option.message)
  switch (option.kind) {
    case 'text':
      return { said }
    case 'file': {
      const files = filesOf(turn, option.fileListId, option.message)
      return files ? { said: files } : { said, reason: 'filesGone' }
    }
    case 'queue':
      return findQueue(turn.configuration, option.queueId) ? { said } : { said, reason: 'queueGone' }
    case 'attendent':
      if (!isUser(turn, option.userId)) return { said, reason: 'userGone' }
      return isQueueGone(turn, option) ? { said, reason: 'queueGone' } : { said }
    case 'integration':
      return option.integrationId === null ? { said, reason: 'noIntegration' } : { said }
  }
}

const isQueueGone = ({ configuration }: Turn, { queueId }: BotOption) =>
  queueId !== null && !findQueue(configuration, queueId)

const isUser = ({ configuration }: Turn, id: number | null): id is number =>
  id !== null && configuration.userIds.includes(id)

/** Where the customer waits now. An option whose target is gone leads to its own queue. */
function leadTo(turn: Turn, queue: BotQueue, option: BotOption): Decision {
  const { kind, userId } = option
  const by = { rule: 'queueMenu', optionId: option.id, optionName: option.name } as const
  const target = kind === 'queue' || kind === 'attendent' ? findQueue(turn.configuration, option.queueId) : undefined
  const entered: BotEffect[] = target ? [{ kind: 'enterQueue', queueId: target.id }] : []
  const closed = target && isClosed(turn, target) ? sayQueueClosed(turn, target) : undefined
  if (kind === 'attendent' && isUser(turn, userId)) {
    const assigned: BotEffect[] = [
      { kind: 'assign', userId },
      logged('userDefine', turn.event, { ...by, userId, queueId: (target ?? queue).id }),
    ]
    return after([...entered, ...assigned], closed ?? { effects: [] })
  }
  const integrationId = kind === 'integration' ? option.integrationId : null
  const asked = enterService(turn, { integrationId, promptId: null })
  if (asked) return asked
  if (kind !== 'queue' || !target) return { effects: waitIn(turn, queue) }
  entered.push(logged('queue', turn.event, { ...by, queueId: target.id }))
  return after(entered, closed ?? enterService(turn, target) ?? { effects: waitIn(turn, target) })
}

const after = (effects: BotEffect[], next: Decision): Decision => ({ ...next, effects: [...effects, ...next.effects] })
