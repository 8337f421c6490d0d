import type { BotReason } from '@guiche/contract'
import { logged, reasonToWait, say, stayUnanswered } from './decisions.ts'
import { offeredQueues, queueOf, textsOf } from './lookups.ts'
import { optionsText, queuesText } from './menu-texts.ts'
import type { BotOption, BotQueue, Decision, Turn } from './turn.ts'

/** The menu of queues. With a reason it comes again, or after something else. */
export function sayQueues(turn: Turn, reason?: BotReason): Decision {
  const quiet = reasonNotToRepeat(turn)
  if (quiet) return stayUnanswered(turn, 'menu', quiet)
  const { greetingFileId } = turn.configuration.connection
  const isRepeated = reason === 'invalid' || reason === 'outOfHours'
  const { text, menu } = queuesText(turn, offeredQueues(turn), warning(turn, reason))
  return {
    effects: [
      // The caption of a picture has nothing to tap.
      ...say(text, isRepeated || greetingFileId === null ? { menu } : { fileId: greetingFileId }),
      logged('chatBot', turn.event, { rule: 'menu', ...(reason && { reason }) }),
    ],
    memory: { isBot: true, place: { optionId: null }, amountUsedBotQueues: turn.state.memory.amountUsedBotQueues + 1 },
  }
}

/** A level of a queue's menu. */
export interface Level {
  /** Null: the first one. */
  id: number | null
  name?: string
  message: string
  options: readonly BotOption[]
}

export const firstLevel = ({ greeting, options }: BotQueue): Level => ({ id: null, message: greeting, options })

export function sayLevel(turn: Turn, { id, name, message, options }: Level, reason?: BotReason): Decision {
  const quiet = reasonNotToRepeat(turn)
  if (quiet) return stayUnanswered(turn, 'queueMenu', quiet)
  const { text, menu } = optionsText(turn, { above: warning(turn, reason), message }, options)
  return {
    effects: [
      ...say(text, { menu }),
      logged('chatBot', turn.event, {
        rule: 'queueMenu',
        ...(reason && { reason }),
        ...(id !== null && name !== undefined && { optionId: id, optionName: name }),
      }),
    ],
    memory: { isBot: true, place: { optionId: id }, amountUsedBotQueues: turn.state.memory.amountUsedBotQueues + 1 },
  }
}

/** The first menu is always said. */
const reasonNotToRepeat = (turn: Turn): BotReason | undefined =>
  turn.state.memory.place === null ? undefined : reasonToWait(turn, turn.state.memory.amountUsedBotQueues)

const warning = (turn: Turn, reason: BotReason | undefined): string[] =>
  reason === 'invalid' ? [textsOf(turn).invalidOption] : []

/** The conversation is ended, with the farewell of the connection, which waiting customers else do not get. */
export const leave = (turn: Turn): Decision => ({
  effects: [
    logged('chatBot', turn.event, { rule: queueOf(turn) ? 'queueMenu' : 'menu', reason: 'left' }),
    { kind: 'close', farewell: true },
  ],
})

/** After a valid choice, of which no menu was said yet. */
export const afterChoice = <T extends Turn>(turn: T): T => ({
  ...turn,
  state: { ...turn.state, memory: { ...turn.state.memory, place: null, amountUsedBotQueues: 0, silence: null } },
})
