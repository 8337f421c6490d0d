import { choiceIds, chosenAmong, isLeaving } from './answer.ts'
import { logged, say } from './decisions.ts'
import { filesOf, waitIn } from './hand-over.ts'
import { isClosed, sayQueueClosed } from './hours.ts'
import { hasMenu, hasQueueChoice, isWithBot, offeredQueues, queueOf, textsOf } from './lookups.ts'
import { enterService, withoutService } from './service.ts'
import { afterChoice, firstLevel, leave, sayLevel, sayQueues } from './say-menu.ts'
import type { BotEffect, BotQueue, Decision, Turn } from './turn.ts'

/** The choice between the queues of a connection (docs/requirements/service.md, section 10). */
export function menu(turn: Turn): Decision | undefined {
  if (!isWithBot(turn.state) || !hasQueueChoice(turn) || queueOf(turn)) return undefined
  if (turn.state.memory.place === null) return sayQueues(turn)
  if (isLeaving(turn.event, textsOf(turn).leave.word)) return leave(turn)
  const chosen = chosenAmong(turn.event, offeredQueues(turn), choiceIds.queue)
  return chosen ? choose(turn, chosen) : sayQueues(turn, 'invalid')
}

function choose(turn: Turn, queue: BotQueue): Decision {
  if (isClosed(turn, queue)) return refuse(turn, queue)
  const entered: BotEffect[] = [
    { kind: 'enterQueue', queueId: queue.id },
    logged('queue', turn.event, { rule: 'menu', queueId: queue.id }),
  ]
  const files = filesOf(turn, queue.fileListId) ?? []
  const asked = enterService(turn, queue)
  if (!asked && hasMenu(turn, queue)) {
    const { effects, memory } = sayLevel(afterChoice(turn), firstLevel(queue))
    return {
      effects: [...entered, ...effects, ...files],
      memory: { ...memory, ...withoutService, isOutOfHour: false, silence: null },
    }
  }
  if (asked) return { ...asked, effects: [...entered, ...say(queue.greeting), ...files, ...asked.effects] }
  const then: BotEffect[] = queue.closesTicket ? [{ kind: 'close', farewell: false }] : waitIn(turn, queue)
  return {
    effects: [...entered, ...say(queue.greeting), ...files, ...then],
    memory: {
      ...withoutService,
      isBot: false,
      isOutOfHour: false,
      place: 'done',
      amountUsedBotQueues: 0,
      silence: null,
    },
  }
}

/** Another queue can still be chosen. If this one has no text for that, the menu says so. */
function refuse(turn: Turn, queue: BotQueue): Decision {
  if (queue.outOfHoursMessage.trim() === '') {
    const { effects, memory } = sayQueues(turn, 'outOfHours')
    return { effects, memory: { ...memory, isOutOfHour: true } }
  }
  const { effects, memory } = sayQueueClosed(turn, queue)
  const isAsked = effects.some(({ kind }) => kind === 'say') || memory?.silence === 'sameSecond'
  return { effects, memory: { ...memory, isBot: isAsked } }
}
