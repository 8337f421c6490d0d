import { logged, say } from './decisions.ts'
import { findFiles, settingsOf } from './lookups.ts'
import type { BotEffect, BotQueue, Turn } from './turn.ts'

/** In ms, after a choice. */
export const delays = { queuePosition: 3000, optionClose: 2000 }

/** The customer waits in the queue for a person: for a random member, if the company wants that. */
export function waitIn(turn: Turn, queue: BotQueue): BotEffect[] {
  return [...assignRandom(turn, queue), ...tellPosition(turn)]
}

export function tellPosition(turn: Turn): BotEffect[] {
  if (settingsOf(turn).sendQueuePosition !== 'enabled') return []
  return [{ kind: 'setTimer', timer: 'queuePosition', at: later(turn, delays.queuePosition) }]
}

function assignRandom(turn: Turn, { id, memberIds, rotates }: BotQueue): BotEffect[] {
  if (settingsOf(turn).userRandom !== 'enabled' || rotates) return []
  const userId = memberIds[turn.clock.seed % Math.max(1, memberIds.length)]
  if (userId === undefined) return []
  return [
    { kind: 'assign', userId },
    logged('userDefine', turn.event, { rule: 'menu', reason: 'random', userId, queueId: id }),
  ]
}

/** The message of a list of files, and each of them with its name as caption. Undefined: the list is gone. */
export function filesOf({ configuration }: Turn, listId: number | null, message?: string): BotEffect[] | undefined {
  const list = findFiles(configuration, listId)
  if (!list) return undefined
  return [
    ...say(message?.trim() ? message : list.message),
    ...list.files.map(({ fileId, name }): BotEffect => ({ kind: 'sendFile', fileId, caption: name })),
  ]
}

export const later = ({ clock }: Turn, ms: number): Date => new Date(clock.now.getTime() + ms)
